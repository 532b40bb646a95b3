import { figureTitle, type PeriodFigureName } from '@carrara/contract/performance/period/periodFigures';
import { neverReported, noNavShort, reportedForVehicleOnly, unreportedShort } from '@carrara/domain/performance/period';
import { dayText, textLiteral, sentence } from '../../engine/texts/text.ts';
import { excludedPartSql } from '../../engine/lists/definition.ts';

/** The figures whose coverage is named, in the order of their columns. */
const coveredFigures = [
  'commitment',
  'contributions',
  'distributions',
  'unfunded',
  'nav',
  'irr',
  'dpi',
  'rvpi',
  'tvpi',
] as const satisfies readonly PeriodFigureName[];
export type CoveredFigure = (typeof coveredFigures)[number];

const noNav = (f: string): string => sentence(noNavShort, dayText(`${f}.period_end`));
const excludedRows = (f: string): string =>
  `jsonb_to_recordset(${f}.coverage -> 'excluded') x("vehicleId" uuid, "lastDate" date)`;
const carriedRows = (f: string): string =>
  `jsonb_to_recordset(${f}.coverage -> 'carried') x("vehicleId" uuid, "lastDate" date)`;
const partlyRows = (f: string): string =>
  `jsonb_to_recordset(${f}.coverage -> 'partly') y("vehicleId" uuid, figures jsonb)`;
const incompleteRows = (f: string): string =>
  `jsonb_to_recordset(${f}.coverage -> 'incomplete') y("vehicleId" uuid, reason text)`;
const isMissing = (field: string): string => `y.figures @> to_jsonb(${field}::text)`;

/** Returns SQL that is true if figures of the vehicle `x` as a whole count at the date of figures `f`. */
const isReportedForVehicleOnly = (f: string): string =>
  `EXISTS (SELECT FROM reported_figure w WHERE w.tenant_id = ${f}.tenant_id AND w.vehicle_id = x."vehicleId" AND w.commitment_id IS NULL
    AND w.figure_date <= ${f}.period_end AND w.booked <= ${f}.period_end AND w.reverses_id IS NULL AND NOT EXISTS (
      SELECT FROM reported_figure r WHERE r.tenant_id = w.tenant_id AND r.reverses_id = w.id AND r.booked <= ${f}.period_end))`;

/**
 * Returns SQL for the vehicles `x` that figures `f` leave out, with their containers `v`: all figures do, or those named
 * by the SQL `field`. Without `field`, only the former.
 */
const parts = (f: string, field?: string): string => {
  const unreported = `UNION ALL SELECT y."vehicleId", NULL, CASE ${field ?? ''} WHEN 'nav' THEN ${noNav(f)} ELSE ${textLiteral(unreportedShort)} END FROM ${partlyRows(f)} WHERE ${isMissing(field ?? '')}`;
  return `(
    SELECT x."vehicleId", x."lastDate", CASE WHEN x."lastDate" IS NULL THEN CASE WHEN ${isReportedForVehicleOnly(f)} THEN ${textLiteral(reportedForVehicleOnly)} ELSE ${textLiteral(neverReported)} END END AS reason FROM ${excludedRows(f)}
    UNION ALL SELECT y."vehicleId", NULL, y.reason FROM ${incompleteRows(f)}
    ${field === undefined ? '' : unreported}) x JOIN container v ON v.tenant_id = ${f}.tenant_id AND v.id = x."vehicleId"`;
};

/** Returns SQL that is true if figures `f` leave out vehicles that are late or never reported anything. */
const excludesParts = (f: string): string => `coalesce(jsonb_array_length(${f}.coverage -> 'excluded') > 0, false)`;

/** Returns SQL that is true if figures `f` leave out vehicles that may have a value. */
export const excludesValue = (f: string): string =>
  `(${excludesParts(f)} OR coalesce(${f}.coverage @> '{"incomplete": [{"hasValue": true}]}', false))`;

/**
 * Returns SQL that is true if figures `f` of an investor or a commitment aren't those of a date. They are the last
 * ones by then, and something was left at that time.
 */
export const areOld = (f: string, end: string): string =>
  `(${f}.period_end < ${end} AND coalesce(${f}.nav <> 0, true) OR ${f}.period_end < ${end} AND ${excludesValue(f)})`;

/**
 * Returns a join with the coverage of an investor's last figures `f` by a date, as a row with their tenant_id,
 * period_end and not_determined. If the figures are of an earlier date, the coverage excludes every fund and states the
 * date of its last figures.
 */
export const coverageJoin = (f: string, end: string, alias: string): string => {
  const isEmpty = ['commitment', 'contributions', 'distributions', 'unfunded', 'nav']
    .map((name) => `w.${name} = 0`)
    .join(' AND ');
  return `LEFT JOIN LATERAL (SELECT ${f}.tenant_id, ${f}.period_end, CASE WHEN ${areOld(f, end)} THEN (
      SELECT jsonb_build_object('total', count(*), 'excluded', jsonb_agg(jsonb_build_object('vehicleId', w.vehicle_id, 'lastDate', w.period_end)))
      FROM (SELECT DISTINCT ON (w.vehicle_id) w.* FROM commitment c
        JOIN period_figure w ON w.tenant_id = c.tenant_id AND w.subject = 'COMMITMENT' AND w.subject_id = c.id
        WHERE c.tenant_id = ${f}.tenant_id AND c.investor_id = ${f}.subject_id AND w.currency_id = ${f}.currency_id AND w.period_end <= ${end}
        ORDER BY w.vehicle_id, w.period_end DESC) w WHERE (${isEmpty}) IS NOT TRUE)
    ELSE ${f}.coverage END AS coverage, ${f}.not_determined) ${alias} ON ${f}.period_end IS NOT NULL`;
};

