import { required } from '../../kernel/index.ts';
import { type PlanState, normalizeKey, optional } from './planState.ts';
import { nameStoredHoldings, planHolding } from './holdings.ts';
import { planTranches } from './planTranches.ts';
import { findByCode, referenceId } from './records.ts';
import type { CarryPlan, SheetKey } from './sheets.ts';

/** Assigns each code its id: the stored record's or a new one. A repeated code is an error. */
function nameAll<K extends 'fund' | 'coinvestment' | 'investment'>(
  state: PlanState,
  kind: K,
  sheet: SheetKey & ('funds' | 'coinvestments' | 'investments'),
  rows: readonly { readonly row: number; readonly code: string }[],
): void {
  for (const record of state.existing[kind]) state.names.set(kind, String(record['code']), record.id);
  const first = new Map<string, number>();
  for (const { row, code } of rows) {
    if (code === '') continue;
    const earlier = first.get(normalizeKey(code));
    if (earlier !== undefined) state.refuse(sheet, row, 'code', `'${code}' is already in row ${earlier}`);
    else first.set(normalizeKey(code), row);
    if (!state.names.find(kind, code)) state.names.set(kind, code, state.newId());
  }
}

/** Runs before anything is planned, because a row may refer to a record further down. */
export function nameContainers(state: PlanState, plan: CarryPlan): void {
  nameAll(state, 'fund', 'funds', plan.funds);
  nameAll(state, 'coinvestment', 'coinvestments', plan.coinvestments);
  nameAll(state, 'investment', 'investments', plan.investments);
}

function planFunds(state: PlanState, plan: CarryPlan): void {
  for (const row of plan.funds) {
    if (row.faulty) continue;
    const before = findByCode(state.existing.fund, row.code);
    const currency = state.existingEntry('currency', row.currency);
    if (!currency) state.refuse('funds', row.row, 'currency', `'${row.currency}' is not a currency`);
    if (row.initialCloseDate && row.finalCloseDate && row.finalCloseDate < row.initialCloseDate) {
      state.refuse('funds', row.row, 'finalCloseDate', 'is before the initial close date');
    }
    const wasNamedLegally = before?.['name'] === before?.['legalName'];
    state.put('fund', 'Funds', before, required(state.names.find('fund', row.code), 'the id of a planned fund'), {
      code: row.code,
      legalName: row.legalName,
      // The plan has no short names, so keep one that somebody entered.
      name: wasNamedLegally ? row.legalName : undefined,
      fundFamily: optional(row.fundFamily, (label) =>
        state.entry('fund-family', label, { sheet: 'funds', row: row.row }),
      ),
      currency,
      totalCapitalRaised: row.size,
      initialCloseDate: row.initialCloseDate,
      finalCloseDate: row.finalCloseDate,
      escrowReleaseDate: row.escrowReleaseDate,
    });
  }
}

function planCoinvestments(state: PlanState, plan: CarryPlan): void {
  for (const row of plan.coinvestments) {
    if (row.faulty) continue;
    const before = findByCode(state.existing.coinvestment, row.code);
    const fund = state.names.find('fund', row.fund);
    if (!fund) state.refuse('coinvestments', row.row, 'fund', `There is no fund '${row.fund}'`);
    const currency = before ? undefined : currencyOfFund(state, plan, row.fund);
    const id = required(state.names.find('coinvestment', row.code), 'the id of a planned coinvestment');
    state.put('coinvestment', 'Coinvestments', before, id, {
      code: row.code,
      name: row.name,
      fund: fund ? { id: fund } : undefined,
      // A coinvestment uses its fund's currency until somebody chooses another.
      currency,
      initialCloseDate: row.initialCloseDate,
    });
  }
}

export function currencyOfFund(state: PlanState, plan: CarryPlan, code: string): { readonly id: string } | undefined {
  const row = plan.funds.find((fund) => normalizeKey(fund.code) === normalizeKey(code));
  if (row) return state.existingEntry('currency', row.currency);
  const id = referenceId(findByCode(state.existing.fund, code)?.['currency']);
  return id ? { id } : undefined;
}

function planInvestments(state: PlanState, plan: CarryPlan): void {
  for (const row of plan.investments) {
    if (row.faulty) continue;
    const before = findByCode(state.existing.investment, row.code);
    const id = required(state.names.find('investment', row.code), 'the id of a planned investment');
    const country = optional(row.country, (code) => state.existingEntry('country', code));
    if (row.country && !country) state.refuse('investments', row.row, 'country', `'${row.country}' is not a country`);
    const address = (before?.['address'] ?? {}) as Readonly<Record<string, unknown>>;
    state.put('investment', 'Investments', before, id, {
      code: row.code,
      name: row.name,
      legalName: row.legalName,
      sector: optional(row.sector, (label) => state.entry('sector', label, { sheet: 'investments', row: row.row })),
      status: optional(row.status, (label) =>
        state.entry('investment-status', label, { sheet: 'investments', row: row.row }),
      ),
      initialInvestmentDate: row.initialInvestmentDate,
      address: country && referenceId(address['country']) !== country.id ? { ...address, country } : undefined,
    });
    if (state.names.find('fund', row.fund)) planHolding(state, plan, row.code, row.fund);
    else state.refuse('investments', row.row, 'fund', `There is no fund '${row.fund}'`);
  }
}

/** Plans funds, coinvestments and investments with their holders and tranches. */
export function planContainers(state: PlanState, plan: CarryPlan): void {
  planFunds(state, plan);
  planCoinvestments(state, plan);
  planInvestments(state, plan);
  nameStoredHoldings(state);
  planTranches(state, plan);
}
