import {
  type CalendarDate,
  type Decimal,
  fail,
  type Failure,
  type Failures,
  MONEY_DECIMALS,
  type Path,
  displayedDate,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { type DatedAmount, lowestFrom } from './commitment.ts';
import type { RequestedEntry, EntryFacts, LedgerEntry } from './entry.ts';
import { allocationKeyTitles, entryTypeRule, keysOfShares } from './entryType.ts';
import type { Ledger, Posting } from './ledgerState.ts';
import { isBelowZero } from './unfundedCommitment.ts';

export function amountFailures({ type, amount, key }: RequestedEntry): Failures {
  const path: Path = ['amount'];
  if (amount.decimalPlaces() > MONEY_DECIMALS)
    return [fail('MONEY_SCALE', path, 'An amount can have at most 2 decimals.')];
  if (amount.isZero() && !(type === 'TRANSFER' && key === 'NOTICE')) {
    return [fail('AMOUNT_MISSING', path, 'Enter a value other than zero.')];
  }
  return signFailures({ type, amount });
}

/** Checks an amount against the sign rule. Fails: NEGATIVE_AMOUNT. */
export function signFailures({ type, amount }: Pick<EntryFacts, 'type' | 'amount'>): Failures {
  const rule = entryTypeRule(type);
  if (amount.gte(0) || rule.eitherSign === true) return [];
  const text = `Enter a value above zero for ‘${rule.title}’. To correct an earlier entry, reverse it.`;
  return [fail('NEGATIVE_AMOUNT', ['amount'], text)];
}

export function fieldFailures(entry: RequestedEntry): Failures {
  const rule = entryTypeRule(entry.type);
  const usesUnfundedOutside = rule.unfunded?.when === 'inside';
  return [
    ...fieldFailure('holdingId', entry.holdingId !== null, rule.holding, rule.title),
    ...fieldFailure('securityId', entry.securityId !== null, rule.security, rule.title),
    ...fieldFailure('noticeId', entry.noticeId !== null, rule.notice && 'allowed', rule.title),
    ...fieldFailure(
      'costRelieved',
      entry.costRelieved !== null,
      entry.type === 'SELL' ? 'required' : undefined,
      rule.title,
    ),
    ...fieldFailure(
      'isRecallable',
      entry.isRecallable,
      rule.unfunded?.when === 'recallable' ? 'allowed' : undefined,
      rule.title,
    ),
    ...fieldFailure('isOutside', entry.isOutside, usesUnfundedOutside ? 'allowed' : undefined, rule.title),
    ...costRelievedFailures(entry.costRelieved),
    ...keyFailures(entry),
  ];
}

/** Refuses shares that a split would ignore. */
const keyFailures = ({ key, enteredShares }: RequestedEntry): Failures =>
  enteredShares.length === 0 || keysOfShares.has(key)
    ? []
    : [
        fail(
          'SHARES_OFF',
          ['shares'],
          `An entry split by ‘${allocationKeyTitles[key]}’ computes its shares. Leave the investors empty, or split it ‘${allocationKeyTitles.NOTICE}’.`,
        ),
      ];

/** The texts of a field that a type needs, and of one that it can't have. Each follows the title of the type. */
const fieldTexts = {
  holdingId: {
    missing: 'needs an investment. Enter it, or change the type.',
    extra: 'can’t have an investment. Leave Investment empty, or change the type.',
  },
  securityId: {
    missing: 'needs a security. Enter it, or change the type.',
    extra: 'can’t have a security; only purchases and sales have one. Leave Security empty, or change the type.',
  },
  noticeId: { extra: 'can’t have a notice. Leave Notice empty, or change the type.' },
  costRelieved: {
    missing: 'needs the cost relieved. Enter the cost of the part that was sold.',
    extra: 'can’t have a cost relieved; only sales have one. Leave Cost relieved empty, or change the type.',
  },
  isRecallable: { extra: 'can’t be recallable. Leave Recallable empty, or change the type.' },
  isOutside: { extra: 'can’t be outside the commitment. Leave Outside commitment empty, or change the type.' },
} as const satisfies Readonly<Record<string, { readonly missing?: string; readonly extra: string }>>;

function fieldFailure(
  field: keyof typeof fieldTexts,
  isEntered: boolean,
  rule: 'required' | 'allowed' | undefined,
  title: string,
): Failures {
  const texts: { readonly missing?: string; readonly extra: string } = fieldTexts[field];
  if (rule === 'required' && !isEntered) return [fail('REQUIRED', [field], `‘${title}’ ${texts.missing ?? ''}`)];
  return rule === undefined && isEntered ? [fail('FIELD_NOT_OF_TYPE', [field], `‘${title}’ ${texts.extra}`)] : [];
}

function costRelievedFailures(cost: Decimal | null): Failures {
  if (cost === null) return [];
  if (cost.decimalPlaces() > MONEY_DECIMALS)
    return [fail('MONEY_SCALE', ['costRelieved'], 'An amount can have at most 2 decimals.')];
  return cost.isNegative() && !cost.isZero()
    ? [fail('NEGATIVE_AMOUNT', ['costRelieved'], 'The cost relieved can’t be negative.')]
    : [];
}

/** Returns the changes of a security's remaining cost, by date. */
export function costChanges(entries: readonly (LedgerEntry | Posting)[], securityId: string): readonly DatedAmount[] {
  return entries.flatMap((entry) => {
    if (entry.securityId !== securityId) return [];
    return [{ date: entry.effective, amount: costChange(entry) }];
  });
}

export const costChange = ({ type, amount, costRelieved }: EntryFacts): Decimal =>
  type === 'BUY' ? amount : type === 'SELL' ? (costRelieved ?? zero).negated() : zero;

export function costFailures(posting: Posting, ledger: Ledger): Failures {
  const { securityId, effective } = posting;
  if (securityId === null || !isBelowZero(costChange(posting))) return [];
  const lowest = lowestFrom(costChanges([...ledger.entries, posting], securityId), effective);
  if (!isBelowZero(lowest.balance)) return [];
  return [costAboveRemaining(posting.type, lowest)];
}

export function costAboveRemaining(
  type: EntryFacts['type'],
  { day, balance }: { readonly day: CalendarDate; readonly balance: Decimal },
): Failure {
  const text = `The remaining cost of the security would be ${spokenMoney(balance)} on ${displayedDate(day)}.`;
  return fail('COST_ABOVE_REMAINING', type === 'SELL' ? ['costRelieved'] : ['amount'], text);
}

/** Returns the change of the amount drawn on the credit line. */
export const lineChange = ({ type, amount }: Pick<EntryFacts, 'type' | 'amount'>): Decimal =>
  type.startsWith('LINE-') ? amount.times(entryTypeRule(type).vehicleCash) : zero;

export function lineFailures(posting: Posting, ledger: Ledger): Failures {
  if (!isBelowZero(lineChange(posting))) return [];
  const changes = [...ledger.entries, posting].map((entry) => ({ date: entry.effective, amount: lineChange(entry) }));
  const lowest = lowestFrom(changes, posting.effective);
  return isBelowZero(lowest.balance) ? [repaidAboveDrawn(lowest)] : [];
}

export const repaidAboveDrawn = ({
  day,
  balance,
}: {
  readonly day: CalendarDate;
  readonly balance: Decimal;
}): Failure =>
  fail(
    'NEGATIVE_AMOUNT',
    ['amount'],
    `The amount drawn on the credit line would be ${spokenMoney(balance)} on ${displayedDate(day)}. Enter the missing drawdown first, or repay at most the amount drawn.`,
  );
