import { emptyId } from '@carrara/contract/core/kinds';
import type { Page } from '@carrara/contract/core/paging';
import { searchTerms } from '../../engine/lists/search.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { sourceFacts } from '../../portfolio/container/sources.ts';

export interface TotalsRequest {
  readonly fundId: string;
  readonly startPage: number;
  readonly pageSize: number;
  readonly sortColumn: string;
  readonly sortAsc: boolean;
  readonly searchQuery: string;
  readonly redactName: boolean;
  readonly aggregateTrust: boolean;
}

const distributed = {
  grossCarryDistributed: 'gross_carry_distributed',
  tax: 'tax',
  escrow: 'escrow',
  loanRepayment: 'loan_repayment',
  otherAdjustment: 'other_adjustment',
  netCarryDistributed: 'net_carry_distributed',
} as const;
const estimated = { forecastedCarry: 'gross_carry_distributed' } as const;

const rowsOf = {
  distributed: `distribution_detail x
    JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
    JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'`,
  estimated: `forecast_detail x JOIN forecast_source s ON s.tenant_id = x.tenant_id AND s.id = x.forecast_source_id`,
} as const;

type Row = Readonly<Record<string, unknown>> & { readonly n: number; readonly sums: Readonly<Record<string, string>> };

/**
 * What each person and trust got of what is disbursed, or is forecast to get, of a fund over all its sources: one statement for page, count and totals. Entities
 * are passed through, so that the rows add up to the fund's carry. With redacted names a search looks through the numbers that stand for
 * them, and no row has an id by which a name could be asked: the numbers follow no order of the records.
 */
export async function participantTotals(
  tx: Transaction,
  of: keyof typeof rowsOf,
  request: TotalsRequest,
): Promise<Page<Readonly<Record<string, unknown>>>> {
  const figures: Readonly<Record<string, string>> = of === 'distributed' ? distributed : estimated;
  const names = Object.keys(figures);
  const sortable = ['name', 'type', ...names];
  const sort = sortable.includes(request.sortColumn) ? request.sortColumn : 'name';
  const terms = searchTerms(request.searchQuery);
  const pattern = terms ? (terms.exact ? terms.pattern : `%${terms.pattern}%`) : null;
  const key = sort === 'name' ? `lower("name")` : `"${sort}"`;
  const way = request.sortAsc ? 'ASC' : 'DESC';
  const rows = await tx.query<Row>(
    `WITH own AS (
       SELECT CASE WHEN $3::boolean THEN coalesce(t.employee_id, x.participant_id) ELSE x.participant_id END AS participant_id,
         ${names.map((name) => `sum(x.${figures[name]}) AS "${name}"`).join(', ')}
       FROM ${rowsOf[of]}
       JOIN ${sourceFacts} f ON f.tenant_id = x.tenant_id AND f.id = s.container_id AND f.fund_id = $2::uuid
       LEFT JOIN trust t ON t.tenant_id = x.tenant_id AND t.id = x.participant_id
       WHERE x.tenant_id = $1 AND x.is_leaf GROUP BY 1),
     named AS (
       SELECT CASE WHEN $4::boolean THEN ('00000000-0000-4000-8000-' || lpad(own.place::text, 12, '0'))::uuid ELSE p.id END AS id,
         CASE WHEN $4::boolean THEN '${emptyId}' ELSE p.id END AS participant_id,
         CASE WHEN $4::boolean THEN 'Participant ' || own.place ELSE p.name END AS name,
         initcap(p.kind) AS type, ${names.map((name) => `own."${name}"`).join(', ')}
       FROM (SELECT *, row_number() OVER (ORDER BY md5(own.participant_id::text || $2)) AS place FROM own) own
       JOIN participant p ON p.tenant_id = $1 AND p.id = own.participant_id),
     found AS (SELECT * FROM named WHERE $5::text IS NULL OR lower(name) LIKE lower($5)),
     page AS (SELECT row_number() OVER () AS place, o.* FROM (
       SELECT * FROM found ORDER BY ${key} ${way}, id ${way} LIMIT $6 OFFSET $7) o)
     SELECT (SELECT count(*)::int FROM found) AS n,
       (SELECT jsonb_build_object(${names.map((name) => `'${name}', coalesce(sum("${name}"), 0.00)::text`).join(', ')}) FROM found) AS sums,
       page.place, page.id, page.participant_id AS "participantId", page.name, page.type,
       ${names.map((name) => `page."${name}"::text AS "${name}"`).join(', ')}
     FROM (SELECT 1) one LEFT JOIN page ON true ORDER BY page.place`,
    [
      tx.tenantId,
      request.fundId,
      request.aggregateTrust,
      request.redactName,
      pattern,
      request.pageSize,
      (request.startPage - 1) * request.pageSize,
    ],
  );
  const [first] = rows;
  return {
    pageData: rows.filter((row) => row['id'] !== null).map(({ n: _count, sums: _sums, place: _place, ...row }) => row),
    totalItemCount: first?.n ?? 0,
    currentPage: request.startPage,
    pageSize: request.pageSize,
    sort,
    sortAsc: request.sortAsc,
    searchQuery: request.searchQuery,
    totals: names.map((field) => ({ field, total: first?.sums[field] ?? '0.00' })),
  };
}
