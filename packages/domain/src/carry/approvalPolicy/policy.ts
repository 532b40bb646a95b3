import { type CalendarDate, type Decimal, displayedDate, fail, type Failures, moneyText } from '../../kernel/index.ts';
import { type ApprovalMode, type ApprovalRule, everyApproverRule } from '../../platform/approval/index.ts';
import { convertCurrency, type FxRate } from '../../platform/fx/index.ts';

/** The approvals that distributions need from an amount on. */
export interface PolicyBand {
  /** In the policy's currency. */
  readonly fromAmount: Decimal;
  readonly mode: ApprovalMode;
  /** The approvals needed in mode QUORUM; otherwise null. */
  readonly quorum: number | null;
  /** The required approvers, in their order. */
  readonly approverIds: readonly string[];
}

/** A firm's rules for approvals from a date on. */
export interface ApprovalPolicy {
  readonly id: string;
  readonly effectiveDate: string;
  readonly currency: string;
  /** By amount, the lowest first. */
  readonly bands: readonly PolicyBand[];
}

/** The rule of a distribution as stored with its submission, with the policy that it comes from. */
export interface DistributionRule extends ApprovalRule {
  /** Null if the firm had no policy. */
  readonly policy: {
    readonly id: string;
    readonly effectiveDate: string;
    readonly currency: string;
    /** The amount from which the rule applies. */
    readonly fromAmount: string;
    /** The gross in the policy's currency, without its sign. Null if there is no rate. */
    readonly amount: string | null;
  } | null;
}

export interface AmountToApprove {
  /** The gross carry of the distribution. A reversal's is below zero. */
  readonly amount: Decimal;
  /** The distribution's currency; null if it has none. */
  readonly currency: string | null;
  readonly date: CalendarDate;
  /** The firm's own currency, the first choice for a cross rate. */
  readonly base: string;
  readonly rates: readonly FxRate[];
}

/** The rule of a firm without a policy. */
export const withoutPolicy: DistributionRule = { ...everyApproverRule, policy: null };

/**
 * Returns the rule for a distribution: the rule of the policy's highest band whose amount the gross reaches. Without a
 * policy, every listed approver approves (`withoutPolicy`).
 *
 * The gross is compared without its sign, in the policy's currency at the rate of the date. Without a rate, the band of
 * the highest amounts applies.
 *
 * Units:  amounts in major currency units.
 * Source: docs/user/carry-run.md, 'Approvals'.
 */
export function ruleFor(policy: ApprovalPolicy, { amount, currency, ...rest }: AmountToApprove): DistributionRule {
  const strictest = policy.bands.at(-1);
  if (!strictest) return withoutPolicy;
  const gross = amount.abs();
  const converted =
    currency === null ? null : convertCurrency({ amount: gross, from: currency, to: policy.currency, ...rest });
  const compared = converted?.isOk() ? converted.value.amount : null;
  const band = (compared && policy.bands.findLast(({ fromAmount }) => fromAmount.lte(compared))) ?? strictest;
  const { mode, quorum, approverIds, fromAmount } = band;
  const { id, effectiveDate } = policy;
  return {
    mode,
    quorum,
    approverIds,
    policy: {
      id,
      effectiveDate,
      currency: policy.currency,
      fromAmount: moneyText(fromAmount),
      amount: compared && moneyText(compared),
    },
  };
}

/** Returns the policy in force on a date: the latest that is effective by then. */
export const policyOn = <P extends Pick<ApprovalPolicy, 'effectiveDate'>>(
  policies: readonly P[],
  date: string,
): P | undefined =>
  policies
    .filter(({ effectiveDate }) => effectiveDate <= date)
    .reduce<P | undefined>(
      (last, policy) => (last && last.effectiveDate > policy.effectiveDate ? last : policy),
      undefined,
    );

/**
 * Checks the bands of a policy.
 *
 * Fails:  BANDS_OUT_OF_ORDER (the first isn't from 0, or an amount isn't above the one before), QUORUM_RANGE, NOT_AN_APPROVER_CANDIDATE, REPEATED_ENTRY.
 */
export function policyFailures(bands: readonly PolicyBand[], candidates: ReadonlySet<string>): Failures {
  return bands.flatMap(({ fromAmount, mode, quorum, approverIds }, i) => {
    const path = (field: string) => ['bands', i, field];
    const before = bands[i - 1];
    const order =
      before === undefined
        ? fromAmount.isZero() ||
          fail(
            'BANDS_OUT_OF_ORDER',
            path('fromAmount'),
            'The first amount must be 0.00, so that every distribution has a rule.',
          )
        : fromAmount.gt(before.fromAmount) ||
          fail('BANDS_OUT_OF_ORDER', path('fromAmount'), 'Each amount must be above the one before.');
    const most = approverIds.length > 0 ? approverIds.length : candidates.size;
    const range =
      mode !== 'QUORUM' ||
      (quorum !== null && quorum >= 1 && quorum <= most) ||
      fail(
        'QUORUM_RANGE',
        path('quorum'),
        approverIds.length > 0
          ? `Enter a number of approvals from 1 to ${most}, the number of approvers.`
          : `Enter a number of approvals from 1 to ${most}, the number of people who can be approvers.`,
      );
    const people = approverIds.flatMap((id, at) => {
      if (!candidates.has(id))
        return [
          fail(
            'NOT_AN_APPROVER_CANDIDATE',
            [...path('approvers'), at],
            `${id} isn’t an active user of carry. Choose another approver.`,
          ),
        ];
      return approverIds.indexOf(id) === at
        ? []
        : [fail('REPEATED_ENTRY', [...path('approvers'), at], 'Choose each approver only once.')];
    });
    return [...[order, range].filter((failure) => failure !== true), ...people];
  });
}

