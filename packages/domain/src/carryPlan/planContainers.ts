import { type Desk, keyOf, optional } from './desk.ts';
import type { ExistingRecord } from './existing.ts';
import type { CarryPlan, SheetKey } from './sheets.ts';

const idOf = (reference: unknown): string | undefined => (reference as { id?: string } | null | undefined)?.id;
const byCode = (records: readonly ExistingRecord[], code: string): ExistingRecord | undefined =>
  records.find((record) => keyOf(String(record['code'] ?? '')) === keyOf(code));

/** Gives every code its id, the stored record's or a new one; a code that stands there twice is refused. */
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
    const earlier = first.get(keyOf(code));
    if (earlier !== undefined) desk.refuse(sheet, row, 'code', `'${code}' stands in row ${earlier} already`);
    else first.set(keyOf(code), row);
    if (!desk.names.find(kind, code)) desk.names.set(kind, code, desk.newId());
  }
}

/** Before anything is planned: a reference may stand above what it points at. */
export function nameContainers(desk: Desk, plan: CarryPlan): void {
  nameAll(desk, 'fund', 'funds', plan.funds);
  nameAll(desk, 'coinvestment', 'coinvestments', plan.coinvestments);
  nameAll(desk, 'investment', 'investments', plan.investments);
}

function planFunds(desk: Desk, plan: CarryPlan): void {
  for (const row of plan.funds) {
    if (row.faulty) continue;
    const before = byCode(desk.existing.fund, row.code);
    const currency = desk.knownEntry('currency', row.currency);
    if (!currency) desk.refuse('funds', row.row, 'currency', `'${row.currency}' is not a currency`);
    if (row.initialCloseDate && row.finalCloseDate && row.finalCloseDate < row.initialCloseDate) {
      desk.refuse('funds', row.row, 'finalCloseDate', 'lies before the initial close date');
    }
    const wasNamedLegally = before?.['name'] === before?.['legalName'];
    desk.put('fund', 'Funds', before, desk.names.find('fund', row.code)!, {
      code: row.code,
      legalName: row.legalName,
      // The plan has no short names: one that a person gave stays.
      name: wasNamedLegally ? row.legalName : undefined,
      fundFamily: optional(row.fundFamily, (words) => desk.entry('fund-family', words)),
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
    desk.put('coinvestment', 'Coinvestments', before, desk.names.find('coinvestment', row.code)!, {
      code: row.code,
      name: row.name,
      fund: fund ? { id: fund } : undefined,
      // A coinvestment is in its fund's currency until another is chosen.
      currency,
      initialCloseDate: row.initialCloseDate,
    });
  }
}

export function currencyOfFund(desk: Desk, plan: CarryPlan, code: string): { readonly id: string } | undefined {
  const row = plan.funds.find((fund) => keyOf(fund.code) === keyOf(code));
  if (row) return desk.knownEntry('currency', row.currency);
  const id = idOf(byCode(desk.existing.fund, code)?.['currency']);
  return id ? { id } : undefined;
}

function planInvestments(desk: Desk, plan: CarryPlan): void {
  for (const row of plan.investments) {
    if (row.faulty) continue;
    const before = byCode(desk.existing.investment, row.code);
    const id = desk.names.find('investment', row.code)!;
    const country = optional(row.country, (code) => desk.knownEntry('country', code));
    if (row.country && !country) desk.refuse('investments', row.row, 'country', `'${row.country}' is not a country`);
    const address = (before?.['address'] ?? {}) as Readonly<Record<string, unknown>>;
    desk.put('investment', 'Investments', before, id, {
      code: row.code,
      name: row.name,
      legalName: row.legalName,
      sector: optional(row.sector, (words) => desk.entry('sector', words)),
      status: optional(row.status, (words) => desk.entry('investment-status', words)),
      initialInvestmentDate: row.initialInvestmentDate,
      address: country && idOf(address['country']) !== country.id ? { ...address, country } : undefined,
    });
    if (desk.names.find('fund', row.fund)) planHolding(desk, plan, row.code, row.fund);
    else desk.refuse('investments', row.row, 'fund', `There is no fund '${row.fund}'`);
  }
}

function holdingName(desk: Desk, plan: CarryPlan, investment: string, holder: string): string {
  const { existing } = desk;
  const stored = (records: readonly ExistingRecord[], code: string) =>
    byCode(records, code)?.['name'] as string | undefined;
  const planned = <R extends { readonly code: string }>(rows: readonly R[], code: string) =>
    rows.find((row) => keyOf(row.code) === keyOf(code));
  const of =
    planned(plan.funds, holder)?.legalName ??
    planned(plan.coinvestments, holder)?.name ??
    stored([...existing.fund, ...existing.coinvestment], holder);
  const what = planned(plan.investments, investment)?.name ?? stored(existing.investment, investment);
  return `${of ?? holder}: ${what ?? investment}`.slice(0, 200);
}

/** The part of an investment that a fund or coinvestment holds; answers its id and whether it is the fund's. */
function planHolding(
  desk: Desk,
  plan: CarryPlan,
  investment: string,
  holder: string,
): { readonly id: string; readonly isFund: boolean } {
  const fund = desk.names.find('fund', holder);
  const kind = fund ? 'fundInvestment' : 'coinvestmentInvestment';
  const isFund = fund !== undefined;
  const name = `${investment}/${holder}`;
  const known = desk.names.find(kind, name);
  if (known) return { id: known, isFund };
  const investmentId = desk.names.find('investment', investment)!;
  const holderId = fund ?? desk.names.find('coinvestment', holder)!;
  const before = desk.existing[kind].find(
    (record) =>
      idOf(record['investment']) === investmentId && idOf(record[isFund ? 'fund' : 'coinvestment']) === holderId,
  );
  const id = before?.id ?? desk.newId();
  desk.names.set(kind, name, id);
  desk.put(kind, 'Holdings of investments', before, id, {
    name: before ? undefined : holdingName(desk, plan, investment, holder),
    [isFund ? 'fund' : 'coinvestment']: { id: holderId },
    investment: { id: investmentId },
  });
  return { id, isFund };
}

function planTranches(desk: Desk, plan: CarryPlan): void {
  const first = new Map<string, number>();
  for (const row of plan.tranches) {
    const { investment, holder } = row;
    if (row.faulty) {
      // What refers to it is not wrong as well.
      desk.names.set('tranche', `${investment}/${holder}/${row.number}`, desk.newId());
      continue;
    }
    const investmentId = desk.names.find('investment', investment);
    if (!investmentId) desk.refuse('tranches', row.row, 'investment', `There is no investment '${investment}'`);
    const isHolder = desk.names.find('fund', holder) ?? desk.names.find('coinvestment', holder);
    if (!isHolder) desk.refuse('tranches', row.row, 'holder', `There is no fund or coinvestment '${holder}'`);
    if (row.number === '0') desk.refuse('tranches', row.row, 'number', 'is counted from 1');
    const key = `${investment}/${holder}/${row.number}`;
    const earlier = first.get(keyOf(key));
    if (earlier !== undefined) desk.refuse('tranches', row.row, 'number', `'${key}' stands in row ${earlier} already`);
    first.set(keyOf(key), row.row);
    if (!investmentId || !isHolder || earlier !== undefined) continue;
    const holding = planHolding(desk, plan, investment, holder);
    const side = holding.isFund ? 'fundInvestment' : 'coinvestmentInvestment';
    const before = desk.existing.tranche.find(
      (record) => idOf(record[side]) === holding.id && String(record['trancheNumber']) === row.number,
    );
    const id = before?.id ?? desk.newId();
    desk.names.set('tranche', key, id);
    const legalName = plan.investments.find(({ code }) => keyOf(code) === keyOf(investment))?.legalName ?? investment;
    desk.put('tranche', 'Tranches', before, id, {
      name: row.name ?? (before ? undefined : `${legalName} Tranche # ${row.number}`),
      trancheNumber: Number(row.number),
      investmentDate: row.investmentDate,
      investedAmount: row.investedAmount,
      investment: { id: investmentId },
      [side]: { id: holding.id },
    });
  }
}

/** Tranches that are stored and not in the plan can be meant by their place too. */
function nameStoredHoldings(desk: Desk): void {
  const codes = new Map(
    [...desk.existing.fund, ...desk.existing.coinvestment, ...desk.existing.investment].map((r) => [
      r.id,
      String(r['code']),
    ]),
  );
  const placeOf = (record: ExistingRecord, holder: 'fund' | 'coinvestment') =>
    `${codes.get(idOf(record['investment']) ?? '')}/${codes.get(idOf(record[holder]) ?? '')}`;
  const places = new Map<string, string>();
  for (const record of desk.existing.fundInvestment) places.set(record.id, placeOf(record, 'fund'));
  for (const record of desk.existing.coinvestmentInvestment) places.set(record.id, placeOf(record, 'coinvestment'));
  for (const tranche of desk.existing.tranche) {
    const place = places.get(idOf(tranche['fundInvestment']) ?? idOf(tranche['coinvestmentInvestment']) ?? '');
    if (place) desk.names.set('tranche', `${place}/${String(tranche['trancheNumber'])}`, tranche.id);
  }
}

/** Plans funds, coinvestments, investments, who holds them and their tranches. */
export function planContainers(desk: Desk, plan: CarryPlan): void {
  planFunds(desk, plan);
  planCoinvestments(desk, plan);
  planInvestments(desk, plan);
  nameStoredHoldings(desk);
  planTranches(desk, plan);
}
