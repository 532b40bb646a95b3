import { activeCurrencies, storedRates } from '@carrara/adapters/postgres/platform/fx/latestRates';
import {
  currencyPairs,
  loadCurrencyPair,
  storeCurrencyPair,
} from '@carrara/adapters/postgres/platform/fx/currencyPairs';
import { storeExchangeRates } from '@carrara/adapters/postgres/platform/fx/exchangeRates';
import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import { type CalendarDate, err, noSuch } from '@carrara/domain/kernel';
import { decideCurrencyPair, decideRates } from '@carrara/domain/platform/fx';
import type { RequestContext } from '../../core/operations.ts';
import { archiveEach, type ArchiveBody, type ChangedCount } from '../archiveEach.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

interface PairToSave {
  /** Undefined for a new pair. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly sourceCurrencyCode: string;
  readonly destinationCurrencyCode: string;
  readonly displayOrder: number;
  readonly isInactive: boolean;
}

/** Creates or changes a currency pair. Fails: NOT_FOUND, STALE_VERSION, DUPLICATE, and those of `decideCurrencyPair`. */
export async function saveCurrencyPair({ tx }: RequestContext, pair: PairToSave): Outcome<CurrencyPair> {
  const { id, rowVersion, displayOrder, isInactive } = pair;
  const before = id === undefined ? undefined : await loadCurrencyPair(tx, id);
  if (id !== undefined && !before) return err([noSuch('currency pair')]);
  if (before && before.rowVersion !== rowVersion) return staleVersion();
  const currencies = await activeCurrencies(tx);

  const decision = decideCurrencyPair(before, pair, currencies);
  if (decision.isErr()) return err(decision.error);

  const { source, destination } = decision.value;
  const currencyIds = { sourceCurrencyId: source.id, destinationCurrencyId: destination.id };
  return storeCurrencyPair(tx, before, { ...currencyIds, displayOrder, isInactive });
}

/** Archives or restores several currency pairs. Fails: those of `archiveEach` and `saveCurrencyPair`. */
export const archiveCurrencyPairs = (context: RequestContext, body: ArchiveBody): Outcome<ChangedCount> =>
  archiveEach(body, {
    noun: 'currency pair',
    load: (id) => loadCurrencyPair(context.tx, id),
    nameOf: ({ partitionKey }) => partitionKey.replace('-', '/'),
    save: (pair, rowVersion) => saveCurrencyPair(context, { ...pair, rowVersion, isInactive: body.isInactive }),
  });

interface RateToSave {
  readonly sourceCurrencyCode: string;
  readonly destinationCurrencyCode: string;
  readonly effectiveDate: CalendarDate;
  readonly rate: string;
  readonly rowVersion?: number | null | undefined;
}

/** Enters or corrects rates, and returns their ids. Fails: as `decideRates` and `storeExchangeRates`. */
export async function saveExchangeRates(
  { tx }: RequestContext,
  rates: readonly RateToSave[],
): Outcome<readonly string[]> {
  const pairs = await currencyPairs(tx, { includeInactive: false });
  const days = rates.map(({ effectiveDate }) => effectiveDate);
  const stored = await storedRates(tx, days);

  const decision = decideRates(rates, pairs, stored);
  if (decision.isErr()) return err(decision.error);

  return storeExchangeRates(tx, 'saveExchangeRates', decision.value);
}
