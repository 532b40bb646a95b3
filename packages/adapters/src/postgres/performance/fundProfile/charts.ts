import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';

/** Amounts of a sector or an investor type at a quarter end. */
export interface Part {
  readonly id: string | null;
  readonly name: string;
  readonly currency: string;
  readonly amount: string;
  readonly count: number;
}

/** SQL for the figures `p` at quarter end `$3`. */
const ofQuarter = `${quartersSql('$3::date')} q JOIN period_figure p ON p.tenant_id = q.tenant_id AND p.vehicle_id = q.id AND p.period_end = q.period_end`;
const currencyOf = 'JOIN reference_entry r ON r.tenant_id = p.tenant_id AND r.id = p.currency_id';

/** Returns a vehicle's investments by sector, largest first. */
export const investedBySector = (tx: Transaction, vehicleId: string, endDate: string): Promise<Part[]> =>
  tx.query<Part>(
    `SELECT s.id, coalesce(s.description, 'No sector') AS name, r.code AS currency, sum(p.invested)::text AS amount, count(DISTINCT h.investment_id)::int AS count
     FROM ${ofQuarter} ${currencyOf}
     JOIN (SELECT tenant_id, id, investment_id FROM fund_investment UNION ALL SELECT tenant_id, id, investment_id FROM coinvestment_investment) h
       ON h.tenant_id = p.tenant_id AND h.id = p.subject_id
     JOIN investment i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     LEFT JOIN reference_entry s ON s.tenant_id = i.tenant_id AND s.id = i.sector_id
     WHERE p.tenant_id = $1 AND p.subject = 'HOLDING' AND p.vehicle_id = $2
     GROUP BY s.id, 2, 3 ORDER BY sum(p.invested) DESC, 2`,
    [tx.tenantId, vehicleId, endDate],
  );

/** Returns the commitments to a vehicle by investor type, largest first. */
export const committedByType = (tx: Transaction, vehicleId: string, endDate: string): Promise<Part[]> =>
  tx.query<Part>(
    `SELECT t.id, t.description AS name, r.code AS currency, sum(p.commitment)::text AS amount, count(*)::int AS count
     FROM ${ofQuarter} ${currencyOf}
     JOIN commitment c ON c.tenant_id = p.tenant_id AND c.id = p.subject_id
     JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id
     WHERE p.tenant_id = $1 AND p.subject = 'COMMITMENT' AND p.vehicle_id = $2
     GROUP BY t.id, 2, 3 ORDER BY sum(p.commitment) DESC, 2`,
    [tx.tenantId, vehicleId, endDate],
  );

export interface QuarterOfFund {
  readonly quarter: string;
  readonly currency: string;
  readonly investedCapital: string | null;
  readonly fairValue: string | null;
  readonly reportedMultipleGross: string | null;
}

/** Returns a vehicle's invested capital and its results at each quarter end. */
export const investedByQuarter = (tx: Transaction, vehicleId: string): Promise<QuarterOfFund[]> =>
  tx.query<QuarterOfFund>(
    `SELECT p.period_end AS quarter, r.code AS currency, p.invested AS "investedCapital", p.fair_value AS "fairValue",
       trim_scale(p.gross_moic)::text AS "reportedMultipleGross"
     FROM period_figure p ${currencyOf}
     WHERE p.tenant_id = $1 AND p.subject = 'VEHICLE' AND p.subject_id = $2 ORDER BY p.period_end`,
    [tx.tenantId, vehicleId],
  );
