import { type ChartPoint, type ChartSlice, readPoints, readSlices, type SumBy } from '../../engine/charts/sumBy.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { containedInSql } from '../../portfolio/container/sources.ts';

/** SQL for the net of the estimates in force. */
const expected = {
  from: `standing_forecast_source b
    JOIN forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.id
    JOIN forecast x ON x.tenant_id = b.tenant_id AND x.id = b.forecast_id
    JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = b.container_id`,
  where: 'b.tenant_id = $1',
  amount: 's.net_carry_distributed',
  currencyOf: 'x',
} as const;
const byHolder = {
  ...expected,
  id: 'coalesce(f.coinvestment_id, f.fund_id)',
  name: containedInSql('f'),
} satisfies SumBy;
const bySource = { ...expected, id: 'f.id', name: 'f.name' } satisfies SumBy;

export const forecastsByFund = (tx: Transaction): Promise<ChartSlice[]> =>
  readSlices(tx, { ...byHolder, where: `${expected.where} AND f.coinvestment_id IS NULL` });
export const forecastsByCoinvestment = (tx: Transaction): Promise<ChartSlice[]> =>
  readSlices(tx, { ...byHolder, where: `${expected.where} AND f.coinvestment_id IS NOT NULL` });
export const forecastsBySource = (tx: Transaction): Promise<ChartSlice[]> => readSlices(tx, bySource);
/** Returns the same over the expected dates, by fund and coinvestment. */
export const forecastsByYear = (tx: Transaction): Promise<ChartPoint[]> =>
  readPoints(tx, byHolder, 'x.distribution_date', []);

export const forecastChoices = (tx: Transaction): Promise<{ id: string; name: string; code: string | null }[]> =>
  tx.prepared('SELECT id, name, NULL::text AS code FROM forecast WHERE tenant_id = $1 ORDER BY lower(name), id', [
    tx.tenantId,
  ]);
