import {
  type CalendarDate,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';

interface PairCodes {
  readonly sourceCurrencyCode: string;
  readonly destinationCurrencyCode: string;
}

export const unknownCurrency = (code: string, path: readonly string[]): Failure =>
  fail('UNKNOWN_CURRENCY', path, `There is no active currency ${code} in the reference data.`);

/** A currency with the kinds of records that use it, such as 'funds'. */
export interface UsedCurrency {
  readonly code: string;
  readonly uses: readonly string[];
}

/** Returns the uses of a currency that prevent its archiving. Empty if it can. */
export const usesOf = ({ code, uses }: UsedCurrency, baseCurrency: string): readonly string[] => [
  ...(code === baseCurrency ? ['base currency'] : []),
  ...uses,
];

/**
 * Decides whether currencies can be archived. Archived ones can't be chosen, so forms and files with the firm's amounts would be refused.
 *
 * Fails: CURRENCY_IN_USE, naming every currency that must stay.
 */
export function decideCurrencyArchive(
  currencies: readonly UsedCurrency[],
  baseCurrency: string,
  path: Failure['path'],
): Failures {
  const used = currencies.flatMap((currency) => {
    const uses = usesOf(currency, baseCurrency);
    return uses.length === 0 ? [] : [`${currency.code} (${uses.join(', ')})`];
  });
  if (used.length === 0) return [];
  const named = [used.slice(0, -1).join(', '), ...used.slice(-1)].filter(Boolean).join(' and ');
  const text = `${named} ${used.length === 1 ? 'is' : 'are'} in use and can’t be archived.`;
  const isPartOfMore = currencies.length > used.length;
  return [
    fail(
      'CURRENCY_IN_USE',
      path,
      isPartOfMore ? `${text} Archive the others without ${used.length === 1 ? 'it' : 'them'}.` : text,
    ),
  ];
}

/**
 * Decides on the code of a currency. Amounts name their currency by its entry, but rates and the base currency by its code, so the code of a used
 * currency stays.
 *
 * Fails: INVALID_VALUE, CURRENCY_IN_USE.
 */
export function decideCurrencyCode(before: UsedCurrency | undefined, code: string, baseCurrency: string): Failures {
  if (!/^[A-Z]{3}$/.test(code))
    return [fail('INVALID_VALUE', ['code'], 'Enter a currency code of three capital letters, such as EUR.')];
  if (!before || before.code === code) return [];
  const uses = usesOf(before, baseCurrency);
  if (uses.length === 0) return [];
  const text = `The code must stay ${before.code}, because it is in use (${uses.join(', ')}). Add another currency for ${code}.`;
  return [fail('CURRENCY_IN_USE', ['code'], text)];
}

/**
 * Decides on a new currency pair or an edited one, and returns its two currencies.
 *
 * Fails: SAME_CURRENCY, PAIR_HAS_RATES, UNKNOWN_CURRENCY.
 */
export function decideCurrencyPair<C extends { readonly code: string }>(
  before: (PairCodes & { readonly numberOfRates: number }) | undefined,
  { sourceCurrencyCode, destinationCurrencyCode }: PairCodes,
  currencies: readonly C[],
): Result<{ readonly source: C; readonly destination: C }, Failures> {
  if (sourceCurrencyCode === destinationCurrencyCode)
    return err([fail('SAME_CURRENCY', ['destinationCurrencyCode'], 'Choose two different currencies.')]);
  const isOther =
    before?.sourceCurrencyCode !== sourceCurrencyCode || before.destinationCurrencyCode !== destinationCurrencyCode;
  if (before && isOther && before.numberOfRates > 0)
    return err([
      fail(
        'PAIR_HAS_RATES',
        [],
        'You can’t change the currencies of a pair that has rates. Archive it and add another.',
      ),
    ]);
  const source = currencies.find(({ code }) => code === sourceCurrencyCode);
  const destination = currencies.find(({ code }) => code === destinationCurrencyCode);
  if (!source) return err([unknownCurrency(sourceCurrencyCode, ['sourceCurrencyCode'])]);
  if (!destination) return err([unknownCurrency(destinationCurrencyCode, ['destinationCurrencyCode'])]);
  return ok({ source, destination });
}

interface RequestedRate extends PairCodes {
  readonly effectiveDate: CalendarDate;
  readonly rate: string;
  readonly rowVersion?: number | null | undefined;
}
interface StoredRate {
  readonly pairId: string;
  readonly date: string;
  readonly rowVersion: number;
}
/** A rate to store: a new one, or the correction of a stored one. */
interface DecidedRate<S extends StoredRate> {
  readonly pairId: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
  readonly existing: S | undefined;
}

/**
 * Decides on rates. A request without a version enters a new rate; one with the version of a stored rate corrects it.
 *
 * Fails: UNKNOWN_PAIR, FX_RATE_NOT_POSITIVE, DUPLICATE, STALE_VERSION.
 */
export function decideRates<S extends StoredRate>(
  requested: readonly RequestedRate[],
  pairs: readonly (PairCodes & { readonly id: string })[],
  stored: readonly S[],
): Result<readonly DecidedRate<S>[], Failures> {
  const failures: Failure[] = [];
  const decided = requested.flatMap((request, at) => {
    const { sourceCurrencyCode: from, destinationCurrencyCode: to, effectiveDate: date, rate, rowVersion } = request;
    const pair = pairs.find(
      (candidate) => candidate.sourceCurrencyCode === from && candidate.destinationCurrencyCode === to,
    );
    const existing = stored.find((candidate) => candidate.pairId === pair?.id && candidate.date === date);
    const refuse = (code: Failure['code'], field: string, text: string) =>
      void failures.push(fail(code, ['rates', at, field], text));
    if (!pair) refuse('UNKNOWN_PAIR', 'sourceCurrencyCode', `There is no active currency pair ${from}-${to}.`);
    if (decimal(rate).isZero()) refuse('FX_RATE_NOT_POSITIVE', 'rate', 'The rate must be above zero.');
    if (existing && typeof rowVersion !== 'number')
      refuse('DUPLICATE', 'effectiveDate', `${from}-${to} already has a rate on ${displayedDate(date)}.`);
    else if (existing ? existing.rowVersion !== rowVersion : typeof rowVersion === 'number')
      refuse('STALE_VERSION', 'rowVersion', '');
    return pair ? [{ pairId: pair.id, from, to, date, rate, existing }] : [];
  });
  return failures.length > 0 ? err(failures) : ok(decided);
}
