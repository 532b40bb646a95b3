import { dayText, sentence } from '../../engine/texts/text.ts';
import type { FailureCode } from '@carrara/domain/kernel';
import type { PeriodFigureName } from '@carrara/contract/performance/period/periodFigures';
import {
  type MoneyFigure,
  moneyFigures,
  multipleFigures,
  nothingBooked as nothingBookedText,
  rateFigures,
  type Subject,
} from '@carrara/domain/performance/period';
import { column, coverageSql, excludedPartSql, type ListColumn } from '../../engine/lists/definition.ts';
import { snakeCase } from '../../engine/records/definition.ts';
import { feePayingSql, figureOnBasisSql, reasonsOnBasis } from './basis.ts';
import { hasVehicleEndedSql, lastQuarterWithNav, quartersSql } from './hasVehicleEndedSql.ts';
import { displayedQuarter } from './displayedQuarter.ts';
import { unreportedHolding } from './unreportedHolding.ts';

const numbers = [...moneyFigures, ...rateFigures, ...multipleFigures] as const;
/** Returns SQL for the net IRR of the figures `alias` in percent if it was reported. Null if the ledger has the cash, or no rate was reported. */
export const reportedIrrSql = (alias: string): string =>
  `CASE WHEN ${alias}.recallable IS NULL THEN trim_scale(${alias}.irr)::text END`;

const marks = ['irrAnnualized', 'grossIrrAnnualized', 'rolledForwardFrom', 'reportedThrough'] as const;
const lateness = ['lastDate', 'carriedFrom'] as const;
/** Columns of `period_figure` that contain figures. */
export const storedFigures = [...numbers, ...marks].map(snakeCase);

/** Returns SQL for the reasons of undetermined figures, all with the same code and message. */
const reasonsFor = (names: readonly string[], code: FailureCode, message: string): string =>
  `(SELECT jsonb_agg(jsonb_build_object('field', n.field, 'code', '${code}', 'message', ${message}))
   FROM unnest(ARRAY[${names.map((name) => `'${name}'`).join(', ')}]) n(field))`;
/**
 * Returns SQL for the reasons of a subject that has no figures at a quarter end, although it has earlier ones: nothing
 * was posted since.
 */
export const nothingBookedSql = (at: string, last: string, names: readonly string[] = numbers): string =>
  reasonsFor(names, 'NAV_MISSING', sentence(nothingBookedText, dayText(at), dayText(last)));
/** Returns SQL for the reasons of a holding that wasn't reported (`unreportedHolding`). */
export const notReportedSql = (message: string, names: readonly string[] = numbers): string =>
  reasonsFor(names, 'NOT_REPORTED', message);

/**
 * Returns SQL for records with their figures at the quarter end `:endDate`, as rows of a list (`base.rows`). There is
 * one row for each of `records`, which selects tenant_id, id, of_id and currency_id. `of_id` is the displayed record;
 * `currency_id` is the record's own, if it has no figures. Without `:endDate`, it is `displayedQuarter`.
 *
 * Amounts of vehicles are those of the fee-paying limited partners, like their rates, unless `:basis` is `all`.
 *
 * A holding that wasn't reported for the quarter end has undetermined figures (`unreportedHolding`).
 *
 * Subjects that are over (`hasVehicleEndedSql`) keep their last figures. With `:carriesForward`, so do late ones, marked by
 * `carried_from`. Without it, `last_date` has their date. A vehicle without a NAV is late, too, if it had one before.
 *
 * `more` are further columns of `records` to include. `partIds`, if given, is SQL of the ids whose figures a record `r`
 * combines, so that their earlier figures say why it has none. `:converted`, if given, contains figures that replace the stored
 * ones, all of them in one currency.
 */
