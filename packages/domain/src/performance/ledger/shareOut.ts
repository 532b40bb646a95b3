import { allocate } from '@carrara/domain/kernel/apportionment';
import {
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  MONEY_DECIMALS,
  ok,
  unit,
  required,
  type Result,
  displayedDate,
  spokenMoney,
  zero,
  zip,
} from '@carrara/domain/kernel';
import type { CommitmentState } from './commitment.ts';
import { type EnteredShare, type RequestedEntry, type EntryShare } from './entry.ts';
import { allocationKeyTitles, type EntryTypeRule, entryTypeRule, keysOfShares } from './entryType.ts';

/**
 * Splits an entry over the commitments of its vehicle, to the cent.
 *
 *     shares = allocate(amount, commitment on the entry's day of those that its key names), in order of investor code
 *
 * The cost relieved by a sale is split in the same way. The commitments that pay carry bear it, and the GP's
 * commitments mirror it with the opposite sign. Several share it by amount, or equally if none has an amount.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  COMMITMENT_UNKNOWN, MONEY_SCALE, NEGATIVE_AMOUNT (a share with the opposite sign of its entry), FIELD_NOT_OF_TYPE (an `unfunded` in a type
 *         that doesn't change it), SHARES_OFF (the shares of a notice do not add up to the entry, or `unfunded` isn't the computed one), REPEATED, NO_COMMITMENT (the key selects nobody with a commitment on that date), CARRY_WITHOUT_GP.
 */
export function shareOut(
  entry: RequestedEntry,
  states: readonly CommitmentState[],
): Result<readonly EntryShare[], Failures> {
  const rule = entryTypeRule(entry.type);
  return (keysOfShares.has(entry.key) ? enteredShares(entry, states) : splitShares(entry, rule, states)).andThen(
    (parts) => {
      const shares = parts.map((part) => shareOf(part, entry, rule));
      return rule.mirror === undefined ? ok(shares) : withMirror(shares, entry, states);
    },
  );
}

interface Part {
  readonly commitmentId: string;
  readonly amount: Decimal;
  readonly cost: Decimal;
  readonly unfunded: Decimal | null;
}

function splitShares(
  entry: RequestedEntry,
  rule: EntryTypeRule,
  states: readonly CommitmentState[],
): Result<readonly Part[], Failures> {
  const takers = states.filter((state) => state.amount.gt(0) && participates(state, entry, rule));
  if (takers.length === 0) {
    return err([
      fail(
        'NO_COMMITMENT',
        ['key'],
        `No commitment shares this entry on ${displayedDate(entry.effective)}. It is split by: ${allocationKeyTitles[entry.key]}.`,
      ),
    ]);
  }
  const weights = takers.map(({ amount }) => amount);
  const amounts = allocate(entry.amount, weights);
  const costs = allocate(entry.costRelieved ?? zero, weights);
  if (amounts.isErr()) return err(amounts.error);
  if (costs.isErr()) return err(costs.error);
  return ok(
    takers.map(({ id }, i) => ({
      commitmentId: id,
      amount: required(amounts.value[i], 'the amount of a share'),
      cost: required(costs.value[i], 'the cost of a share'),
      unfunded: null,
    })),
  );
}

function participates(state: CommitmentState, { key, holdingId }: RequestedEntry, rule: EntryTypeRule): boolean {
  if (rule.mirror !== undefined && state.isGp) return false;
  if (key === 'FEE') return state.paysFee;
  if (key === 'CARRY') return state.paysCarry;
  if (key === 'INVESTING') return holdingId === null || !state.excused.has(holdingId);
  return true;
}

function enteredShares(entry: RequestedEntry, states: readonly CommitmentState[]): Result<readonly Part[], Failures> {
  const statesById = new Map(states.map((state) => [state.id, state]));
  const failures = entry.enteredShares.flatMap((share, i): Failures => {
    const { commitmentId } = share;
    const path = ['shares', i, 'commitmentId'];
    if (!statesById.has(commitmentId)) return [fail('COMMITMENT_UNKNOWN', path, 'The vehicle has no such commitment.')];
    const amounts = enteredAmountFailures(share, entry, i);
    if (amounts.length > 0) return amounts;
    const unfunded = unfundedFailures(share, entry, i);
    if (unfunded.length > 0) return unfunded;
    const isRepeated = entry.enteredShares.findIndex((other) => other.commitmentId === commitmentId) < i;
    return isRepeated ? [fail('REPEATED', path, 'This commitment already has a share.')] : [];
  });
  const off = entry.key === 'ONE' && entry.enteredShares.length !== 1 ? singleShareFailure : sumFailures(entry);
  if (failures.length + off.length > 0) return err([...failures, ...off]);
  // In the order of splitting, so that remaining cents of the cost go the same way.
  const shares = states.flatMap(({ id }) => entry.enteredShares.filter(({ commitmentId }) => commitmentId === id));
  const costs = costsOf(
    entry,
    shares.map(({ amount }) => amount.abs()),
  );
  return ok(
    zip(shares, costs).map(([{ commitmentId, amount, unfunded }, cost]) => ({ commitmentId, amount, cost, unfunded })),
  );
}

