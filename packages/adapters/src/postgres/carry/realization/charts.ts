import { type ChartSlice, readSlices, type SumBy } from '../../engine/charts/sumBy.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { containedInSql, sectorName } from '../../portfolio/container/sources.ts';

/** SQL for the carry of posted realizations. Reversals are negative, so they net out. */
const posted = {
  from: `realization_source s
    JOIN realization d ON d.tenant_id = s.tenant_id AND d.id = s.realization_id AND d.status <> 'DRAFT'
    JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    LEFT JOIN investment i ON i.tenant_id = s.tenant_id AND i.id = f.investment_id`,
  where: 's.tenant_id = $1',
  amount: 's.total_carry',
  currencyOf: 'd',
} as const;
const charts = {
  sector: { ...posted, id: 'i.sector_id', name: sectorName('f.fund_id') },
  fund: { ...posted, id: 'coalesce(f.coinvestment_id, f.fund_id)', name: containedInSql('f') },
  source: { ...posted, id: 'f.id', name: 'f.name' },
  time: { ...posted, id: null, name: 'extract(year FROM s.realization_date)::int::text', inOrder: true },
} as const satisfies Readonly<Record<string, SumBy>>;

export type RealizationCharts = Record<keyof typeof charts, ChartSlice[]>;

/**
 * Returns the realized carry by sector, by fund or coinvestment, by source and by year, largest first, or in order for
 * years.
 */
export const realizationCharts = async (tx: Transaction): Promise<RealizationCharts> => ({
  sector: await readSlices(tx, charts.sector),
  fund: await readSlices(tx, charts.fund),
  source: await readSlices(tx, charts.source),
  time: await readSlices(tx, charts.time),
});

export const realizationChoices = (tx: Transaction): Promise<{ id: string; name: string; code: string | null }[]> =>
  tx.prepared('SELECT id, name, NULL::text AS code FROM realization WHERE tenant_id = $1 ORDER BY lower(name), id', [
    tx.tenantId,
  ]);
