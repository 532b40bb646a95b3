import { feePayingSql, figureOnBasisSql, reasonsOnBasis } from '../periodFigures/basis.ts';
import { hasVehicleEndedSql, lastQuarterWithNav } from '../periodFigures/hasVehicleEndedSql.ts';
import { nothingBookedSql, notReportedSql } from '../periodFigures/figureRows.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';
import { unreportedHolding } from '../periodFigures/unreportedHolding.ts';

const isCovered = (figures: string) =>
  `${figures}.period_end = requested."end" OR ${hasVehicleEndedSql(figures)} AS is_covered`;
/** SQL that is true if a report is requested for all partners. */
export const coversAllPartners = `coalesce(:basis::text = 'all', false)`;
/** SQL for the latest figures of a vehicle, or its last ones with a NAV if they are carried forward. */
const chosenOfVehicle = `SELECT c.*, ${isCovered('c')} FROM period_figure c WHERE c.tenant_id = latest.tenant_id AND c.subject = 'VEHICLE'
  AND c.subject_id = latest.subject_id AND c.period_end = coalesce(CASE WHEN :carriesForward::boolean THEN ${lastQuarterWithNav('latest', coversAllPartners)} END, latest.period_end)`;

const withoutUnreported = 'SELECT NULL AS message, NULL::uuid AS currency_id WHERE false';
/**
 * Returns joins for the figures `f` of a subject at a report's reporting date (`:endDate`, otherwise
 * `displayedQuarter`). Figures of another date count only if the subject was over by then (`hasVehicleEndedSql`) or late figures
 * are carried forward (`:carriesForward`). A subject with only earlier figures has undetermined ones, and
 * `latest.period_end` has their date. So has a holding that wasn't reported for the quarter end
 * (`unreportedHolding`). Any other subject that hasn't begun is excluded.
 */
export const figuresOn = (subject: 'VEHICLE' | 'COMMITMENT' | 'HOLDING', alias: string): string =>
  `CROSS JOIN LATERAL (SELECT coalesce(:endDate::date, ${displayedQuarter()}) AS "end") requested
   LEFT JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = ${alias}.tenant_id AND g.subject = '${subject}'
     AND g.subject_id = ${alias}.id AND g.period_end <= requested."end" ORDER BY g.period_end DESC LIMIT 1) latest ON true
   LEFT JOIN LATERAL (${subject === 'HOLDING' ? unreportedHolding(`x.tenant_id = ${alias}.tenant_id AND x.id = ${alias}.id`, 'requested."end"') : withoutUnreported}) unreported
     ON latest.period_end IS NULL
   LEFT JOIN LATERAL (SELECT o.* FROM (${subject === 'VEHICLE' ? chosenOfVehicle : `SELECT latest.*, ${isCovered('latest')}`}) o
     WHERE o.is_covered OR :carriesForward::boolean) f ON true ${subject === 'VEHICLE' ? feePayingSql('f') : ''}
   JOIN reference_entry r ON r.tenant_id = ${alias}.tenant_id AND r.id = coalesce(latest.currency_id, unreported.currency_id)`;

/** Returns SQL for the notes on rows with such figures (`figureMarks` of the contract), by their columns. */
export const figureMarksSql = (...names: readonly string[]): string => marks('f.not_determined', names);
/** Returns the same for vehicles, whose amounts are those of the fee-paying limited partners (`amountsOfVehicle`). */
export const marksOfVehicle = (...names: readonly string[]): string =>
  marks(
    reasonsOnBasis('f', coversAllPartners),
    names,
    `WHEN ${figureOnBasisSql('f', 'nav', coversAllPartners)} IS NULL THEN ${lastQuarterWithNav('f', coversAllPartners)}`,
  );

/** Returns SQL for amounts of vehicles: of the fee-paying limited partners, like their rates, or of all partners. */
export const amountsOfVehicle = (...names: readonly string[]): string =>
  names.map((name) => `${figureOnBasisSql('f', name, coversAllPartners)} AS ${name}`).join(', ');

const marks = (reasons: string, names: readonly string[], otherLast = ''): string =>
  `CASE WHEN unreported.message IS NOT NULL THEN ${notReportedSql('unreported.message', names)}
     WHEN f.period_end IS NULL THEN ${nothingBookedSql('requested."end"', 'latest.period_end', names)} ELSE ${reasons} END AS "notDetermined",
   f.irr_annualized AS "irrAnnualized", f.gross_irr_annualized AS "grossIrrAnnualized", f.rolled_forward_from AS "rolledForwardFrom", f.reported_through AS "reportedThrough",
   CASE WHEN f.period_end IS NULL THEN latest.period_end ${otherLast} END AS "lastDate", CASE WHEN NOT f.is_covered THEN f.period_end END AS "carriedFrom"`;
