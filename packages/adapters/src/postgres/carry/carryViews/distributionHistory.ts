import type { fundViewEndpoints } from '@carrara/contract/carry/container/fundViews';
import type { participantViewEndpoints } from '@carrara/contract/carry/participant/participantViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, type ListColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import {
  disbursedAmountSql as disbursedAmount,
  containedInSql,
  holderCodeSql,
  isTaxUnknown,
  determinedSql,
} from '../../portfolio/container/sources.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { distributionStatusText } from './statusText.ts';
import { entityNamesSql } from './entityNamesSql.ts';

/** Returns the joins behind a row of a distribution's source, from the join that finds the source. */
const joinsFrom = (source: string) => ({
  s: source,
  d: 'JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id',
  f: `JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = s.container_id`,
  fn: 'LEFT JOIN container fn ON fn.tenant_id = b.tenant_id AND fn.id = f.fund_id',
  cn: 'LEFT JOIN container cn ON cn.tenant_id = b.tenant_id AND cn.id = f.coinvestment_id',
  i: 'LEFT JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = f.investment_id',
  r: 'LEFT JOIN reference_entry r ON r.tenant_id = b.tenant_id AND r.id = i.sector_id',
});
const sourceColumns = {
  distributionId: { value: 'd.id', joins: ['d'] },
  distributionName: column('text', 'd.name', ['d']),
  distributionDate: column('date', 'd.distribution_date', ['d']),
  distributionStatus: column('text', distributionStatusText('d'), ['d']),
  type: column('text', 's.source_type', ['s']),
  sourceId: { value: 's.container_id', joins: ['s'] },
  sourceName: column('text', 'f.name', ['s', 'f']),
  sourceHolder: { value: holderCodeSql('f'), joins: ['s', 'f'] },
  fundId: { value: 'f.fund_id', joins: ['s', 'f'] },
  fund: column('text', 'fn.name', ['s', 'f', 'fn']),
  coinvestment: column('text', 'cn.name', ['s', 'f', 'cn']),
  investmentId: { value: 'f.investment_id', joins: ['s', 'f'] },
  sectorId: { value: 'i.sector_id', joins: ['s', 'f', 'i'] },
  sector: column('text', 'r.description', ['s', 'f', 'i', 'r']),
  currency: { value: currencyCode('d.currency_id'), joins: ['d'] },
  numberOfParticipants: column('count', determinedSql('number_of_participants', 's'), ['s']),
  isDetermined: { value: 's.is_determined', joins: ['s'] },
} as const satisfies Readonly<Record<string, ListColumn>>;
const search = {
  text: `lower(d.name || E'\\n' || f.name || E'\\n' || coalesce(${containedInSql('f')}, ''))`,
  joins: ['s', 'd', 'f'],
};
const disbursedOnly = { disbursedOnly: condition(`(NOT ?::boolean OR d.status = 'DISB')`, ['d']) };
const defaultSort = { field: 'distributionDate', ascending: false };
/** Returns the columns for all figures of a row. Their totals cover the disbursed rows only. */
const figures = (from: string) =>
  Object.fromEntries(
    Object.entries(figureColumns).map(([name, at]) => [
      name,
      {
        ...column(
          'money',
          `CASE WHEN s.is_determined${needsTax.has(at) ? ` AND NOT ${isTaxUnknown('d', 's.container_id')}` : ''} THEN b.${at} END`,
          ['s', 'd'],
        ),
        total: {
          sum: disbursedAmount('d', `b.${at}`),
          from: `${from} b JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id`,
          key: 'b.id',
          currency: 'd.currency_id',
          sameRowAs: 'd',
        },
      },
    ]),
  ) as Readonly<Record<keyof typeof figureColumns, ListColumn>>;
const figureColumns = {
  grossCarryDistributed: 'gross_carry_distributed',
  tax: 'tax',
  escrow: 'escrow',
  loanRepayment: 'loan_repayment',
  otherAdjustment: 'other_adjustment',
  netCarryDistributed: 'net_carry_distributed',
};

/** Columns that depend on the tax. */
const needsTax: ReadonlySet<string> = new Set(['tax', 'net_carry_distributed']);

/** List of what a participant received from each source of each distribution, one row per path. */
export const participantDistributionList = defineListQuery<
  RowOf<typeof participantViewEndpoints.listEmployeeDistributions>
>({
  base: {
    table: 'distribution_detail',
    joins: joinsFrom('JOIN distribution_source s ON s.tenant_id = b.tenant_id AND s.id = b.distribution_source_id'),
  },
  columns: {
    ...sourceColumns,
    through: column('text', entityNamesSql('b.path', 'b.participant_id')),
    distributionParticipantId: { value: 'b.id' },
    ...figures('distribution_detail'),
  },
  search,
  filters: {
    participantId: condition('b.participant_id = ?::uuid'),
    withTrustsOf: condition(
      'b.participant_id IN (SELECT ?::uuid UNION ALL SELECT t.id FROM trust t WHERE t.tenant_id = b.tenant_id AND t.employee_id = ?::uuid)',
    ),
    holderId: condition('?::uuid IN (f.fund_id, f.coinvestment_id)', ['s', 'f']),
    year: condition('extract(year FROM d.distribution_date) = ?::int', ['d']),
    to: condition('d.distribution_date <= ?::date', ['d']),
    // Filters by an entity anywhere on the path.
    throughEntity: condition('?::uuid = ANY (b.path)'),
    ...disbursedOnly,
  },
  defaultSort,
});

/** SQL for the sources of distributions with their deductions. Entities are counted once, at the top of their path. */
export const sourceTotals = `(
  SELECT g.tenant_id, g.id, g.distribution_id, g.container_id, g.gross_carry_distributed, g.net_carry_distributed,
    coalesce(x.tax, 0.00) AS tax, coalesce(x.escrow, 0.00) AS escrow, coalesce(x.loan_repayment, 0.00) AS loan_repayment,
    coalesce(x.other_adjustment, 0.00) AS other_adjustment
  FROM distribution_source g
  LEFT JOIN LATERAL (
    SELECT sum(d.tax) AS tax, sum(d.escrow) AS escrow, sum(d.loan_repayment) AS loan_repayment, sum(d.other_adjustment) AS other_adjustment
    FROM distribution_detail d
    WHERE d.tenant_id = g.tenant_id AND d.distribution_source_id = g.id AND d.parent_detail_id IS NULL) x ON true
)`;
/** List of what each distribution paid from a fund, a coinvestment or an investment, including everything below it. */
export const containerDistributionList = defineListQuery<RowOf<typeof fundViewEndpoints.listFundDistributions>>({
  base: {
    table: sourceTotals,
    joins: joinsFrom('JOIN distribution_source s ON s.tenant_id = b.tenant_id AND s.id = b.id'),
  },
  columns: {
    ...sourceColumns,
    through: column('text', 'NULL::text'),
    distributionParticipantId: { value: 'NULL::uuid' },
    ...figures(sourceTotals),
  },
  search,
  filters: {
    fundId: condition('f.fund_id = ?::uuid', ['s', 'f']),
    coinvestmentId: condition('f.coinvestment_id = ?::uuid', ['s', 'f']),
    investmentId: condition('f.investment_id = ?::uuid', ['s', 'f']),
    fundOrCoinvestmentId: condition('?::uuid IN (f.fund_id, f.coinvestment_id, f.part_id)', ['s', 'f']),
    ...disbursedOnly,
  },
  defaultSort,
});