function enteredAmountFailures(share: EnteredShare, { type, amount }: RequestedEntry, i: number): Failures {
  const path = ['shares', i, 'amount'];
  const isFine = [share.amount, share.unfunded ?? zero].every((part) => part.decimalPlaces() <= MONEY_DECIMALS);
  if (!isFine) return [fail('MONEY_SCALE', path, 'An amount can have at most 2 decimals.')];
  const { eitherSign, title } = entryTypeRule(type);
  const isTurned = share.amount.times(amount).isNegative() && !share.amount.isZero();
  return isTurned && eitherSign !== true
    ? [fail('NEGATIVE_AMOUNT', path, `${title}: a share must have the same sign as the entry.`)]
    : [];
}

/** Refuses an entered change of the unfunded commitment that differs from the one that the type computes. */
function unfundedFailures({ amount, unfunded }: EnteredShare, requested: RequestedEntry, i: number): Failures {
  const rule = entryTypeRule(requested.type);
  const computed = unfundedOf({ amount, unfunded }, requested, rule);
  if (unfunded === null || unfunded.eq(computed)) return [];
  const path = ['shares', i, 'unfunded'];
  if (rule.unfunded === undefined) {
    const text = `An entry of type ‘${rule.title}’ doesn’t change the unfunded commitment. Leave the field empty.`;
    return [fail('FIELD_NOT_OF_TYPE', path, text)];
  }
  const text = `With the type ‘${rule.title}’, this share changes the unfunded commitment by ${spokenMoney(computed)}, not by ${spokenMoney(unfunded)}. Leave the field empty, or ${correctionTexts[rule.unfunded.when]}.`;
  return [fail('SHARES_OFF', path, text)];
}

const correctionTexts: Readonly<Record<NonNullable<EntryTypeRule['unfunded']>['when'], string>> = {
  always: 'correct the amount',
  entered: 'correct the amount',
  inside: 'state whether the entry is outside the commitment',
  recallable: 'state whether the distribution is recallable',
};

const singleShareFailure = [fail('SHARES_OFF', ['shares'], 'Choose the one commitment that takes the whole amount.')];

function sumFailures({ enteredShares: entered, amount }: RequestedEntry): Failures {
  const sum = entered.reduce((total, share) => total.plus(share.amount), zero);
  if (entered.length === 0) {
    const missing = 'Enter the share of each investor. An entry with the shares of a notice doesn’t compute them.';
    return [fail('SHARES_OFF', ['shares'], missing)];
  }
  if (sum.eq(amount)) return [];
  const text = `The shares add up to ${spokenMoney(sum)}, but the entry is ${spokenMoney(amount)}.`;
  return [fail('SHARES_OFF', ['shares'], text)];
}

function costsOf({ costRelieved }: RequestedEntry, weights: readonly Decimal[]): readonly Decimal[] {
  const cost = costRelieved ?? zero;
  const usable = weights.some((weight) => weight.gt(0)) ? weights : weights.map(() => unit);
  return allocate(cost, usable)._unsafeUnwrap();
}

function shareOf(part: Part, entry: RequestedEntry, rule: EntryTypeRule): EntryShare {
  return { ...part, unfunded: unfundedOf(part, entry, rule), isMirror: false };
}

function unfundedOf(
  part: Pick<Part, 'amount' | 'unfunded'>,
  requested: RequestedEntry,
  { unfunded }: EntryTypeRule,
): Decimal {
  if (unfunded === undefined) return zero;
  if (unfunded.when === 'entered') return part.unfunded ?? zero;
  if (unfunded.when === 'inside' && requested.isOutside) return zero;
  if (unfunded.when === 'recallable' && !requested.isRecallable) return zero;
  return part.amount.times(unfunded.sign);
}

function withMirror(
  shares: readonly EntryShare[],
  { amount }: RequestedEntry,
  states: readonly CommitmentState[],
): Result<readonly EntryShare[], Failures> {
  const gps = states.filter(({ isGp }) => isGp);
  if (gps.length === 0) {
    const text = 'Carried interest needs a commitment from the general partner, even if it is zero.';
    return err([fail('CARRY_WITHOUT_GP', ['type'], text)]);
  }
  if (shares.some(({ commitmentId }) => gps.some(({ id }) => id === commitmentId))) {
    const text = 'The general partner receives the carried interest and doesn’t bear any of it.';
    return err([fail('CARRY_WITHOUT_GP', ['shares'], text)]);
  }
  return ok([
    ...shares,
    ...zip(gps, splitAmongGps(amount.negated(), gps)).map(([{ id }, part]) => ({
      commitmentId: id,
      amount: part,
      cost: decimal(0),
      unfunded: decimal(0),
      isMirror: true,
    })),
  ]);
}

/** Splits carry among the general partners by their commitments, or equally if none has one, in order of investor code. */
export function splitAmongGps(amount: Decimal, gps: readonly { readonly amount: Decimal }[]): readonly Decimal[] {
  const weights = gps.some((gp) => gp.amount.gt(0)) ? gps.map((gp) => gp.amount) : gps.map(() => unit);
  return allocate(amount, weights)._unsafeUnwrap();
}
