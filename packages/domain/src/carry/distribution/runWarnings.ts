import { type Decimal, decimal, moneyText, displayedDate, spokenMoney } from '../../kernel/index.ts';
import { type RunRequest, type Warning, createWarning } from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';

export const isBelowZero = (amount: string | null | undefined): boolean =>
  typeof amount === 'string' && amount !== '' && decimal(amount).lt(0);

/** Warnings about adjustments, typed taxes and typed escrows that raise the net payment. */
const RAISING: ReadonlySet<string> = new Set([
  'NEGATIVE_LOAN_REPAYMENT',
  'NEGATIVE_ADJUSTMENT',
  'TAX_BELOW_COMPUTED',
  'ESCROW_BELOW_COMPUTED',
]);
/** Warnings about payments above the accrued or vested amount, and about vesting that has changed since a run was submitted. */
const ALWAYS: ReadonlySet<string> = new Set(['PAID_ABOVE_ACCRUED', 'TERMINATED_NOT_FULLY_VESTED', 'VESTING_CHANGED']);

/** A computed or stored warning. */
type Warned = Pick<Warning, 'path' | 'amount'> & { readonly code: string };

/**
 * Returns the key of the acknowledgment that a warning needs before submission and again before approval; undefined if it needs none. The key ends
 * in the amount, so it covers no other amount.
 *
 * Payments above the accrued or vested amount, and changed vesting, always need one. An adjustment or a typed tax or escrow that raises the net needs one above the firm's
 * threshold.
 *
 * Source: decision 0005.
 */
export function acknowledgmentKey({ code, path, amount }: Warned, threshold: Decimal): string | undefined {
  const isNeeded = ALWAYS.has(code) || (RAISING.has(code) && (amount === undefined || decimal(amount).gt(threshold)));
  return isNeeded ? [code, ...path, ...(amount === undefined ? [] : [amount])].join('.') : undefined;
}

/**
 * Returns warnings about a request and its records: NEGATIVE_LOAN_REPAYMENT and NEGATIVE_ADJUSTMENT (both raise the net), PROFILE_NOT_DEFAULT (a
 * version other than the default is used).
 *
 * Source: docs/calculations/distribution.md.
 */
export function runWarnings({ sources }: RunRequest, facts: RunFacts): readonly Warning[] {
  return sources.flatMap(({ sourceId, details }, i): readonly Warning[] => {
    const sourceFacts = facts.sources.get(sourceId);
    const path = ['sources', i];
    const negatives = details.flatMap(({ participantId, via, ...entered }, k) => {
      const holder = `${[...via, participantId].join(' > ')} at ${sourceFacts?.name ?? ''}`;
      return (
        [
          ['loanRepayment', 'NEGATIVE_LOAN_REPAYMENT', 'loan repayment'],
          ['otherAdjustment', 'NEGATIVE_ADJUSTMENT', 'other adjustment'],
        ] as const
      ).flatMap(([field, code, name]) => {
        const amount = entered[field];
        if (!isBelowZero(amount)) return [];
        const raise = decimal(amount ?? '0').negated();
        const text = `The ${name} of ${holder} is ${spokenMoney(raise.negated())}, which raises the net.`;
        return [createWarning(code, [...path, 'details', k, field], text, moneyText(raise))];
      });
    });
    const { profile } = sourceFacts ?? {};
    const other = profile?.defaultVersion;
    if (!profile || !other || other.version === profile.version) return negatives;
    const describe = ({ version, effectiveDate }: typeof other) =>
      `version ${String(version)}${effectiveDate ? ` (effective ${displayedDate(effectiveDate)})` : ''}`;
    const text = `${sourceFacts?.name ?? ''} uses ${describe(profile)} of its allocation profile, not the default, ${describe(other)}.`;
    return [...negatives, createWarning('PROFILE_NOT_DEFAULT', [...path, 'allocationProfile'], text)];
  });
}
