import { type CalendarDate, decimal } from '@carrara/domain/kernel';
import type { VestingPart } from '@carrara/domain/carry/vesting';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { holdingParts } from '../../portfolio/container/containerInvestments.ts';

/** The stored values that determine the vesting of a tranche, or of a source without tranches. */
export interface VestingTrancheRow {
  readonly number: number | null;
  readonly name: string;
  readonly investedAmount: string | null;
  readonly trancheInvestmentDate: string | null;
  readonly investmentInitialDate: string | null;
  readonly initialCloseDate: string | null;
}

const trancheRow = (values: Readonly<Record<keyof VestingTrancheRow, string>>) =>
  `jsonb_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
/** SQL that is true for the holdings below a source. */
const belowSource = `(h.id = f.part_id AND f.kind <> 'tranche' OR f.kind = 'fund' AND h.fund_id = f.id
  OR f.kind = 'coinvestment' AND h.coinvestment_id = f.id OR f.kind = 'vintage' AND h.vintage_id = f.id)`;
const holderClose = (holder: string) =>
  `(SELECT o.initial_close_date FROM (SELECT tenant_id, id, initial_close_date FROM fund UNION ALL SELECT tenant_id, id, initial_close_date FROM coinvestment) o
    WHERE o.tenant_id = f.tenant_id AND o.id = ${holder})`;
const initialDate = (alias: string) =>
  `(SELECT i.initial_investment_date FROM investment i WHERE i.tenant_id = ${alias}.tenant_id AND i.id = ${alias}.investment_id)`;

/** SQL for the source itself as one part. `f` is its row in `source_facts`. */
export const ownPart = trancheRow({
  number: 'f.tranche_number',
  name: 'f.name',
  investedAmount: `coalesce((SELECT t.invested_amount FROM tranche t WHERE t.tenant_id = f.tenant_id AND t.id = f.id),
    (SELECT h.invested_amount FROM ${holdingParts} h WHERE h.tenant_id = f.tenant_id AND h.id = f.id))::text`,
  trancheInvestmentDate: 'f.tranche_date',
  investmentInitialDate: initialDate('f'),
  initialCloseDate: holderClose('coalesce(f.fund_id, f.coinvestment_id)'),
});

const tranchePart = trancheRow({
  number: 't.tranche_number',
  name: '(SELECT c.name FROM container c WHERE c.tenant_id = t.tenant_id AND c.id = t.id)',
  investedAmount: 't.invested_amount::text',
  trancheInvestmentDate: 't.investment_date',
  investmentInitialDate: initialDate('t'),
  initialCloseDate: holderClose('h.holder_id'),
});

/** Returns SQL for the tranches `t` of a source and of everything below it, each with more values. `f` is its row in `source_facts`. */
export const tranchesBelow = (
  more = '',
): string => `(SELECT coalesce(jsonb_agg(${tranchePart}${more} ORDER BY t.investment_id, t.tranche_number, t.id), '[]') FROM ${holdingParts} h
  JOIN tranche t ON t.tenant_id = h.tenant_id AND h.id IN (t.fund_investment_id, t.coinvestment_investment_id)
  WHERE h.tenant_id = f.tenant_id AND ${belowSource})`;
export const partsBelow = tranchesBelow();

/** Converts the stored texts to the input of the vesting rules. */
export const vestingPart = (row: VestingTrancheRow): VestingPart => ({
  investedAmount: row.investedAmount === null ? null : decimal(row.investedAmount),
  trancheInvestmentDate: row.trancheInvestmentDate as CalendarDate | null,
  investmentInitialDate: row.investmentInitialDate as CalendarDate | null,
  initialCloseDate: row.initialCloseDate as CalendarDate | null,
});

interface Parts {
  readonly own: VestingPart;
  readonly tranches: readonly VestingPart[];
}

/** Returns the values that vesting in these sources depends on, in one statement. */
export async function readVestingParts(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Parts>> {
  const rows = await tx.prepared<{ id: string; own: VestingTrancheRow; tranches: VestingTrancheRow[] }>(
    `SELECT f.id, ${ownPart} AS own, ${partsBelow} AS tranches FROM source_facts f
     WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
  return new Map(
    rows.map(({ id, own, tranches }) => [id, { own: vestingPart(own), tranches: tranches.map(vestingPart) }]),
  );
}