export const figureRows = (
  subject: Exclude<Subject, 'INVESTOR'>,
  records: string,
  more: readonly string[] = [],
  partIds?: string,
): string => {
  const isVehicle = subject === 'VEHICLE';
  const isHolding = subject === 'HOLDING';
  // Given figures are already on the requested basis.
  const coversAllPartners = `(:basis::text = 'all' OR :converted::jsonb IS NOT NULL)`;
  const requestsAllPartners = `coalesce(:basis::text = 'all', false)`;
  const isPart = partIds === undefined ? '= r.id' : `= ANY (${partIds})`;
  const carried = isVehicle ? ':carriesForward::boolean IS TRUE' : 'false';
  const figure = (name: string) =>
    isVehicle ? `${figureOnBasisSql('g', name, coversAllPartners)} AS ${name}` : `g.${name}`;
  return `
  WITH requested AS MATERIALIZED (SELECT coalesce(:endDate::date, ${displayedQuarter()}) AS "end"),
  figure AS (
    SELECT g.* FROM period_figure g WHERE g.subject = '${subject}' AND g.period_end = (SELECT "end" FROM requested) AND :converted::jsonb IS NULL AND NOT ${carried}
    ${
      isVehicle
        ? `UNION ALL SELECT g.* FROM ${quartersSql('(SELECT "end" FROM requested)', { when: 'true', coversAllPartners: requestsAllPartners })} q JOIN period_figure g
      ON g.tenant_id = q.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = q.id AND g.period_end = q.period_end WHERE :converted::jsonb IS NULL AND ${carried}`
        : ''
    }
    UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::period_figure, :converted::jsonb))
  SELECT r.tenant_id, r.id, r.of_id, ${more.map((name) => `r.${name}, `).join('')}a."end" AS period_end, coalesce(g.currency_id, r.currency_id) AS currency_id, ${storedFigures.map(figure).join(', ')},
    CASE WHEN g.subject_id IS NULL AND l.period_end IS NOT NULL THEN ${nothingBookedSql('a."end"', 'l.period_end')}
      ${isHolding ? `WHEN u.message IS NOT NULL THEN ${notReportedSql('u.message')}` : ''} ELSE coalesce(${isVehicle ? reasonsOnBasis('g', coversAllPartners) : 'g.not_determined'}, '[]') END AS not_determined,
    ${isVehicle ? `CASE WHEN :basis::text = 'all' THEN 'all' WHEN p.is_fee_free THEN 'none' ELSE 'feePaying' END AS basis, g.policy,` : ''}
    CASE WHEN g.subject_id IS NULL THEN l.period_end ${isVehicle ? `WHEN ${figureOnBasisSql('g', 'nav', coversAllPartners)} IS NULL THEN ${lastQuarterWithNav('g', requestsAllPartners)}` : ''} END AS last_date,
    CASE WHEN g.period_end < a."end" AND NOT g.is_over THEN g.period_end END AS carried_from
  FROM (${records}) r CROSS JOIN requested a
  LEFT JOIN figure k ON k.tenant_id = r.tenant_id AND k.subject_id = r.id
  LEFT JOIN LATERAL (SELECT e.* FROM period_figure e WHERE k.subject_id IS NULL AND e.tenant_id = r.tenant_id
    AND e.subject_id ${isPart} AND e.period_end < a."end" ORDER BY e.period_end DESC LIMIT 1) l ON true
  LEFT JOIN LATERAL (SELECT k.*, k.period_end < a."end" AND ${hasVehicleEndedSql('k')} AS is_over WHERE k.subject_id IS NOT NULL
    UNION ALL SELECT o.* FROM (SELECT l.*, ${hasVehicleEndedSql('l')} AS is_over WHERE l.subject_id IS NOT NULL AND :converted::jsonb IS NULL) o
      WHERE o.is_over OR :carriesForward::boolean) g ON true ${isVehicle ? feePayingSql('g') : ''}
  ${isHolding ? `LEFT JOIN LATERAL (${unreportedHolding(`x.tenant_id = r.tenant_id AND x.id ${isPart}`, 'a."end"')}) u ON g.subject_id IS NULL AND l.period_end IS NULL` : ''}`;
};

const rate = (name: string): ListColumn => ({
  value: `trim_scale(b.${name})::text`,
  sort: `b.${name}`,
  nullsLast: true,
});
/** Creates a column for an amount. Amounts are sorted within each currency, the base currency first. */
const amount = (name: string): ListColumn => ({
  ...column('money', `b.${name}`),
  sortWithin: `(SELECT (c.code <> coalesce(t.settings ->> 'baseCurrency', 'USD'))::text || c.code FROM reference_entry c JOIN tenant t ON t.id = c.tenant_id
    WHERE c.tenant_id = b.tenant_id AND c.id = b.currency_id)`,
  nullsLast: true,
});
const entries = <N extends string>(names: readonly N[], columnOf: (name: string) => ListColumn) =>
  names.map((name) => [name, columnOf(snakeCase(name))] as const);

/** Columns of `figureRows`, for a list's definition. */
export const figureColumns = Object.fromEntries([
  ...entries(moneyFigures, amount),
  ...entries([...rateFigures, ...multipleFigures], rate),
  ...entries([...marks, ...lateness], (name) => ({ value: `b.${name}` })),
  ['notDetermined', { value: 'b.not_determined' }],
  // The rule that compares multiples with amounts isn't SQL (`contradictedRow`).
  ['contradiction', { value: 'NULL::text' }],
]) as Readonly<
  Record<PeriodFigureName | (typeof marks | typeof lateness)[number] | 'notDetermined' | 'contradiction', ListColumn>
>;

/** SQL for the id of the container that names a row, and SQL for the parts that a row's own figure excludes. */
interface SummedRows {
  readonly record?: string;
  readonly partly?: (name: MoneyFigure) => string;
}
const partsOfTotal = (name: MoneyFigure, { record = 'b.of_id', partly }: SummedRows) => ({
  undetermined: `b.${snakeCase(name)} IS NULL AND b.not_determined <> '[]' AND b.not_determined @> jsonb_build_array(jsonb_build_object('field', '${name}'))`,
  excluded: excludedPartSql({
    id: record,
    name: `(SELECT coalesce(c.code, c.name) FROM container c WHERE c.tenant_id = b.tenant_id AND c.id = ${record})`,
    reason: `(SELECT d ->> 'message' FROM jsonb_array_elements(b.not_determined) d WHERE d ->> 'field' = '${name}' LIMIT 1)`,
    lastDate: 'b.last_date',
  }),
  carriedFrom: 'b.carried_from',
  ...(partly === undefined ? {} : { partly: partly(name) }),
});

/** Returns SQL for the coverage of a figure's sum over a group of rows, as totals have it. */
export const figureCoverage = (name: MoneyFigure, rows: SummedRows): string =>
  coverageSql({ included: `b.${snakeCase(name)} IS NOT NULL`, ...partsOfTotal(name, rows) });

/**
 * Adds totals to these columns, over the rows where they are determined, per currency. `table` is the base's. `where`
 * selects the rows with figures, if not all have them.
 */
export const figureTotals = (
  table: string,
  names: readonly MoneyFigure[],
  { where, ...rows }: SummedRows & { readonly where?: string } = {},
): Readonly<Partial<Record<MoneyFigure, ListColumn>>> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        ...amount(snakeCase(name)),
        total: {
          sum: `b.${snakeCase(name)}`,
          ...partsOfTotal(name, rows),
          from: `${table} b`,
          key: 'b.id',
          currency: 'b.currency_id',
          ...(where === undefined ? { sameRowAs: 'b' } : { where }),
        },
      },
    ]),
  );
