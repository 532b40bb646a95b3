import { type PlanState, normalizeKey } from './planState.ts';
import { planHolding } from './holdings.ts';
import { referenceId } from './records.ts';
import type { CarryPlan } from './sheets.ts';

/** Plans the purchases of investments, together with the holding of the fund or coinvestment. */
export function planTranches(state: PlanState, plan: CarryPlan): void {
  const first = new Map<string, number>();
  for (const row of plan.tranches) {
    const { investment, holder } = row;
    if (row.faulty) {
      // Register the name so that rows that refer to it don't become errors too.
      state.names.set('tranche', `${investment}/${holder}/${row.number}`, state.newId());
      continue;
    }
    const investmentId = state.names.find('investment', investment);
    if (!investmentId) state.refuse('tranches', row.row, 'investment', `There is no investment '${investment}'`);
    const isHolder = state.names.find('fund', holder) ?? state.names.find('coinvestment', holder);
    if (!isHolder) state.refuse('tranches', row.row, 'holder', `There is no fund or coinvestment '${holder}'`);
    if (row.number === '0') state.refuse('tranches', row.row, 'number', 'must be 1 or more');
    const key = `${investment}/${holder}/${row.number}`;
    const earlier = first.get(normalizeKey(key));
    if (earlier !== undefined) state.refuse('tranches', row.row, 'number', `'${key}' is already in row ${earlier}`);
    first.set(normalizeKey(key), row.row);
    if (!investmentId || !isHolder || earlier !== undefined) continue;
    const holding = planHolding(state, plan, investment, holder);
    const side = holding.isFund ? 'fundInvestment' : 'coinvestmentInvestment';
    const before = state.existing.tranche.find(
      (record) => referenceId(record[side]) === holding.id && String(record['trancheNumber']) === row.number,
    );
    const id = before?.id ?? state.newId();
    state.names.set('tranche', key, id);
    const legalName =
      plan.investments.find(({ code }) => normalizeKey(code) === normalizeKey(investment))?.legalName ?? investment;
    state.put('tranche', 'Tranches', before, id, {
      name: row.name ?? (before ? undefined : `${legalName} Tranche # ${row.number}`),
      trancheNumber: Number(row.number),
      investmentDate: row.investmentDate,
      investedAmount: row.investedAmount,
      investment: { id: investmentId },
      [side]: { id: holding.id },
    });
  }
}