const named = (text: string): string =>
  `string_agg(coalesce(v.code, v.name) || ${text}, '; ' ORDER BY lower(v.name), v.id)`;

/**
 * SQL that is true if the coverage of a figure `field` of `f` is named. This is so if the figure is determined, or if
 * it isn't because it leaves out all funds. `omitted` is the number of funds that it leaves out.
 */
const isNamed = (f: string, field: string, omitted: string): string =>
  `(NOT ${f}.not_determined @> jsonb_build_array(jsonb_build_object('field', ${field})) OR ${omitted} = (${f}.coverage ->> 'total')::int)`;

/**
 * Returns SQL that describes the coverage of an investor's figures `f` as the contract's `coverageText` does, or null.
 * Figures are named unless all that are determined cover the same.
 */
export const investorCoverage = (f: string): string => {
  const excluded = `(SELECT count(*) AS n, ${named(`coalesce(', reported through ' || ${dayText('x."lastDate"')}, ' (' || rtrim(x.reason, '.') || ')')`)} AS names
    FROM ${parts(f, 'd.field')})`;
  const carried = `(SELECT ${named(`' at its value on ' || ${dayText('x."lastDate"')}`)} AS names FROM ${carriedRows(f)}
    JOIN container v ON v.tenant_id = ${f}.tenant_id AND v.id = x."vehicleId"
    WHERE NOT EXISTS (SELECT FROM ${partlyRows(f)} WHERE y."vehicleId" = x."vehicleId" AND ${isMissing('d.field')}))`;
  const figures = coveredFigures
    .map((name, i) => `(${String(i)}, '${name}', ${textLiteral(figureTitle(name))})`)
    .join(', ');
  return `CASE WHEN ${f}.coverage IS NOT NULL THEN (SELECT string_agg(CASE WHEN c.fields < c.all_fields THEN c.titles || ': ' ELSE '' END || c.covers, '. ' ORDER BY c.first) FILTER (WHERE c.covers IS NOT NULL)
    FROM (SELECT e.covers, count(*) AS fields, sum(count(*)) OVER () AS all_fields, min(d.at) AS first, string_agg(d.title, ', ' ORDER BY d.at) AS titles
      FROM (VALUES ${figures}) d(at, field, title) CROSS JOIN LATERAL ${excluded} o CROSS JOIN LATERAL ${carried} i CROSS JOIN LATERAL (
        SELECT CASE WHEN o.n > 0 OR i.names IS NOT NULL THEN concat_ws('; ', format('%s of %s %s', (${f}.coverage ->> 'total')::int - o.n, ${f}.coverage ->> 'total', CASE ${f}.coverage ->> 'total' WHEN '1' THEN 'fund' ELSE 'funds' END), 'excludes ' || o.names, 'includes ' || i.names) END AS covers) e
      WHERE ${isNamed(f, 'd.field', 'o.n')} GROUP BY e.covers) c) END`;
};

/** A fund that figures leave out, as a JSON object. */
const excludedFundSql = excludedPartSql({
  id: 'v.id',
  name: 'coalesce(v.code, v.name)',
  reason: 'x.reason',
  lastDate: 'x."lastDate"',
});
const excludedFundsSql = (from: string): string =>
  `(SELECT jsonb_agg(${excludedFundSql} ORDER BY lower(v.name), v.id) FROM ${from})`;

/**
 * Returns SQL for the funds that one of an investor's figures `f` leaves out. It is a JSON array for the coverage of a
 * total, or null.
 */
export const excludedFundsFor = (f: string, field: CoveredFigure): string =>
  `CASE WHEN ${f}.coverage IS NOT NULL THEN ${excludedFundsSql(parts(f, `'${field}'`))} END`;

/** Returns SQL for the coverage of each of an investor's figures `f` as the contract has it. Empty if none leaves out any. */
export const fundsCovered = (f: string): string =>
  `CASE WHEN ${f}.coverage IS NULL THEN '[]' ELSE (SELECT coalesce(jsonb_agg(jsonb_build_object('field', d.field,
      'included', (${f}.coverage ->> 'total')::int - jsonb_array_length(coalesce(l.funds, '[]')), 'total', (${f}.coverage ->> 'total')::int, 'excluded', coalesce(l.funds, '[]'), 'carried', '[]'::jsonb) ORDER BY d.at), '[]')
    FROM unnest(ARRAY[${coveredFigures.map((name) => `'${name}'`).join(', ')}]) WITH ORDINALITY d(field, at)
    CROSS JOIN LATERAL ${excludedFundsSql(parts(f, 'd.field'))} l(funds)
    WHERE ${isNamed(f, 'd.field', "jsonb_array_length(coalesce(l.funds, '[]'))")}) END`;

/** Returns SQL for why an investor's figures `f` leave out a whole vehicle, as a JSON object, or null if they include it. */
export const excludedVehicleSql = (f: string, vehicle: string): string =>
  `(SELECT ${excludedFundSql} - 'id' - 'name' FROM ${parts(f)} WHERE x."vehicleId" = ${vehicle})`;
