import { readSlices, type SumBy } from '../../engine/charts/sumBy.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { sectorName } from '../../portfolio/container/sources.ts';

export interface ChartRow {
  readonly id: string | null;
  readonly name: string;
  /** Currency of the amount. Amounts in different currencies are never added up. */
  readonly currency: string | null;
  readonly totalCarryDistributed: string;
}
export type ChartBy = 'sector' | 'fund' | 'coinvestment' | 'year' | 'investment';

/** SQL for the gross carry of disbursed distributions. Reversals are negative, so they net out. */
const paid = {
  from: `distribution_source g
    JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id AND d.status = 'DISB'
    JOIN source_facts f ON f.tenant_id = g.tenant_id AND f.id = g.container_id
    LEFT JOIN investment i ON i.tenant_id = g.tenant_id AND i.id = f.investment_id`,
  where: 'g.tenant_id = $1',
  amount: 'g.gross_carry_distributed',
  currencyOf: 'd',
} as const;
const nameOf = (id: string) => `(SELECT x.name FROM container x WHERE x.tenant_id = g.tenant_id AND x.id = ${id})`;
const charts: Readonly<Record<ChartBy, SumBy>> = {
  sector: { ...paid, id: 'i.sector_id', name: sectorName('f.fund_id') },
  fund: { ...paid, id: 'f.fund_id', name: nameOf('f.fund_id'), where: `${paid.where} AND f.fund_id IS NOT NULL` },
  coinvestment: {
    ...paid,
    id: 'f.coinvestment_id',
    name: nameOf('f.coinvestment_id'),
    where: `${paid.where} AND f.coinvestment_id IS NOT NULL`,
  },
  year: { ...paid, id: null, name: 'extract(year FROM d.distribution_date)::text', inOrder: true },
  investment: { ...paid, id: 'f.id', name: 'f.name' },
};

/** Returns the distributed carry, largest first, or in order for years. */
export async function distributionChart(tx: Transaction, by: ChartBy): Promise<ChartRow[]> {
  const slices = await readSlices(tx, charts[by]);
  return slices.map(({ amount, ...slice }) => ({ ...slice, totalCarryDistributed: amount }));
}
