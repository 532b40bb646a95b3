import type { ReportedName } from '@carrara/domain/performance/period';
import { recordSql } from '../../engine/records/statements.ts';
import type { RecordStore, StoredRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { coinvestmentStore, fundStore, investmentStore } from '../../portfolio/container/containers.ts';
import { investorStore } from '../../portfolio/investor/investors.ts';
import { holdingPeriodStore, investmentPeriodStore } from '../investment/periodStores.ts';
import { holdings } from '../periodFigures/unreportedHolding.ts';
import { vehicleCurrency } from '../investment/readInvestment.ts';

/** Reported figures of a vehicle or a commitment for a date, by figure: those that count. */
export type ReportedCells = Readonly<Partial<Record<ReportedName, { readonly id: string; readonly value: string }>>>;
/** A record without its pictures and child rows. */
type Part = StoredRecord | null;

interface BulkRow {
  readonly name: string;
  readonly currency: string | null;
  readonly isLocked: boolean;
}
/** A company and a holding in it, as last reported up to the quarter end. */
export interface BulkPortfolioRow extends BulkRow {
  readonly fundId: string;
  readonly investmentId: string;
  readonly investmentCode: string;
  /** The code of the company's sector. */
  readonly sector: string | null;
  readonly holdingId: string;
  readonly holderName: string;
  readonly company: Part;
  /** Ownership is a fraction. */
  readonly holding: Part;
}
export interface BulkInvestmentRow extends BulkRow {
  readonly investmentId: string;
  readonly holderName: string;
  readonly investment: StoredRecord;
}
export interface BulkFundRow extends BulkRow {
  readonly fundId: string;
  readonly kind: 'fund' | 'coinvestment';
  readonly vehicle: StoredRecord;
  readonly reported: ReportedCells;
}
export interface BulkInvestorRow extends BulkRow {
  readonly id: string;
  /** Null for an investor without a commitment. */
  readonly fundId: string | null;
  readonly commitmentId: string | null;
  readonly holderName: string | null;
  readonly investor: StoredRecord;
  readonly reported: ReportedCells;
}

// In each of these, `$1` is the tenant and `$2` the quarter end.
const read = <R extends StoredRecord>(store: Pick<RecordStore<R>, 'definition'>, condition: string) =>
  `(SELECT to_jsonb(x) FROM (${recordSql(store.definition)} WHERE t.tenant_id = $1 AND ${condition} LIMIT 1) x)`;
/** Returns SQL for the record of a quarter, otherwise the latest one before it. */
const lastOf = (owner: string) => `${owner} AND t.period_end <= $2 ORDER BY t.period_end DESC`;
/** Returns SQL that is true from the first quarter with figures on, or as long as there are none. */
const exists = (id: string) =>
  `coalesce((SELECT min(f.period_end) FROM period_figure f WHERE f.tenant_id = $1 AND f.subject_id = ${id}) <= $2, true)`;
const isLocked = `EXISTS (SELECT FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = v.id AND p.period_end = $2 AND p.status = 'LOCKED')`;
const currency = `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = v.tenant_id AND r.id = ${vehicleCurrency})`;
/** Same rule as `reportedUntil`, for the exact date. */
const reportedOn = (
  commitment: string,
) => `coalesce((SELECT jsonb_object_agg(k.figure, jsonb_build_object('id', k.id, 'value', trim_scale(k.value)::text)) FROM (
  SELECT DISTINCT ON (r.figure) r.figure, r.id, r.value FROM reported_figure r
  WHERE r.tenant_id = $1 AND r.vehicle_id = v.id AND r.commitment_id IS NOT DISTINCT FROM ${commitment} AND r.figure_date = $2 AND r.booked = $2
    AND r.reverses_id IS NULL AND NOT EXISTS (SELECT FROM reported_figure x WHERE x.tenant_id = r.tenant_id AND x.reverses_id = r.id AND x.booked = $2)
  ORDER BY r.figure, r.seq DESC, r.id DESC) k), '{}')`;

/** Returns every holding with its company, by company. */
export const bulkPortfolios = (tx: Transaction, end: string): Promise<BulkPortfolioRow[]> =>
  tx.query<BulkPortfolioRow>(
    `SELECT v.id AS "fundId", i.id AS "investmentId", i.code AS "investmentCode",
       (SELECT s.code FROM investment n JOIN reference_entry s ON s.tenant_id = n.tenant_id AND s.id = n.sector_id
        WHERE n.tenant_id = i.tenant_id AND n.id = i.id) AS sector, h.id AS "holdingId", i.name, v.name AS "holderName", ${currency} AS currency,
       ${isLocked} AS "isLocked", ${read(investmentPeriodStore, lastOf('t.investment_id = i.id'))} AS company,
       ${read(holdingPeriodStore, lastOf('t.holding_id = h.id'))} AS holding
     FROM ${holdings} h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
     WHERE h.tenant_id = $1 AND ${exists('h.id')} ORDER BY lower(i.name), i.id, v.kind DESC, v.code, h.id`,
    [tx.tenantId, end],
  );

/** Returns the investments with holdings. */
export const bulkInvestments = (tx: Transaction, end: string): Promise<BulkInvestmentRow[]> =>
  tx.query<BulkInvestmentRow>(
    `SELECT i.id AS "investmentId", i.name, h.holder_name AS "holderName", NULL AS currency, false AS "isLocked", ${read(investmentStore, 't.id = i.id')} AS investment
     FROM container i JOIN (SELECT h.investment_id, string_agg(v.code, ', ' ORDER BY v.code) AS holder_name
       FROM ${holdings} h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
       WHERE h.tenant_id = $1 AND ${exists('h.id')} GROUP BY 1) h ON h.investment_id = i.id
     WHERE i.tenant_id = $1 ORDER BY lower(i.name), i.id`,
    [tx.tenantId, end],
  );

/** Returns the vehicles, funds before coinvestments. */
export const bulkFunds = (tx: Transaction, end: string): Promise<BulkFundRow[]> =>
  tx.query<BulkFundRow>(
    `SELECT v.id AS "fundId", v.kind, v.name, ${currency} AS currency, ${isLocked} AS "isLocked",
       CASE v.kind WHEN 'fund' THEN ${read(fundStore, 't.id = v.id')} ELSE ${read(coinvestmentStore, 't.id = v.id')} END AS vehicle,
       ${reportedOn('NULL')} AS reported
     FROM container v WHERE v.tenant_id = $1 AND v.is_vehicle AND ${exists('v.id')} ORDER BY v.kind DESC, lower(v.name), v.id`,
    [tx.tenantId, end],
  );

/** Returns the investors, one row per commitment. */
export const bulkInvestors = (tx: Transaction, end: string): Promise<BulkInvestorRow[]> =>
  tx.query<BulkInvestorRow>(
    `SELECT i.id, i.name, c.id AS "commitmentId", v.id AS "fundId", v.name AS "holderName", ${currency} AS currency, ${isLocked} AS "isLocked",
       ${read(investorStore, 't.id = i.id')} AS investor, ${reportedOn('c.id')} AS reported
     FROM container i LEFT JOIN commitment c ON c.tenant_id = i.tenant_id AND c.investor_id = i.id AND ${exists('c.id')}
     LEFT JOIN container v ON v.tenant_id = c.tenant_id AND v.id = c.vehicle_id
     WHERE i.tenant_id = $1 AND i.kind = 'investor' ORDER BY lower(i.name), i.id, v.code`,
    [tx.tenantId, end],
  );
