import { type RunVerification, verifyReversal, verifyRun } from '@carrara/domain/distribution';
import { loadInputs } from '../distribution/head.ts';
import { loadRun } from '../distribution/rows.ts';
import type { Transaction } from '../unitOfWork/index.ts';

/** What was found about one distribution. */
export interface DistributionReport extends RunVerification {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Rows whose account or escrow entry is not what the row says. */
  readonly wrongPostings: number;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly engineVersion: string | null;
  readonly reversesId: string | null;
}

/** Computes every saved distribution of a tenant again from its kept inputs, one at a time, and compares it with what is stored. */
export async function* verifyDistributions(tx: Transaction): AsyncGenerator<DistributionReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, status, engine_version AS "engineVersion", reverses_id AS "reversesId"
     FROM distribution WHERE tenant_id = $1 ORDER BY distribution_date, id`,
    [tx.tenantId],
  );
  for (const { id, name, status, engineVersion, reversesId } of rows) {
    const stored = await loadRun(tx, id);
    const verified = reversesId
      ? verifyReversal(stored, await loadRun(tx, reversesId))
      : verifyRun(stored, await loadInputs(tx, id), engineVersion ?? '');
    const wrongPostings = status === 'DISB' ? await countWrongPostings(tx, id) : 0;
    yield { id, name, status, ...verified, wrongPostings };
  }
}

/** Rows of people and trusts of a disbursed distribution that the ledgers do not have, or have with another amount. */
async function countWrongPostings(tx: Transaction, id: string): Promise<number> {
  const [found] = await tx.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM distribution_detail d
     LEFT JOIN account_entry a ON a.tenant_id = d.tenant_id AND a.distribution_detail_id = d.id AND a.kind = 'DISTRIBUTION'
     LEFT JOIN escrow_entry e ON e.tenant_id = d.tenant_id AND e.distribution_detail_id = d.id AND e.kind = 'HELD'
     WHERE d.tenant_id = $1 AND d.distribution_id = $2 AND d.is_leaf
       AND (coalesce(a.amount, 0) <> -d.gross_carry_distributed OR coalesce(e.amount, 0) <> d.escrow
         OR coalesce(a.memo_tax, 0) <> d.tax OR coalesce(a.memo_loan_repayment, 0) <> d.loan_repayment
         OR coalesce(a.memo_other_adjustment, 0) <> d.other_adjustment)`,
    [tx.tenantId, id],
  );
  return found?.wrong ?? 0;
}
