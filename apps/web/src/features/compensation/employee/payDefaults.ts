import { readOnce } from '../../../api/calls.ts';
import type { Dispatch } from '../../../session/sessionState.ts';

/** Returns an employee's last salary, if there is one, and the default currency of new pay: that of the salary, or the firm's base currency. */
export async function readPayDefaults(dispatch: Dispatch, employeeId: string, baseCurrency: string | undefined) {
  const query = { employeeId, startPage: 1, pageSize: 1, sortColumn: 'effectiveDate', sortAsc: 'false' } as const;
  const [last] = (await readOnce(dispatch, 'listSalaries', { query }, 'fresh')).pageData;
  const currencies = await readOnce(dispatch, 'listReferenceEntries', { params: { type: 'currency' }, query: {} });
  const base = currencies.find(({ code }) => code === baseCurrency);
  const currency = last?.currency ?? (base ? { id: base.id, code: base.code, description: base.description } : null);
  return { last, currency };
}
