import type { Transaction } from '../engine/unitOfWork/index.ts';

/** Something stored that is not as it should be, in words. */
export interface Finding {
  /** What it is about, from the record inwards: run, source, person. */
  readonly of: readonly string[];
  /** Which figure or which field, or what is wrong with the whole. */
  readonly what: string;
  /** What the trail or the rule says; null is 'nothing'. */
  readonly was?: string | null;
  /** What is stored. */
  readonly is?: string | null;
}

const notComputable = (of: readonly string[]): Finding => ({
  of,
  what: 'cannot be computed again: rows that it depends on are missing or broken',
});

/** The result of a rule, or undefined with a finding when the stored rows are too broken for it. */
export function attempt<T>(compute: () => T, of: readonly string[], findings: Finding[]): T | undefined {
  try {
    return compute();
  } catch {
    findings.push(notComputable(of));
    return undefined;
  }
}

/**
 * Runs a part of the audit in a savepoint. If the part fails, that is a finding and the audit goes on with the next part.
 *
 * Fails: with the error of the part when the transaction is over, as after a lost connection.
 */
export async function guarded<T>(
  tx: Transaction,
  of: readonly string[],
  findings: Finding[],
  part: () => Promise<T>,
): Promise<T | undefined> {
  await tx.query('SAVEPOINT part');
  try {
    return await part();
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT part').catch(() => {
      throw error;
    });
    findings.push({ of, what: `cannot be checked: ${error instanceof Error ? error.message : String(error)}` });
    return undefined;
  } finally {
    // Ignored where the transaction is over.
    await tx.query('RELEASE SAVEPOINT part').catch(() => undefined);
  }
}