/** Facts about the people whom a distribution could ask. */
export interface SubmittedTo {
  readonly approverIds: readonly string[];
  /** Everyone whom the distribution pays, directly or through entities and own trusts. */
  readonly payeeIds: ReadonlySet<string>;
  /** The people who could be approvers: active users who didn't create, change or submit it. */
  readonly eligibleIds: readonly string[];
}

/** The number of people that a message suggests. */
const mostSuggested = 3;

/**
 * Returns why a distribution can't be submitted to its approvers by a rule. Payees never approve alone, whatever the rule.
 *
 * Fails:  POLICY_APPROVER_MISSING, QUORUM_UNREACHABLE, PAYEES_ONLY.
 */
export function ruleFailures(rule: ApprovalRule, { approverIds, payeeIds, eligibleIds }: SubmittedTo): Failures {
  if (approverIds.length === 0) return [];
  const path = ['approvers'];
  const missing = rule.mode === 'QUORUM' ? [] : rule.approverIds.filter((id) => !approverIds.includes(id));
  const required = missing.map((id) =>
    fail(
      'POLICY_APPROVER_MISSING',
      path,
      eligibleIds.includes(id)
        ? `The approval policy requires ${id}. Add this approver.`
        : `The approval policy requires ${id}, who can’t approve this distribution. Ask a carry administrator to change the policy.`,
    ),
  );
  const counted = rule.approverIds.length > 0 ? approverIds.filter((id) => rule.approverIds.includes(id)) : approverIds;
  const missingCount = rule.mode === 'QUORUM' ? (rule.quorum ?? 0) - counted.length : 0;
  const among = rule.approverIds.filter((id) => eligibleIds.includes(id) && !approverIds.includes(id));
  const quorum =
    missingCount > 0
      ? [
          fail(
            'QUORUM_UNREACHABLE',
            path,
            `The approval policy requires ${rule.quorum ?? 0} approvals. Add ${missingCount} more ${missingCount === 1 ? 'approver' : 'approvers'}${among.length > 0 ? `, such as ${listed(among)}` : ''}.`,
          ),
        ]
      : [];
  const others = eligibleIds.filter((id) => !payeeIds.has(id));
  const payees = approverIds.every((id) => payeeIds.has(id))
    ? [
        fail(
          'PAYEES_ONLY',
          path,
          others.length > 0
            ? `This distribution pays everyone listed. Add an approver whom it doesn’t pay, such as ${listed(others)}.`
            : 'This distribution pays everyone who can approve it. Give the carry role viewer to somebody whom it doesn’t pay, and add that approver.',
        ),
      ]
    : [];
  return [...required, ...quorum, ...payees];
}

const listed = (ids: readonly string[]): string => {
  const few = ids.slice(0, mostSuggested);
  return few.length > 1 ? `${few.slice(0, -1).join(', ')} or ${few.at(-1) ?? ''}` : few.join('');
};

/** Returns the approvers in the order of their decisions: those of the rule first, then the others as they were chosen. */
export const approversInOrder = (rule: ApprovalRule, approverIds: readonly string[]): readonly string[] => {
  const chosen = [...new Set(approverIds)];
  return [
    ...rule.approverIds.filter((id) => chosen.includes(id)),
    ...chosen.filter((id) => !rule.approverIds.includes(id)),
  ];
};

/** Returns the rule as a sentence. */
export function ruleText({ mode, quorum, approverIds }: ApprovalRule): string {
  if (mode === 'ALL') return 'Every approver has to approve.';
  if (mode === 'ORDERED') return 'The approvers decide one after another, and every one has to approve.';
  const count = quorum ?? 0;
  const noun = count === 1 ? 'approval is' : 'approvals are';
  return approverIds.length > 0
    ? `${count} ${noun} needed from the approvers of the policy. Other approvers have to approve too.`
    : `${count} ${noun} needed.`;
}

/** Returns where the rule comes from, as a sentence. Null if the firm had no policy. */
export function ruleSource({ policy }: DistributionRule): string | null {
  if (!policy) return null;
  const date = displayedDate(policy.effectiveDate);
  const from = `${amountText(policy.fromAmount)} ${policy.currency}`;
  return policy.amount === null
    ? `Approval policy of ${date}, for amounts from ${from}. There is no exchange rate to ${policy.currency}, so the rule for the highest amounts applies.`
    : `Approval policy of ${date}, for amounts from ${from}. This distribution: ${amountText(policy.amount)} ${policy.currency}.`;
}

const amountText = (text: string): string => text.replace(/\B(?=(?:\d{3})+\.)/g, ',');
