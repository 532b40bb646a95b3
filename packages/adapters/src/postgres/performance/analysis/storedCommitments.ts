import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { StoredCommitment } from '@carrara/domain/performance/analysis';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';

interface Row {
  readonly commitmentId: string;
  readonly end: string;
  readonly asOf: string;
  readonly commitment: string;
  readonly nav: string | null;
  readonly navBeforeCarry: string | null;
  readonly isReported: boolean;
}

/**
 * Returns the stored figures of a vehicle's commitments at each quarter end up to a date. At that date, it includes
 * those of a vehicle that was over by then (`hasVehicleEndedSql`).
 */
export async function storedCommitments(
  tx: Transaction,
  vehicleId: string,
  to: string,
): Promise<readonly StoredCommitment[]> {
  const rows = await tx.query<Row>(
    `SELECT f.subject_id AS "commitmentId", f.quarter AS "end", f.period_end AS "asOf", f.commitment, f.nav, f.nav_before_carry AS "navBeforeCarry",
       f.recallable IS NULL AS "isReported"
     FROM (SELECT g.*, g.period_end AS quarter FROM period_figure g UNION ALL SELECT g.*, $3::date FROM ${quartersSql('$3::date')} q
       JOIN period_figure g ON g.tenant_id = q.tenant_id AND g.vehicle_id = q.id AND g.period_end = q.period_end WHERE q.period_end < $3) f
     WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'COMMITMENT' AND f.quarter <= $3`,
    [tx.tenantId, vehicleId, to],
  );
  return rows.map(({ commitmentId, end, asOf: type, commitment, nav, navBeforeCarry, isReported }) => ({
    commitmentId,
    end: calendarDate(end),
    asOf: calendarDate(type),
    commitment: decimal(commitment),
    nav: nav === null ? null : decimal(nav),
    navBeforeCarry: navBeforeCarry === null ? null : decimal(navBeforeCarry),
    isReported,
  }));
}
