import { type CalendarDate, err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Commitment, CommitmentEvent } from './commitment.ts';
import { refuseTransferred, type Source } from './entry.ts';
import { initialCloseWarning, futureWarnings } from './entryWarnings.ts';
import { unknownInVehicle } from './rowFailures.ts';
import { type RequestedEvent, type EventPosting, postEvent, reverseEvent } from './postEvent.ts';
import type { Ledger } from './ledgerState.ts';
import { entriesWithoutIncrease } from './splitBefore.ts';

/** A new or changed commitment of an investor. */
export interface CommitmentToSave extends Omit<RequestedEvent, 'commitmentId'> {
  readonly investorId: string;
  /** Quarter that displays it. Null for the quarter of its date, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  readonly description: string | null;
}

export interface InvestorCommitment extends Commitment {
  readonly investorId: string;
  readonly investorName: string;
}

/** The facts about a commitment's investor and holding. */
export interface CommitmentFacts {
  /** Undefined if there is no such investor. */
  readonly investor: Omit<InvestorCommitment, 'id' | 'investorId'> | undefined;
  /** True if the investor is the vehicle itself, or a vehicle that it holds. */
  readonly wouldOwnItself: boolean;
  /** True if the change names no holding, or one of the vehicle. */
  readonly isHolding: boolean;
}

/** A validated change of a commitment, and the commitment if it is the first one. */
export interface StoredEvent {
  readonly event: EventPosting &
    Pick<CommitmentEvent, 'id' | 'seq'> & { readonly description: string | null; readonly source: Source | null };
  readonly newCommitment?: InvestorCommitment | undefined;
}

interface InvestorsLedger extends Ledger {
  /** The vehicle's initial close. Null or absent if it has none. */
  readonly firstClose?: CalendarDate | null;
  readonly commitments: readonly InvestorCommitment[];
}

/**
 * Decides on a new or changed commitment of an investor.
 *
 * Fails: NOT_FOUND, FEEDER_CYCLE, WARNINGS_NOT_CONFIRMED (a future date, one before the initial close, or an increase before calls, unless a person confirmed it) and the failures of `postEvent`.
 */
export function decideCommitment(
  input: CommitmentToSave,
  ledger: InvestorsLedger,
  { investor, wouldOwnItself, isHolding }: CommitmentFacts,
  { newId, warningsConfirmed }: { readonly newId: () => string; readonly warningsConfirmed: boolean },
): Result<StoredEvent, Failures> {
  const { investorId, bookedPeriod, description, ...change } = input;
  if (investor === undefined) return err([fail('NOT_FOUND', ['investorId'], 'There is no such investor.')]);
  if (wouldOwnItself) {
    const text = 'This investor is the vehicle itself, or a vehicle that it holds. Choose another investor.';
    return err([fail('FEEDER_CYCLE', ['investorId'], text)]);
  }
  const existing = ledger.commitments.find((commitment) => commitment.investorId === investorId);
  const commitmentId = existing?.id ?? newId();
  const posting = postEvent({ ...change, commitmentId }, ledger, bookedPeriod);
  const strange = isHolding ? [] : [unknownInVehicle('holdingId', 'such investment')];
  if (posting.isErr()) return err([...strange, ...posting.error]);
  if (strange.length > 0) return err(strange);
  const { date: effective, booked } = posting.value;
  const warnings = [
    ...futureWarnings([{ at: 0, posting: { effective, booked } }], ledger).map(({ text }) => text),
    ...initialCloseWarning('The commitment is', effective, ledger.firstClose ?? null),
    ...entriesWithoutIncrease(posting.value, ledger.entries),
  ];
  if (warnings.length > 0 && !warningsConfirmed)
    return err(
      warnings.map((text) => fail('WARNINGS_NOT_CONFIRMED', ['date'], `${text} Confirm it to save the change.`)),
    );
  return ok({
    event: { ...posting.value, id: newId(), description, seq: Number.MAX_SAFE_INTEGER, source: null },
    newCommitment: existing === undefined ? { id: commitmentId, investorId, ...investor } : undefined,
  });
}

/**
 * Decides on the reversal of a commitment change on its own date.
 *
 * Fails: TRANSFERRED and the failures of `reverseEvent`.
 */
export function decideEventReversal(
  event: CommitmentEvent & { readonly source: Source | null },
  ledger: Ledger,
  reason: string,
  newId: () => string,
): Result<StoredEvent, Failures> {
  const isTheirs = refuseTransferred(event.source);
  if (isTheirs.length > 0) return err(isTheirs);
  return reverseEvent(event, ledger).map((posting) => ({
    event: { ...posting, id: newId(), description: reason, seq: Number.MAX_SAFE_INTEGER, source: null },
  }));
}
