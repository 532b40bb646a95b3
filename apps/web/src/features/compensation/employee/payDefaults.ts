import { readOnce } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import type { Dispatch } from '../../../session/sessionState.ts';

/** Returns the firm's base currency from the list of currencies; null if the list doesn't have it. */
export function baseCurrencyIn(currencies: Answer<'listReferenceEntries'>, baseCurrency: string | undefined) {
  const base = currencies.find(({ code }) => code === baseCurrency);
  return base ? { id: base.id, code: base.code, description: base.description } : null;
}

/** Returns an employee's last salary, if there is one, and the default currency of new pay: that of the salary, or the firm's base currency. */
export async function readPayDefaults(dispatch: Dispatch, employeeId: string, baseCurrency: string | undefined) {
  const query = { employeeId, startPage: 1, pageSize: 1, sortColumn: 'effectiveDate', sortAsc: 'false' } as const;
  const [last] = (await readOnce(dispatch, 'listSalaries', { query }, 'fresh')).pageData;
  const currencies = await readOnce(dispatch, 'listReferenceEntries', { params: { type: 'currency' }, query: {} });
  return { last, currency: last?.currency ?? baseCurrencyIn(currencies, baseCurrency) };
}
export type PayDefaults = Awaited<ReturnType<typeof readPayDefaults>>;
