import { navReportedForFundOnly, reportedForFundOnly } from '@carrara/domain/performance/period';
import { sentence } from '../../engine/texts/text.ts';
import { paysFeeSql } from './termsSql.ts';

/** Figures of a vehicle that are sums over its commitments. */
const amounts = [
  'commitment',
  'contributions',
  'distributions',
  'recallable',
  'unfunded',
  'nav',
  'nav_before_carry',
  'carry_paid',
  'unrealized',
] as const;
type Amount = (typeof amounts)[number];
const isAmount = (name: string): name is Amount => (amounts as readonly string[]).includes(name);
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns a join with the fee-paying limited partners' part of the figures `g` of vehicles, as a row `p`. Its amounts
 * are sums over their commitments by the terms at that quarter end. `is_part` is true if they aren't all partners. `is_fee_free` is
 * true if nobody pays fees, so that all partners count instead. There is no row for a vehicle in which everybody pays.
 */
export const feePayingSql = (g: string, alias = 'p'): string => {
  const sum = (name: Amount) =>
    `CASE WHEN bool_and(q.${name} IS NOT NULL) FILTER (WHERE q.pays) THEN sum(q.${name}) FILTER (WHERE q.pays) END AS ${name}`;
  const part = (name: Amount) =>
    name === 'contributions' || name === 'distributions' ? `s.${name} - x.amount AS ${name}` : `s.${name}`;
  return `LEFT JOIN LATERAL (SELECT s.is_part, s.is_fee_free, ${amounts.map(part).join(', ')} FROM (
    SELECT bool_or(q.pays) AND bool_or(NOT q.pays) AS is_part, NOT bool_or(q.pays) AS is_fee_free, ${amounts.map(sum).join(', ')},
      bool_or(q.transfers = 'PRICE') AS has_prices, array_agg(q.subject_id) FILTER (WHERE q.pays) AS paying
    FROM (SELECT w.*, ${paysFeeSql('w.subject_id', 'w.period_end', 'w.tenant_id')} AS pays FROM period_figure w
      WHERE w.tenant_id = ${g}.tenant_id AND w.subject = 'COMMITMENT' AND w.vehicle_id = ${g}.vehicle_id AND w.period_end = ${g}.period_end
        AND (w.commitment IS DISTINCT FROM 0 OR w.contributions IS DISTINCT FROM 0 OR w.distributions IS DISTINCT FROM 0)
        AND ${g}.vehicle_id IN (SELECT c.vehicle_id FROM commitment c JOIN commitment_event x ON x.tenant_id = c.tenant_id AND x.commitment_id = c.id
          WHERE NOT x.pays_fee)) q
    HAVING count(*) > 0) s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.has_prices AND s.is_part THEN ${cancelledPrices(g, 's.paying')} ELSE 0 END AS amount) x) ${alias} ON true`;
};

/**
 * Returns SQL for the prices of transfers that cancel out in the contributions and distributions of some commitments, date by date (the domain's
 * `CapitalSum`).
 */
const cancelledPrices = (g: string, commitments: string): string =>
  `(SELECT coalesce(sum(by_date.amount), 0) FROM (
      SELECT sum(greatest(by_partner.amount, 0)) - greatest(sum(by_partner.amount), 0) AS amount FROM (
        SELECT e.effective_date, sum(h.amount) AS amount FROM ledger_entry e JOIN ledger_share h ON h.tenant_id = e.tenant_id AND h.entry_id = e.id
        WHERE e.tenant_id = ${g}.tenant_id AND e.vehicle_id = ${g}.vehicle_id AND e.type = 'TRANSFER' AND e.booked <= ${g}.period_end AND h.commitment_id = ANY (${commitments})
        GROUP BY e.effective_date, h.commitment_id) by_partner
      GROUP BY by_partner.effective_date) by_date)`;

/**
 * Returns SQL for a figure of vehicles `g` on the requested basis: the fee-paying limited partners, unless the SQL
 * `coversAllPartners` is true.
 */
export const figureOnBasisSql = (g: string, name: string, coversAllPartners = 'false', alias = 'p'): string =>
  isAmount(name)
    ? `CASE WHEN ${alias}.is_part AND NOT coalesce(${coversAllPartners}, false) THEN ${alias}.${name} ELSE ${g}.${name} END`
    : `${g}.${name}`;

/** SQL for an amount as people read it. */
const amountText = `to_char(n.amount, 'FM999,999,999,999,999,999,990.00')`;

/** Returns SQL for the reasons why such figures are not determined. */
export const reasonsOnBasis = (
  g: string,
  coversAllPartners = 'false',
): string => `CASE WHEN p.is_part AND NOT coalesce(${coversAllPartners}, false)
  THEN ${g}.not_determined || (SELECT coalesce(jsonb_agg(jsonb_build_object('field', n.field, 'code', 'NOT_REPORTED',
      'message',
      CASE n.field WHEN 'nav' THEN ${sentence(navReportedForFundOnly, amountText)} ELSE ${sentence(reportedForFundOnly, amountText)} END)), '[]')
    FROM (VALUES ${amounts.map((name) => `('${camel(name)}', p.${name} IS NULL AND ${g}.${name} IS NOT NULL, ${g}.${name})`).join(', ')}) n(field, lacks, amount) WHERE n.lacks)
  ELSE ${g}.not_determined END`;
