import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

interface Summary {
  readonly name: string;
  readonly rowVersion: number;
}

type RunType = 'distribution' | 'forecast' | 'ledgerRun' | 'realization';

/**
 * Returns a function that runs the work and records the run before and after it in the audit log. `summary` is SQL that
 * reads the run by tenant and id: its head and parts, not its thousands of rows. The work can add a text.
 */
export const auditRunChange =
  (objectType: RunType, summary: string) =>
  async (
    tx: Transaction,
    id: string,
    operation: string,
    reason: string | null | undefined,
    work: () => Promise<Readonly<Record<string, unknown>> | void>,
  ): Promise<void> => {
    const read = async () => (await tx.prepared<Summary>(summary, [tx.tenantId, id]))[0];
    const before = await read();
    const added = await work();
    const after = await read();
    tx.record({
      operation,
      objectType,
      objectId: id,
      objectName: after?.name ?? before?.name ?? null,
      before: before ?? null,
      after: after ? { ...after, ...added } : null,
      reason: reason ?? null,
      rowVersion: after?.rowVersion ?? null,
    });
  };
