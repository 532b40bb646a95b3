import type { Source } from '@carrara/domain/performance/ledger';
import type { ReportedName } from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { sourceSql } from './loadLedger.ts';

export interface ReportedRow {
  readonly id: string;
  readonly commitmentId: string | null;
  readonly investor: { readonly id: string; readonly code: string | null; readonly name: string } | null;
  readonly figure: ReportedName;
  readonly date: string;
  readonly value: string;
  readonly bookedPeriod: string;
  readonly counts: boolean;
  readonly reversesId: string | null;
  readonly reversedById: string | null;
  readonly description: string | null;
  readonly source: Source | null;
  readonly enteredDate: string;
}

/** Returns the reported figures of a vehicle, latest date first. */
export const readReportedRows = (tx: Transaction, vehicleId: string): Promise<ReportedRow[]> =>
  tx.query(
    `SELECT r.id, r.commitment_id AS "commitmentId", CASE WHEN i.id IS NOT NULL THEN jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name) END AS investor,
       r.figure, r.figure_date AS date, trim_scale(r.value)::text AS value, r.booked AS "bookedPeriod",
       r.reverses_id IS NULL AND x.id IS NULL AND NOT EXISTS (SELECT FROM reported_figure n
         WHERE n.tenant_id = r.tenant_id AND n.vehicle_id = r.vehicle_id AND n.commitment_id IS NOT DISTINCT FROM r.commitment_id
           AND n.figure = r.figure AND n.figure_date = r.figure_date AND n.reverses_id IS NULL AND (n.seq, n.id) > (r.seq, r.id)
           AND NOT EXISTS (SELECT FROM reported_figure y WHERE y.tenant_id = n.tenant_id AND y.reverses_id = n.id)) AS counts,
       r.reverses_id AS "reversesId", x.id AS "reversedById", r.description, ${sourceSql('r')} AS source, r.created_at AS "enteredDate"
     FROM reported_figure r LEFT JOIN reported_figure x ON x.tenant_id = r.tenant_id AND x.reverses_id = r.id
     LEFT JOIN commitment c ON c.tenant_id = r.tenant_id AND c.id = r.commitment_id
     LEFT JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     WHERE r.tenant_id = $1 AND r.vehicle_id = $2 ORDER BY r.figure_date DESC, lower(i.name) NULLS FIRST, r.figure, r.seq DESC, r.id`,
    [tx.tenantId, vehicleId],
  );

/** Returns the vehicle of a reported figure. */
export async function vehicleOfReported(tx: Transaction, id: string): Promise<string | undefined> {
  const [found] = await tx.query<{ vehicleId: string }>(
    'SELECT vehicle_id AS "vehicleId" FROM reported_figure WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return found?.vehicleId;
}
