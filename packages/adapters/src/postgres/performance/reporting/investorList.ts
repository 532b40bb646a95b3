import type { RowOf } from '@carrara/contract/core/endpoint';
import type { reportingEndpoints } from '@carrara/contract/performance/reporting';
import { column, defineListQuery, referenceColumn } from '../../engine/lists/index.ts';
import { figureColumns, figureTotals, keptFigures } from '../periodFigures/index.ts';

const joins = {
  n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.investor_id',
  i: 'JOIN investor i ON i.tenant_id = b.tenant_id AND i.id = b.investor_id',
};

/** Investors with the last figures that they have until a quarter end: a row for each currency in which they committed, one for who did in none. */
export const reportingInvestorList = defineListQuery<RowOf<(typeof reportingEndpoints)['listReportingInvestors']>>({
  base: {
    table: 'investor_at',
    rows: `SELECT i.tenant_id, coalesce(md5(i.id::text || g.currency_id::text)::uuid, i.id) AS id, i.id AS investor_id, g.currency_id, g.period_end,
        ${keptFigures.map((name) => `g.${name}`).join(', ')}, coalesce(g.not_determined, '[]') AS not_determined
      FROM investor i LEFT JOIN LATERAL (SELECT DISTINCT ON (f.currency_id) f.* FROM period_figure f
        WHERE f.tenant_id = i.tenant_id AND f.subject = 'INVESTOR' AND f.subject_id = i.id AND (:endDate::date IS NULL OR f.period_end <= :endDate::date)
        ORDER BY f.currency_id, f.period_end DESC) g ON true`,
    joins,
  },
  columns: {
    ...figureColumns,
    ...figureTotals('investor_at', ['commitment', 'contributions', 'distributions', 'unfunded', 'nav']),
    investorId: { value: 'b.investor_id' },
    investorName: column('text', 'n.name', ['n']),
    code: column('code', 'n.code', ['n']),
    investorType: referenceColumn('i.type_id', 'reference:investor-type', ['i']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    periodEndDate: column('date', 'b.period_end'),
  },
  search: { text: 'n.search_text', joins: ['n'] },
  defaultSort: { field: 'investorName', ascending: true },
});
