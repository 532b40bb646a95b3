import { currencySort } from '../../engine/texts/amounts.ts';
import { noNavBefore, noNavOn, nothingBookedFor, unreportedShort } from '@carrara/domain/performance/period';
import { dayText, textLiteral, sentence } from '../../engine/texts/text.ts';
import type { StatedCoverage } from '@carrara/contract/core/coverage';
import type { Basis } from '@carrara/contract/performance/period/basis';
import type { LinkState } from '@carrara/contract/platform/tenantLink/tenantLink';
import {
  column,
  coverageSql,
  excludedPartSql,
  type ListColumn,
  maxReportedItems,
} from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { linkColumns } from '../../platform/tenantLink/linkOfRecord.ts';
import { feePayingSql, figureOnBasisSql, reasonsOnBasis } from '../periodFigures/basis.ts';
import { hasVehicleEndedSql, lastQuarterWithNav, quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';

const summed = ['commitment', 'contributions', 'distributions', 'nav'] as const;
type Summed = (typeof summed)[number];
/** Pairs of sums that are compared, each over the same vehicles. */
const pairs = {
  ofCommitment: ['contributions', 'commitment'],
  ofContributions: ['distributions', 'contributions'],
  navChange: ['nav', 'navBefore'],
} as const satisfies Readonly<Record<string, readonly [Summed, Summed | 'navBefore']>>;
type Pair = keyof typeof pairs;

/**
 * Sums over a firm's vehicles in one currency. Those that ratios divide are of the vehicles that have all of them.
 * The others, or all if there are no such vehicles, include the vehicles for which they are determined. Null if there
 * are none.
 */
export interface StoredFirmSums extends Readonly<Record<Summed, string | null>> {
  readonly currency: string;
  /** The sums of each pair, over the same vehicles. */
  readonly pairs: Readonly<Record<Pair, { readonly part: string | null; readonly whole: string | null }>>;
  /** True if nobody pays fees in any of these vehicles, so that the figures are those of all partners. */
  readonly isFeeFree: boolean;
  readonly covered: Readonly<Record<Summed | Pair, StatedCoverage>>;
}
interface FirmRow extends LinkState {
  readonly id: string;
  readonly rowVersion: number;
  readonly code: string;
  readonly name: string;
  readonly endDate: string | null;
  readonly sums: readonly StoredFirmSums[];
}

const coversAllPartners = `:basis::text = 'all'`;
const navBefore = `CASE WHEN o.subject_id IS NULL AND started.last IS NULL THEN 0::numeric(38,2) ELSE ${figureOnBasisSql('o', 'nav', coversAllPartners, 'before')} END`;
const quarterBefore = `(SELECT date_trunc('quarter', "end")::date - 1 FROM requested)`;
const own = (name: Summed | 'navBefore') =>
  name === 'navBefore' ? `(${navBefore})` : `(${figureOnBasisSql('g', name, coversAllPartners)})`;
const isDetermined = (names: readonly (Summed | 'navBefore')[]) =>
  names.map((name) => `${own(name)} IS NOT NULL`).join(' AND ');
/** The totals that ratios of a row divide. A NAV is only compared with the previous one. */
const divided: readonly (Summed | 'navBefore')[] = ['commitment', 'contributions', 'distributions'];
const isAnyComplete = `bool_or(${isDetermined(divided)})`;
/**
 * Returns SQL for an aggregate over the vehicles with all divided totals. If there are none, or for a NAV or a
 * commitment by itself, it is over the vehicles with these figures. The domain's `comparableParts` and
 * `vehiclesCovered` do the same.
 */
const compared = (
  names: readonly (Summed | 'navBefore')[],
  aggregate: (names: readonly (Summed | 'navBefore')[]) => string,
) =>
  names.every((name) => divided.includes(name)) && names.join() !== 'commitment'
    ? `CASE WHEN ${isAnyComplete} THEN ${aggregate(divided)} ELSE ${aggregate(names)} END`
    : aggregate(names);
const sum = (name: Summed | 'navBefore', names: readonly (Summed | 'navBefore')[]) =>
  `(${compared(names, (parts) => `sum(${own(name)}) FILTER (WHERE ${isDetermined(parts)})`)})::text`;
const end = dayText('a."end"');
/** SQL for why a vehicle with figures at the quarter end lacks one of them. */
const missingReason = (name: Summed | 'navBefore') => {
  if (name === 'navBefore') return textLiteral(noNavBefore);
  const message = `(SELECT d ->> 'message' FROM jsonb_array_elements(${reasonsOnBasis('g', coversAllPartners)}) d WHERE d ->> 'field' = '${name}' LIMIT 1)`;
  if (name === 'nav') return `coalesce(${message}, ${sentence(noNavOn, end)})`;
  return `CASE WHEN p.is_part AND g.${name} IS NOT NULL AND NOT coalesce(${coversAllPartners}, false) THEN ${message} ELSE ${textLiteral(unreportedShort)} END`;
};
const carriedFrom = `CASE WHEN g.period_end < a."end" AND NOT ${hasVehicleEndedSql('g')} THEN g.period_end END`;

/** SQL for the coverage of sums over the vehicles that have all of these figures. */
const coverageWith = (names: readonly (Summed | 'navBefore')[]) =>
  coverageSql({
    included: isDetermined(names),
    undetermined: `NOT (${isDetermined(names)})`,
    excluded: excludedPartSql({
      id: 'v.id',
      name: 'c.code',
      reason: `CASE WHEN g.subject_id IS NULL THEN ${sentence(nothingBookedFor, end)} ${names.map((name) => `WHEN ${own(name)} IS NULL THEN ${missingReason(name)}`).join(' ')} END`,
      lastDate: `CASE WHEN g.subject_id IS NULL THEN started.last ${names[0] === 'nav' ? `ELSE ${lastQuarterWithNav('g', `coalesce(${coversAllPartners}, false)`)}` : ''} END`,
    }),
    carriedFrom,
    most: maxReportedItems,
  });
const coverageOf = (names: readonly (Summed | 'navBefore')[]) => compared(names, coverageWith);
const jsonOf = (fields: readonly (readonly [string, string])[]) =>
  `jsonb_build_object(${fields.map(([field, value]) => `'${field}', ${value}`).join(', ')})`;
const pairNames = Object.keys(pairs) as readonly Pair[];
const sums = jsonOf([
  ['currency', 'r.code'],
  ['currencyId', 'v.currency_id'],
  ...summed.map((name) => [name, sum(name, [name])] as const),
  [
    'pairs',
    jsonOf(
      pairNames.map((name) => {
        const [part, whole] = pairs[name];
        return [
          name,
          jsonOf([
            ['part', sum(part, pairs[name])],
            ['whole', sum(whole, pairs[name])],
          ]),
        ];
      }),
    ),
  ],
  ['isFeeFree', `coalesce(bool_and(coalesce(p.is_fee_free, false)) FILTER (WHERE g.subject_id IS NOT NULL), false)`],
  [
    'covered',
    jsonOf([
      ...summed.map((name) => [name, coverageOf([name])] as const),
      ...pairNames.map((name) => [name, coverageOf(pairs[name])] as const),
    ]),
  ],
]);

/**
 * SQL for firms with their sums at a quarter end, `:endDate` or `displayedQuarter`. Sums cover the fee-paying limited
 * partners, or all partners if `:basis` is `all`. A vehicle that has only figures of earlier quarters is excluded, unless it
 * is over (`hasVehicleEndedSql`) or late vehicles are requested (`:carriesForward`). A vehicle in its first quarter had no NAV before.
 */
const rows = `
  WITH requested AS MATERIALIZED (SELECT coalesce(:endDate::date, ${displayedQuarter()}) AS "end"),
  vehicle AS (
    SELECT f.tenant_id, f.id, f.firm_id, f.currency_id FROM fund f WHERE f.firm_id IS NOT NULL
    UNION ALL SELECT c.tenant_id, c.id, c.firm_id, c.currency_id FROM coinvestment c WHERE c.firm_id IS NOT NULL),
  summed AS (
    SELECT v.tenant_id, v.firm_id, r.code AS currency, ${sums} AS sums
    FROM vehicle v CROSS JOIN requested a JOIN container c ON c.tenant_id = v.tenant_id AND c.id = v.id
    JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = v.currency_id
    LEFT JOIN ${quartersSql('(SELECT "end" FROM requested)', { when: 'coalesce(:carriesForward::boolean, false)', coversAllPartners: `coalesce(${coversAllPartners}, false)` })} q ON q.tenant_id = v.tenant_id AND q.id = v.id
    LEFT JOIN period_figure g ON g.tenant_id = v.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = v.id AND g.period_end = q.period_end
    LEFT JOIN ${quartersSql(quarterBefore)} w ON w.tenant_id = v.tenant_id AND w.id = v.id
    LEFT JOIN period_figure o ON o.tenant_id = v.tenant_id AND o.subject = 'VEHICLE' AND o.subject_id = v.id AND o.period_end = w.period_end
    ${feePayingSql('g')} ${feePayingSql('o', 'before')}
    CROSS JOIN LATERAL (SELECT max(e.period_end) AS last FROM period_figure e WHERE e.tenant_id = v.tenant_id AND e.subject = 'VEHICLE'
      AND e.subject_id = v.id AND e.period_end < a."end") started
    WHERE g.subject_id IS NOT NULL OR started.last IS NOT NULL
    GROUP BY v.tenant_id, v.firm_id, v.currency_id, r.code)
  SELECT n.tenant_id, n.id, a."end" AS period_end,
    (SELECT coalesce(jsonb_agg(s.sums ORDER BY ${currencySort('s.currency')}), '[]')
     FROM summed s WHERE s.tenant_id = n.tenant_id AND s.firm_id = n.id) AS sums
  FROM container n CROSS JOIN requested a WHERE n.kind = 'firm'`;

/** List of firms with their sums by currency, from which the domain computes their figures. */
export const firmList = defineListQuery<FirmRow>({
  base: {
    table: 'firm_at',
    rows,
    joins: {
      n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.id',
      t: 'JOIN firm t ON t.tenant_id = b.tenant_id AND t.id = b.id',
    },
  },
  columns: {
    rowVersion: column('count', 't.row_version', ['t']),
    code: column('code', 'n.code', ['n']),
    name: column('text', 'n.name', ['n']),
    endDate: column('date', 'b.period_end'),
    sums: { value: 'b.sums' },
    ...linkColumns('firm'),
  },
  search: { text: 'n.search_text', index: 'matching_containers', joins: ['n'] },
  defaultSort: { field: 'code', ascending: true },
});

interface FirmInCurrencyRow {
  readonly id: string;
  readonly firmId: string;
  readonly code: string;
  readonly name: string;
  readonly linkedTenantName: string | null;
  readonly endDate: string | null;
  /** Null if no vehicle of the firm has begun. */
  readonly sums: StoredFirmSums | null;
}
/** SQL for the combined coverage of the firms, which counts their vehicles. */
const coverage = (name: Summed) => {
  const inAll = (field: string) => `sum((b.sums #>> '{covered,${name},${field}}')::int)`;
  const named = (field: string) =>
    `(SELECT coalesce(jsonb_agg(p.part), '[]') FROM unnest(array_agg(b.sums #> '{covered,${name},${field}}')) l(parts), jsonb_array_elements(l.parts) p(part))`;
  return `CASE WHEN ${inAll('included')} < ${inAll('total')} OR bool_or(b.sums #> '{covered,${name},carried}' <> '[]') THEN jsonb_build_object(
  'included', ${inAll('included')}, 'total', ${inAll('total')}, 'excluded', ${named('excluded')}, 'carried', ${named('carried')}) END`;
};
const amount = (name: Summed): ListColumn => ({
  value: `b.sums->>'${name}'`,
  total: {
    sum: `(b.sums->>'${name}')::numeric(38,2)`,
    undetermined: `b.sums IS NOT NULL AND b.sums->>'${name}' IS NULL`,
    coverage: coverage(name),
    from: 'firm_in_currency b',
    key: 'b.id',
    currency: 'b.currency_id',
    where: 'b.currency_id IS NOT NULL',
  },
});

/** List with one row per firm and currency, so that sums in one currency are in one column and can be added up. */
export const firmFigureList = defineListQuery<FirmInCurrencyRow>({
  base: {
    table: 'firm_in_currency',
    rows: `SELECT f.tenant_id, coalesce(md5(f.id::text || (s.sums->>'currencyId'))::uuid, f.id) AS id, f.id AS firm_id, f.period_end, s.sums,
        (s.sums->>'currencyId')::uuid AS currency_id
      FROM (${rows}) f LEFT JOIN LATERAL jsonb_array_elements(f.sums) s(sums) ON true`,
    joins: { n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.firm_id' },
  },
  record: 'b.firm_id',
  columns: {
    firmId: { value: 'b.firm_id' },
    code: column('code', 'n.code', ['n']),
    name: column('text', 'n.name', ['n']),
    endDate: column('date', 'b.period_end'),
    sums: { value: 'b.sums' },
    totalCapitalCommitted: amount('commitment'),
    totalContributions: amount('contributions'),
    totalDistributed: amount('distributions'),
    totalFmv: amount('nav'),
    linkedTenantName: linkColumns('firm', 'b.firm_id').linkedTenantName,
  },
  search: { text: 'n.search_text', joins: ['n'] },
  order: { before: [], after: [`b.sums->>'currency'`] },
  defaultSort: { field: 'code', ascending: true },
});

export interface SummedFirm {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly endDate: string | null;
  readonly sums: readonly StoredFirmSums[];
}
interface RequestedFirms {
  readonly endDate?: string | null | undefined;
  /** Null for all firms. */
  readonly firmId?: string | null;
  readonly carriesForward?: boolean | undefined;
  /** Defaults to the fee-paying limited partners. */
  readonly basis?: Basis | undefined;
}
/** Returns the sums of all firms, or of one, at a quarter end. */
export const summedFirms = (
  tx: Transaction,
  { endDate = null, firmId = null, carriesForward = false, basis = 'feePaying' }: RequestedFirms,
): Promise<SummedFirm[]> =>
  tx.query<SummedFirm>(
    `SELECT b.id, n.code, n.name, b.period_end AS "endDate", b.sums
     FROM (${rows.replaceAll(':endDate', '$2').replaceAll(':carriesForward', '$4').replaceAll(':basis', '$5')}) b JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.id
     WHERE b.tenant_id = $1 AND ($3::uuid IS NULL OR b.id = $3) ORDER BY lower(n.name), b.id`,
    [tx.tenantId, endDate, firmId, carriesForward, basis],
  );
