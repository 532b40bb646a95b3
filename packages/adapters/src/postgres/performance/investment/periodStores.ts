import { newsFields, type NewsItem } from '@carrara/contract/performance/investment/investment';
import { companyFields, dealFields, positionFields } from '@carrara/contract/performance/investment/portfolioMetrics';
import { defineRecord, type StoredRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

const linkType = 'Investment Metrics';

/** Store of a company's facts at a quarter end. */
export const investmentPeriodStore = defineRecord({
  objectType: 'investmentPeriod',
  linkType,
  table: 'investment_period',
  fields: companyFields,
  links: { investment: { kind: 'reference', target: 'investment' }, periodEnd: { kind: 'date' } },
});

/** Store of a holding's facts at a quarter end. Ownership is a fraction. */
export const holdingPeriodStore = defineRecord({
  objectType: 'fundInvestmentPeriod',
  linkType,
  table: 'holding_period',
  fields: { ...dealFields, ...positionFields },
  links: { holdingId: { kind: 'id' }, periodEnd: { kind: 'date' } },
});

export const newsStore = defineRecord<NewsItem>({
  objectType: 'newsItem',
  table: 'news_item',
  fields: newsFields,
  links: { investment: { kind: 'reference', target: 'investment' } },
});

const tables = {
  investmentPeriod: ['investment_period', 'investment_id', investmentPeriodStore],
  holdingPeriod: ['holding_period', 'holding_id', holdingPeriodStore],
} as const;

/** Returns the latest saved metrics of a company or holding up to a quarter end. */
export async function latestMetrics(tx: Transaction, kind: keyof typeof tables, id: string, end: string) {
  const [table, owner, store] = tables[kind];
  const [found] = await tx.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE tenant_id = $1 AND ${owner} = $2 AND period_end <= $3 ORDER BY period_end DESC LIMIT 1`,
    [tx.tenantId, id, end],
  );
  return found && store.load(tx, found.id);
}

/** Returns the metrics of holdings up to a date, by holding, in order of quarters. */
export async function metricsUntil(
  tx: Transaction,
  holdingIds: readonly string[],
  until: string,
): Promise<readonly StoredRecord[]> {
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM holding_period WHERE tenant_id = $1 AND holding_id = ANY ($2::uuid[]) AND period_end <= $3 ORDER BY holding_id, period_end',
    [tx.tenantId, holdingIds, until],
  );
  const ids = found.map(({ id }) => id);
  const stored = new Map(
    (await holdingPeriodStore.loadMany(tx, ids)).map((storedRecord) => [storedRecord.id, storedRecord]),
  );
  return ids.flatMap((id) => stored.get(id) ?? []);
}
