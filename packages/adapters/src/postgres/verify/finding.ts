import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { numberText } from './numberText.ts';

/** A deviation in the stored data, as text. */
export interface Finding {
  /** Subject of the finding, from the record inward: run, source, person. */
  readonly location: readonly string[];
  /** Figure or field that differs, or what is wrong with the record as a whole. */
  readonly description: string;
  /** Value according to the audit log. Null means 'nothing'. */
  readonly was?: string | null;
  /** Value in the database now. */
  readonly is?: string | null;
  /** Stored value of a figure that the audit computed again. */
  readonly stored?: string | null;
  /** Value of that figure by the rules, from what it depends on. */
  readonly computed?: string | null;
  /** Currency of the values, if they are amounts. */
  readonly currency?: string | undefined;
  /** True for a figure that disagrees with the stored figures it is added up from, so that no changed record explains the difference. */
  readonly isDirect?: boolean;
  /** True for a TVPI that isn't the sum of its own DPI and RVPI. It is always listed. */
  readonly isContradiction?: boolean;
}

/** Returns a finding as a line of text. */
export function findingText({ location, description, was, is, stored, computed, currency }: Finding): string {
  const subject = `${location.join(' > ')}: ${description}`;
  const text = (value: string | null | undefined) => (value == null ? 'nothing' : numberText(value, currency));
  if (stored !== undefined || computed !== undefined)
    return `${subject}: stored ${text(stored)}, computed again ${text(computed)}`;
  return was === undefined && is === undefined ? subject : `${subject}: ${text(was)} before, ${text(is)} now`;
}

/** A finding of a firm with the part of the audit that found it, such as `records` or `figures`. */
export interface TenantFinding extends Finding {
  readonly part: string;
}

const notComputable = (location: readonly string[]): Finding => ({
  location,
  description: 'can’t be recomputed because rows that it depends on are missing or damaged',
});

/** Returns the result of a rule. If the stored rows are too damaged, adds a finding and returns undefined. */
export function attempt<T>(compute: () => T, location: readonly string[], findings: Finding[]): T | undefined {
  try {
    return compute();
  } catch {
    findings.push(notComputable(location));
    return undefined;
  }
}

/**
 * Runs a part of the audit in a savepoint. If the part fails, adds a finding, and the audit continues with the next
 * part.
 *
 * Fails: with the error of the part if the transaction is over, as after a lost connection.
 */
export async function verifyPart<T>(
  tx: Transaction,
  location: readonly string[],
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
    findings.push({
      location,
      description: `can’t be checked: ${error instanceof Error ? error.message : String(error)}`,
    });
    return undefined;
  } finally {
    // Ignored if the transaction is over.
    await tx.query('RELEASE SAVEPOINT part').catch(() => undefined);
  }
}
