import { required } from '../../kernel/index.ts';
import { type Desk, normalizeKey, optional } from './desk.ts';
import { nameStoredHoldings, planHolding } from './holdings.ts';
import { planTranches } from './planTranches.ts';
import { byCode, referenceId } from './records.ts';
import type { CarryPlan, SheetKey } from './sheets.ts';

/** Assigns each code its id: the stored record's or a new one. A repeated code is an error. */
function nameAll<K extends 'fund' | 'coinvestment' | 'investment'>(
  desk: Desk,
  kind: K,
  sheet: SheetKey & ('funds' | 'coinvestments' | 'investments'),
  rows: readonly { readonly row: number; readonly code: string }[],
): void {
  for (const record of desk.existing[kind]) desk.names.set(kind, String(record['code']), record.id);
  const first = new Map<string, number>();
  for (const { row, code } of rows) {
    if (code === '') continue;
    const earlier = first.get(normalizeKey(code));
    if (earlier !== undefined) desk.refuse(sheet, row, 'code', `'${code}' is already in row ${earlier}`);
    else first.set(normalizeKey(code), row);
    if (!desk.names.find(kind, code)) desk.names.set(kind, code, desk.newId());
  }
}

/** Runs before anything is planned, because a row may refer to a record further down. */
export function nameContainers(desk: Desk, plan: CarryPlan): void {
  nameAll(desk, 'fund', 'funds', plan.funds);
  nameAll(desk, 'coinvestment', 'coinvestments', plan.coinvestments);
  nameAll(desk, 'investment', 'investments', plan.investments);
}

function planFunds(desk: Desk, plan: CarryPlan): void {
  for (const row of plan.funds) {
    if (row.faulty) continue;
    const before = byCode(desk.existing.fund, row.code);
    const currency = desk.existingEntry('currency', row.currency);
    if (!currency) desk.refuse('funds', row.row, 'currency', `'${row.currency}' is not a currency`);
    if (row.initialCloseDate && row.finalCloseDate && row.finalCloseDate < row.initialCloseDate) {
      desk.refuse('funds', row.row, 'finalCloseDate', 'is before the initial close date');
    }
    const wasNamedLegally = before?.['name'] === before?.['legalName'];
    desk.put('fund', 'Funds', before, required(desk.names.find('fund', row.code), 'the id of a planned fund'), {
      code: row.code,
      legalName: row.legalName,
      // The plan has no short names, so keep one that somebody entered.
      name: wasNamedLegally ? row.legalName : undefined,
      fundFamily: optional(row.fundFamily, (label) =>
        desk.entry('fund-family', label, { sheet: 'funds', row: row.row }),
      ),
      currency,
      totalCapitalRaised: row.size,
      initialCloseDate: row.initialCloseDate,
      finalCloseDate: row.finalCloseDate,
      escrowReleaseDate: row.escrowReleaseDate,
    });
  }
}

function planCoinvestments(desk: Desk, plan: CarryPlan): void {
  for (const row of plan.coinvestments) {
    if (row.faulty) continue;
    const before = byCode(desk.existing.coinvestment, row.code);
    const fund = desk.names.find('fund', row.fund);
    if (!fund) desk.refuse('coinvestments', row.row, 'fund', `There is no fund '${row.fund}'`);
    const currency = before ? undefined : currencyOfFund(desk, plan, row.fund);
    const id = required(desk.names.find('coinvestment', row.code), 'the id of a planned coinvestment');
    desk.put('coinvestment', 'Coinvestments', before, id, {
      code: row.code,
      name: row.name,
      fund: fund ? { id: fund } : undefined,
      // A coinvestment uses its fund's currency until somebody chooses another.
      currency,
      initialCloseDate: row.initialCloseDate,
    });
  }
}

export function currencyOfFund(desk: Desk, plan: CarryPlan, code: string): { readonly id: string } | undefined {
  const row = plan.funds.find((fund) => normalizeKey(fund.code) === normalizeKey(code));
  if (row) return desk.existingEntry('currency', row.currency);
  const id = referenceId(byCode(desk.existing.fund, code)?.['currency']);
  return id ? { id } : undefined;
}

function planInvestments(desk: Desk, plan: CarryPlan): void {
  for (const row of plan.investments) {
    if (row.faulty) continue;
    const before = byCode(desk.existing.investment, row.code);
    const id = required(desk.names.find('investment', row.code), 'the id of a planned investment');
    const country = optional(row.country, (code) => desk.existingEntry('country', code));
    if (row.country && !country) desk.refuse('investments', row.row, 'country', `'${row.country}' is not a country`);
    const address = (before?.['address'] ?? {}) as Readonly<Record<string, unknown>>;
    desk.put('investment', 'Investments', before, id, {
      code: row.code,
      name: row.name,
      legalName: row.legalName,
      sector: optional(row.sector, (label) => desk.entry('sector', label, { sheet: 'investments', row: row.row })),
      status: optional(row.status, (label) =>
        desk.entry('investment-status', label, { sheet: 'investments', row: row.row }),
      ),
      initialInvestmentDate: row.initialInvestmentDate,
      address: country && referenceId(address['country']) !== country.id ? { ...address, country } : undefined,
    });
    if (desk.names.find('fund', row.fund)) planHolding(desk, plan, row.code, row.fund);
    else desk.refuse('investments', row.row, 'fund', `There is no fund '${row.fund}'`);
  }
}

/** Plans funds, coinvestments and investments with their holders and tranches. */
export function planContainers(desk: Desk, plan: CarryPlan): void {
  planFunds(desk, plan);
  planCoinvestments(desk, plan);
  planInvestments(desk, plan);
  nameStoredHoldings(desk);
  planTranches(desk, plan);
}
