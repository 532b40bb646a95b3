import { required } from '../../kernel/index.ts';
import { type PlanState, normalizeKey } from './planState.ts';
import type { ExistingRecord } from './existingRecords.ts';
import { findByCode, referenceId } from './records.ts';
import type { CarryPlan } from './sheets.ts';

function holdingName(state: PlanState, plan: CarryPlan, investment: string, holder: string): string {
  const { existing } = state;
  const stored = (records: readonly ExistingRecord[], code: string) =>
    findByCode(records, code)?.['name'] as string | undefined;
  const planned = <R extends { readonly code: string }>(rows: readonly R[], code: string) =>
    rows.find((row) => normalizeKey(row.code) === normalizeKey(code));
  const holderName =
    planned(plan.funds, holder)?.legalName ??
    planned(plan.coinvestments, holder)?.name ??
    stored([...existing.fund, ...existing.coinvestment], holder);
  const investmentName = planned(plan.investments, investment)?.name ?? stored(existing.investment, investment);
  return `${holderName ?? holder}: ${investmentName ?? investment}`.slice(0, 200);
}

/** Plans the part of an investment that a fund or coinvestment holds. Returns its id and whether the holder is a fund. */
export function planHolding(
  state: PlanState,
  plan: CarryPlan,
  investment: string,
  holder: string,
): { readonly id: string; readonly isFund: boolean } {
  const fund = state.names.find('fund', holder);
  const kind = fund ? 'fundInvestment' : 'coinvestmentInvestment';
  const isFund = fund !== undefined;
  const name = `${investment}/${holder}`;
  const existing = state.names.find(kind, name);
  if (existing) return { id: existing, isFund };
  const investmentId = required(state.names.find('investment', investment), 'the id of an investment');
  const holderId = required(fund ?? state.names.find('coinvestment', holder), 'the id of a holder');
  const before = state.existing[kind].find(
    (record) =>
      referenceId(record['investment']) === investmentId &&
      referenceId(record[isFund ? 'fund' : 'coinvestment']) === holderId,
  );
  const id = before?.id ?? state.newId();
  state.names.set(kind, name, id);
  state.put(kind, 'Holdings of investments', before, id, {
    name: before ? undefined : holdingName(state, plan, investment, holder),
    [isFund ? 'fund' : 'coinvestment']: { id: holderId },
    investment: { id: investmentId },
  });
  return { id, isFund };
}

/** Registers stored tranches and holdings that aren't in the plan, so that its rows can refer to them too. */
export function nameStoredHoldings(state: PlanState): void {
  const codes = new Map(
    [...state.existing.fund, ...state.existing.coinvestment, ...state.existing.investment].map((r) => [
      r.id,
      String(r['code']),
    ]),
  );
  const locationOf = (record: ExistingRecord, holder: 'fund' | 'coinvestment') =>
    `${codes.get(referenceId(record['investment']) ?? '')}/${codes.get(referenceId(record[holder]) ?? '')}`;
  const locations = new Map<string, string>();
  for (const record of state.existing.fundInvestment) locations.set(record.id, locationOf(record, 'fund'));
  for (const record of state.existing.coinvestmentInvestment)
    locations.set(record.id, locationOf(record, 'coinvestment'));
  for (const kind of ['fundInvestment', 'coinvestmentInvestment'] as const) {
    for (const { id } of state.existing[kind]) state.names.set(kind, locations.get(id) ?? id, id);
  }
  for (const tranche of state.existing.tranche) {
    const location = locations.get(
      referenceId(tranche['fundInvestment']) ?? referenceId(tranche['coinvestmentInvestment']) ?? '',
    );
    if (location) state.names.set('tranche', `${location}/${String(tranche['trancheNumber'])}`, tranche.id);
  }
}
