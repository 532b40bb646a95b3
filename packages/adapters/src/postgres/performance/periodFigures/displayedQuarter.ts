import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

const ofVehicles = `f.subject = 'VEHICLE'`;
/** Returns SQL for the NAV of a vehicle, or the fair value of a holding. */
export const subjectValueSql = (alias: string): string =>
  `CASE ${alias}.subject WHEN 'VEHICLE' THEN ${alias}.nav ELSE ${alias}.fair_value END`;
const tenantSetting = (name: string) =>
  `(SELECT nullif(t.settings ->> '${name}', '') FROM tenant t WHERE t.id = current_tenant())`;
/** SQL for the firm's local date. */
export const localDate = `(SELECT (current_setting('app.now')::timestamptz AT TIME ZONE coalesce(${tenantSetting('timeZone')}, 'UTC'))::date)`;

/**
 * Returns SQL for the rate from the currency of `of` to the base currency. This is the latest rate in either direction,
 * or 1 without one.
 */
const rateToBase = (
  alias: string,
) => `coalesce((SELECT CASE WHEN s.id = ${alias}.currency_id THEN x.rate ELSE 1 / x.rate END
    FROM currency_pair p JOIN exchange_rate x ON x.tenant_id = p.tenant_id AND x.currency_pair_id = p.id AND x.effective_date <= ${localDate}
    JOIN reference_entry s ON s.tenant_id = p.tenant_id AND s.id = p.source_currency_id
    JOIN reference_entry d ON d.tenant_id = p.tenant_id AND d.id = p.destination_currency_id
    WHERE p.tenant_id = ${alias}.tenant_id AND ${alias}.currency_id IN (s.id, d.id)
      AND coalesce(${tenantSetting('baseCurrency')}, 'USD') = CASE WHEN s.id = ${alias}.currency_id THEN d.code ELSE s.code END
    ORDER BY x.effective_date DESC, (s.id = ${alias}.currency_id) DESC LIMIT 1), 1)`;

/**
 * Returns SQL for the last determined value of each subject in the base currency, not after today (subject_id,
 * period_end, amount). Subjects without figures in the year before the latest ones don't count. That year is compared
 * as a date, because row-level security lets an index compare a date with a date but not with a timestamp.
 */
export const lastValueSql = (vehicle: string): string =>
  `SELECT l.subject_id, l.vehicle_id, l.period_end, greatest(l.worth * ${rateToBase('l')}, 0) AS amount FROM (
     SELECT DISTINCT ON (f.subject_id) f.tenant_id, f.subject_id, f.vehicle_id, f.period_end, f.currency_id, ${subjectValueSql('f')} AS worth
     FROM period_figure f WHERE ${vehicle} AND f.period_end <= ${localDate} AND ${subjectValueSql('f')} IS NOT NULL AND f.period_end >
       (SELECT (max(f.period_end) - interval '1 year')::date FROM period_figure f WHERE ${vehicle} AND f.period_end <= ${localDate})
     ORDER BY f.subject_id, f.period_end DESC) l`;

/**
 * Returns an SQL expression for the default reporting date, the latest quarter end up to today with enough figures.
 * Enough means that its subjects have more than half of the last determined value, in the base currency. If nothing has
 * a value, it is the last quarter end with figures. If all figures are of quarters that haven't ended, it is the
 * earliest of them, because that quarter ends next.
 *
 * `which` selects figures `f`: those of all vehicles, or of some.
 */
export const displayedQuarter = (vehicle = ofVehicles): string =>
  `(SELECT coalesce(
     (WITH worth AS MATERIALIZED (${lastValueSql(vehicle)})
      SELECT max(c.period_end) FROM (SELECT DISTINCT period_end FROM worth) c
      WHERE (SELECT sum(w.amount) FROM worth w WHERE w.period_end = c.period_end OR w.period_end > c.period_end AND EXISTS (
          SELECT FROM period_figure g WHERE g.subject_id = w.subject_id AND g.period_end = c.period_end AND ${subjectValueSql('g')} IS NOT NULL))
        > (SELECT sum(w.amount) / 2 FROM worth w)),
     (SELECT max(f.period_end) FROM period_figure f WHERE ${vehicle} AND f.period_end <= ${localDate}),
     (SELECT min(f.period_end) FROM period_figure f WHERE ${vehicle})))`;

/** Returns the default reporting date over all vehicles of a firm. */
export async function displayedReportingDate(tx: Transaction): Promise<string | undefined> {
  const [found] = await tx.query<{ end: string | null }>(
    `SELECT ${displayedQuarter(`f.tenant_id = $1 AND ${ofVehicles}`)} AS "end"`,
    [tx.tenantId],
  );
  return found?.end ?? undefined;
}
