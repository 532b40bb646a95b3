import type { InvestorFigureRow } from '@carrara/contract/performance/investor/investorFigures';
import type { InvestorCommitments } from '@carrara/contract/performance/investor/investorPerformance';
import { allTypes } from '@carrara/contract/portfolio/investor';
import type { MoneyFigure } from '@carrara/domain/performance/period';
import { column, entry, nameWithinCurrency, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { currencyCode, currencySort } from '../../engine/texts/amounts.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { linkColumns } from '../../platform/tenantLink/linkOfRecord.ts';
import {
  figureColumns,
  figureCoverage,
  figureTotals,
  storedFigures,
  nothingBookedSql,
} from '../periodFigures/figureRows.ts';
import {
  coverageJoin,
  fundsCovered,
  excludedFundsFor,
  investorCoverage,
  excludesValue,
} from '../periodFigures/investorCoverage.ts';
import { hasAcrossTransfer } from '../periodFigures/acrossTransfer.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';

const joins = {
  n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.investor_id',
  i: 'JOIN investor i ON i.tenant_id = b.tenant_id AND i.id = b.investor_id',
};
const ofType = entry('i.type_id', 'investor-type', ['i']);

const summedFigures = ['commitment', 'contributions', 'distributions', 'unfunded', 'nav'] as const;
/** The column with the funds that a figure of a row leaves out. */
const excludedColumn = (name: MoneyFigure) => `${name}_excluded`;

/** The list's rows, as SQL with the parameters `:endDate` and `:carriesForward`. */
const rows = `WITH requested AS MATERIALIZED (SELECT coalesce(:endDate::date, ${displayedQuarter()}) AS "end")
  SELECT i.tenant_id, coalesce(md5(i.id::text || l.currency_id::text)::uuid, i.id) AS id, i.id AS investor_id, l.currency_id,
    coalesce(g.period_end, a."end") AS period_end, ${storedFigures.map((name) => `g.${name}`).join(', ')},
    CASE WHEN g.subject_id IS NULL AND l.period_end IS NOT NULL THEN ${nothingBookedSql('a."end"', 'l.period_end')}
      ELSE coalesce(g.not_determined, '[]') END AS not_determined, CASE WHEN g.subject_id IS NULL THEN l.period_end END AS last_date,
    CASE WHEN :carriesForward::boolean IS NOT TRUE THEN NULL
      WHEN g.coverage -> 'carried' IS NOT NULL THEN (SELECT min((x ->> 'lastDate')::date) FROM jsonb_array_elements(g.coverage -> 'carried') x)
      WHEN g.period_end < a."end" AND l.nav <> 0 THEN g.period_end END AS carried_from,
    ${investorCoverage('covered')} AS coverage, ${fundsCovered('covered')} AS funds_covered,
    ${summedFigures.map((name) => `${excludedFundsFor('g', name)} AS ${excludedColumn(name)}`).join(', ')}
  FROM investor i CROSS JOIN requested a LEFT JOIN LATERAL (SELECT DISTINCT ON (f.currency_id) f.* FROM period_figure f
    WHERE f.tenant_id = i.tenant_id AND f.subject = 'INVESTOR' AND f.subject_id = i.id AND f.period_end <= a."end"
    ORDER BY f.currency_id, f.period_end DESC) l ON true
  LEFT JOIN LATERAL (SELECT p.* FROM period_figure o
    CROSS JOIN LATERAL jsonb_populate_record(o, CASE WHEN :carriesForward::boolean THEN coalesce(o.carried, '{}') ELSE '{}' END) p
    WHERE o.tenant_id = i.tenant_id AND o.subject = 'INVESTOR' AND o.subject_id = i.id AND o.currency_id = l.currency_id
      AND o.period_end = CASE WHEN l.nav = 0 AND NOT ${excludesValue('l')} OR :carriesForward::boolean THEN l.period_end ELSE a."end" END
    -- There is at most one. The limit makes the database look it up for each investor instead of reading all figures of the firm.
    LIMIT 1) g ON true
  ${coverageJoin('l', 'a."end"', 'by_date')}
  LEFT JOIN LATERAL (SELECT g.tenant_id, g.period_end, g.coverage, g.not_determined WHERE g.subject_id IS NOT NULL
    UNION ALL SELECT by_date.* WHERE g.subject_id IS NULL) covered ON true`;

/** A row is named by its investor. An investor's figures can leave out late funds. */
const summed = { record: 'b.investor_id', partly: (name: MoneyFigure) => `b.${excludedColumn(name)}` } as const;

/**
 * List of investors with their figures at the quarter end `:endDate`, otherwise `displayedQuarter`. There is one row
 * per currency of their commitments by then, or one row for an investor without any. If the last figures are earlier,
 * they are not determined, unless nothing was left then. With `:carriesForward`, late funds are included with their
 * last values.
 */
export const investorFigureList = defineListQuery<InvestorFigureRow>({
  base: {
    table: 'investor_at',
    rows,
    joins,
  },
  record: 'b.investor_id',
  columns: {
    ...figureColumns,
    ...figureTotals('investor_at', summedFigures, {
      where: 'b.currency_id IS NOT NULL',
      ...summed,
    }),
    irrPartial: { value: hasAcrossTransfer('b.tenant_id', 'b.investor_id', 'b.currency_id', 'b.period_end') },
    investorId: { value: 'b.investor_id' },
    coverage: column('text', 'b.coverage'),
    fundsCovered: { value: 'b.funds_covered' },
    investorName: nameWithinCurrency('n.name', 'b.currency_id', ['n']),
    code: column('code', 'n.code', ['n']),
    investorType: referenceColumn('i.type_id', 'reference:investor-type', ['i']),
    initialInvestmentDate: column('date', 'i.initial_investment_date', ['i']),
    country: referenceColumn('i.address_country_id', 'reference:country', ['i']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    periodEndDate: column('date', 'b.period_end'),
    linkedTenantName: linkColumns('investor', 'b.investor_id').linkedTenantName,
  },
  search: { text: 'n.search_text', joins: ['n'] },
  filters: { type: { ...ofType, where: (value) => (value === allTypes ? undefined : ofType.where(value)) } },
  order: { before: [], after: [currencyCode('b.currency_id')] },
  defaultSort: { field: 'investorName', ascending: true },
});

interface RequestedCommitments {
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
}

/** Returns the commitments in this list by investor and by type, largest first, with their coverage in each currency. */
export async function investorCommitments(
  tx: Transaction,
  { endDate, carriesForward = false }: RequestedCommitments,
): Promise<InvestorCommitments> {
  const listed = `FROM (${rows.replaceAll(':endDate', '$2').replaceAll(':carriesForward', '$3')}) b ${joins.n} ${joins.i}
    JOIN reference_entry t ON t.tenant_id = b.tenant_id AND t.id = i.type_id
    JOIN reference_entry r ON r.tenant_id = b.tenant_id AND r.id = b.currency_id WHERE b.tenant_id = $1`;
  const parameters = [tx.tenantId, endDate ?? null, carriesForward];
  const slicesBy = (key: string, id: string) =>
    tx.query<InvestorCommitments['commitmentsByType'][number]>(
      `SELECT ${key} AS key, ${id} AS id, r.code AS currency, sum(b.commitment)::text AS value ${listed}
       AND b.commitment IS NOT NULL GROUP BY 1, 2, 3 ORDER BY ${currencySort('r.code')}, sum(b.commitment) DESC, 1`,
      parameters,
    );
  const coverage = await tx.query<InvestorCommitments['coverage'][number]>(
    `SELECT r.code AS currency, ${figureCoverage('commitment', summed)} AS coverage ${listed} GROUP BY 1 ORDER BY ${currencySort('r.code')}`,
    parameters,
  );
  return {
    commitmentsByInvestor: await slicesBy('n.name', 'n.id'),
    commitmentsByType: await slicesBy('coalesce(t.description, t.code)', 'NULL::uuid'),
    coverage,
  };
}
