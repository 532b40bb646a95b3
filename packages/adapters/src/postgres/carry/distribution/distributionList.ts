import { headColumns } from '../../engine/lists/headColumns.ts';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { disbursedAmountSql, isTaxUnknown, determinedSql } from '../../portfolio/container/sources.ts';
import { column, condition, equals, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { statusColumn } from '../../statusText.ts';
import { distributionStatusText, isReversedDistribution } from '../carryViews/statusText.ts';

/** Creates a filter: the distribution has at least one source that matches. `f` is the row in `source_facts`. */
const fromSource = (at: string) =>
  condition(`EXISTS (SELECT FROM distribution_source s
    JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    WHERE s.tenant_id = b.tenant_id AND s.distribution_id = b.id AND ${at} = ?::uuid)`);

const isReversed = isReversedDistribution('b');

/** List of all distributions. They are never inactive. */
export const distributionList = defineListQuery<RowOf<typeof distributionEndpoints.listDistributions>>({
  base: { table: 'distribution' },
  columns: {
    ...headColumns,
    name: column('text', 'b.name'),
    description: column('longText', 'b.description'),
    distributionDate: column('date', 'b.distribution_date'),
    status: {
      ...statusColumn('distribution'),
      value: `jsonb_build_object('code', b.status, 'description', ${distributionStatusText('b')})`,
    },
    isReversed: { value: isReversed },
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    totalCarryDistributed: {
      ...column('money', determinedSql('total_carry_distributed', 'b')),
      total: {
        sum: disbursedAmountSql('b', 'b.total_carry_distributed'),
        from: 'distribution b',
        key: 'b.id',
        currency: 'b.currency_id',
        sameRowAs: 'b',
      },
    },
    isDetermined: { value: `b.is_determined AND NOT ${isTaxUnknown('b')}` },
    numberOfParticipants: column('count', determinedSql('number_of_participants', 'b')),
    numberOfSources: column(
      'count',
      '(SELECT count(*)::int FROM distribution_source s WHERE s.tenant_id = b.tenant_id AND s.distribution_id = b.id)',
    ),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: {
    status: equals('b.status'),
    id: condition('b.id = ?::uuid'),
    sourceId: fromSource('s.container_id'),
    fundId: fromSource('f.fund_id'),
    coinvestmentId: fromSource('f.coinvestment_id'),
    sectorId: fromSource(
      '(SELECT i.sector_id FROM investment i WHERE i.tenant_id = f.tenant_id AND i.id = f.investment_id)',
    ),
    from: condition('b.distribution_date >= ?::date'),
    to: condition('b.distribution_date <= ?::date'),
    year: condition('extract(year FROM b.distribution_date) = ?::int'),
  },
  defaultSort: { field: 'distributionDate', ascending: false },
});

const counted = {
  draft: 'DRAFT',
  rejected: 'REJ',
  submitted: 'SUB',
  approved: 'APP',
  disbursed: 'DISB',
} as const;

/** Returns the number of distributions, in total and per status. */
export async function countDistributions(
  tx: Transaction,
): Promise<Readonly<Record<'all' | keyof typeof counted, number>>> {
  const ofStatus = Object.entries(counted).map(
    ([name, code]) => `count(*) FILTER (WHERE status = '${code}')::int AS ${name}`,
  );
  const [counts] = await tx.prepared<Record<'all' | keyof typeof counted, number>>(
    `SELECT count(*)::int AS "all", ${ofStatus.join(', ')} FROM distribution WHERE tenant_id = $1`,
    [tx.tenantId],
  );
  if (!counts) throw new Error('a count must return a row');
  return counts;
}
