import { findCurrencyUse } from '@carrara/adapters/postgres/portfolio/container/currencyUse';
import type { Failures } from '@carrara/domain/kernel';
import { decideCurrency, isSameCurrency } from '@carrara/domain/portfolio/vehicle';
import type { RequestContext } from '../../core/operations.ts';

type Values = Readonly<Record<string, unknown>>;
const currencyOf = (values: Values) => values['currency'] as Parameters<typeof decideCurrency>[0] | null | undefined;

/** Refuses to change the currency of a fund or coinvestment that has amounts. Fails: CURRENCY_IN_USE. */
export async function refuseCurrencyChange(
  { tx }: RequestContext,
  values: Values,
  before: Values | undefined,
): Promise<Failures> {
  const currency = before && currencyOf(before);
  if (!currency || isSameCurrency(currencyOf(values), currency)) return [];
  return decideCurrency(currency, await findCurrencyUse(tx, String(before['id'])));
}
