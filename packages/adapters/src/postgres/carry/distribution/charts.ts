import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { sectorName } from '../../portfolio/container/sources.ts';
import { codeOf } from '../../engine/words/index.ts';
import { sourceColumns, sourceJoins } from './sourceSql.ts';

export interface ChartRow {
  readonly id: string | null;
  readonly name: string;
  /** What the amount is of; amounts of unlike currencies are never added up. */
  readonly currency: string | null;
  readonly totalCarryDistributed: string;
}
export type ChartBy = 'sector' | 'fund' | 'coinvestment' | 'year' | 'investment';

/** By what the gross of disbursed distributions is added up; a reversal is negative and nets out. */
const groups: Readonly<Record<ChartBy, { readonly id: string; readonly name: string; readonly where: string }>> = {
  sector: {
    id: 'i.sector_id',
    name: sectorName('src."fundId"'),
    where: 'true',
  },
  fund: {
    id: 'src."fundId"',
    name: `(SELECT x.name FROM container x WHERE x.tenant_id = g.tenant_id AND x.id = src."fundId")`,
    where: 'src."fundId" IS NOT NULL',
  },
  coinvestment: {
    id: 'src."coinvestmentId"',
    name: `(SELECT x.name FROM container x WHERE x.tenant_id = g.tenant_id AND x.id = src."coinvestmentId")`,
    where: 'src."coinvestmentId" IS NOT NULL',
  },
  year: { id: 'NULL::uuid', name: `extract(year FROM d.distribution_date)::text`, where: 'true' },
  investment: { id: 'src.id', name: 'src.name', where: 'true' },
};

/** Carry distributed, the largest first; years in their order. */
export function distributionChart(tx: Transaction, by: ChartBy): Promise<ChartRow[]> {
  const { id, name, where } = groups[by];
  return tx.query<ChartRow>(
    `SELECT ${id} AS id, ${name} AS name, ${codeOf('d')} AS currency, sum(g.gross_carry_distributed) AS "totalCarryDistributed"
     FROM distribution_source g
     JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id AND d.status = 'DISB'
     CROSS JOIN LATERAL (SELECT ${sourceColumns} ${sourceJoins} WHERE c.tenant_id = g.tenant_id AND c.id = g.container_id) src
     LEFT JOIN investment i ON i.tenant_id = g.tenant_id AND i.id = src."investmentId"
     WHERE g.tenant_id = $1 AND ${where}
     GROUP BY 1, 2, d.tenant_id, d.currency_id ORDER BY 3, ${by === 'year' ? '2' : '4 DESC, 2'}`,
    [tx.tenantId],
  );
}
