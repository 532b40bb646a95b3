import type { AttributionPolicy } from '@carrara/domain/performance/waterfall';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A distribution of proceeds, as the audit log stores it. */
export interface DistributionRecord {
  readonly vehicleId: string;
  readonly date: string;
  /** The quarter end of the figures that it was computed from. */
  readonly end: string;
  /** Null for typed amounts. */
  readonly proceeds: string | null;
  readonly holdingIds: readonly string[];
  /** The sale that was posted with it. */
  readonly sale?: { readonly holdingId: string; readonly amount: string; readonly costRelieved: string };
  /** The carry earned. */
  readonly carry: string;
  /** How the carry was attributed to investments. Null if it wasn't. */
  readonly attribution: AttributionPolicy | null;
  readonly investments: readonly { readonly id: string; readonly carry: string }[];
  /** By commitment; empty for typed amounts. */
  readonly partners: readonly { readonly id: string; readonly lp: string; readonly gp: string }[];
  /** The audit entry of the posting. Everything before it was known. */
  readonly seq: number;
}

/** Returns all distributions of proceeds, in the order in which they were posted. */
export const distributionRecords = async (tx: Transaction): Promise<readonly DistributionRecord[]> => {
  const rows = await tx.query<{
    record: Omit<DistributionRecord, 'vehicleId' | 'seq'>;
    vehicleId: string;
    seq: number;
  }>(
    `SELECT a.after -> 'distribution' AS record, a.container_id AS "vehicleId", a.seq::int AS seq
     FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveLedgerAct' AND jsonb_typeof(a.after -> 'distribution') = 'object' ORDER BY a.seq`,
    [tx.tenantId],
  );
  return rows.map(({ record, ...own }) => ({ ...record, ...own }));
};
