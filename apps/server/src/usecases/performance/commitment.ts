import { eventRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import { readActsAfter } from '@carrara/adapters/postgres/performance/ledger/readActs';
import {
  filterHoldings,
  investorNamed,
  vehicleOfEvent,
} from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { wouldOwnItself } from '@carrara/adapters/postgres/portfolio/investor/feeders';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, err, moneyText, noSuch } from '@carrara/domain/kernel';
import {
  failuresAtRow,
  findUnmovedCarry,
  unmovedCarryText,
  commitmentEventKinds,
  type CommitmentFacts,
  type CommitmentToSave,
  decideChangeReversal,
  decideCommitment,
  isLate,
  type StoredEvent,
  type SplitBefore,
  splitBeforeTransfer,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { combinePostings, type LedgerWrite, type PostingResult, postToVehicle } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

export interface SavedCommitment {
  readonly id: string;
  readonly commitmentId: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
  /** Entries that a transfer doesn't divide again. Null if there are none. */
  readonly splitBefore: SplitBefore | null;
  /** The message about accrued carry that stays with the seller. Null if there is none. */
  readonly unmovedCarry: DisplayedCarry | null;
}

export type DisplayedCarry = { readonly accrued: string; readonly passing: string; readonly message: string };

/** Returns the accrued carry that a transfer leaves with the seller, with a message. Null if there is none. */
export function displayedCarry(
  event: Parameters<typeof findUnmovedCarry>[0],
  ledger: StoredLedger,
): DisplayedCarry | null {
  const unmoved = findUnmovedCarry(event, ledger);
  return (
    unmoved && {
      accrued: moneyText(unmoved.accrued),
      passing: moneyText(unmoved.passing),
      message: unmovedCarryText(unmoved, event.date, ledger.transfers),
    }
  );
}

/** Saves a new or changed commitment of an investor. Fails: NOT_FOUND and the failures of `decideCommitment`. */
export const saveCommitment = (
  tx: Transaction,
  vehicleId: string,
  commitment: CommitmentToSave,
  warningsConfirmed: boolean,
): Outcome<SavedCommitment> =>
  postToVehicle(tx, vehicleId, writeCommitment(tx, 'saveCommitment', commitment, warningsConfirmed));

/** Saves commitment changes of several investors, one after another. Fails: as a single one, at its position. */
export const saveCommitments = (
  tx: Transaction,
  vehicleId: string,
  commitments: readonly CommitmentToSave[],
  warningsConfirmed: boolean,
): Outcome<SavedCommitment[]> => postToVehicle(tx, vehicleId, writeCommitments(tx, commitments, warningsConfirmed));

/** Returns the same as a write, to be stored with others. */
const writeCommitments = (
  tx: Transaction,
  commitments: readonly CommitmentToSave[],
  warningsConfirmed: boolean,
): LedgerWrite<SavedCommitment[]> =>
  combinePostings(
    commitments.map((commitment, i) => async (ledger, vehicle) => {
      const written = await writeCommitment(tx, 'saveCommitments', commitment, warningsConfirmed)(ledger, vehicle);
      return written.mapErr((failures) => failuresAtRow('commitments', i, failures));
    }),
  );

const writeCommitment =
  (
    tx: Transaction,
    operation: string,
    commitment: CommitmentToSave,
    warningsConfirmed: boolean,
  ): LedgerWrite<SavedCommitment> =>
  async (ledger, { id: vehicleId }) => {
    const facts = await loadCommitmentFacts(tx, vehicleId, commitment);
    const decided = decideCommitment(commitment, ledger, facts, { newId, warningsConfirmed });
    return decided.map((stored) => postedEvent(operation, vehicleId, ledger, stored));
  };

export const loadCommitmentFacts = async (
  tx: Transaction,
  vehicleId: string,
  { investorId, holdingId }: Pick<CommitmentToSave, 'investorId' | 'holdingId'>,
): Promise<CommitmentFacts> => ({
  investor: await investorNamed(tx, investorId),
  wouldOwnItself: await wouldOwnItself(tx, { investorId, commitsTo: vehicleId }),
  isHolding: holdingId === null || (await filterHoldings(tx, vehicleId, [holdingId])).size > 0,
});

/** Reverses a commitment change on its own date. Fails: NOT_FOUND and the failures of `decideChangeReversal`. */
export async function reverseCommitmentEvent(
  tx: Transaction,
  { id, ...input }: { readonly id: string; readonly reason: string; readonly warningsConfirmed: boolean },
): Outcome<SavedCommitment> {
  const vehicleId = await vehicleOfEvent(tx, id);
  if (vehicleId === undefined) return err(noEvent());
  return postToVehicle(tx, vehicleId, async (ledger) => {
    const event = ledger.events.find((candidate) => candidate.id === id);
    if (event === undefined) return err(noEvent());
    const laterActs = await readActsAfter(tx, vehicleId, event.seq - 1);
    const decided = decideChangeReversal(event, ledger, { laterActs, ...input }, newId);
    return decided.map((stored) => postedEvent('reverseCommitmentEvent', vehicleId, ledger, stored));
  });
}

const noEvent = () => [noSuch('commitment change')];

/** Returns the result of posting a commitment change, including the commitment if it is the first one. */
export function postedEvent(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  { event, newCommitment: created }: StoredEvent,
): PostingResult<SavedCommitment> {
  const { commitmentId, kind } = event;
  const row = eventRow(event);
  return {
    ledger: {
      ...ledger,
      commitments: created === undefined ? ledger.commitments : [...ledger.commitments, created],
      events: [...ledger.events, event],
    },
    from: event.booked,
    rows: [
      [
        'commitment',
        created === undefined ? [] : [{ id: created.id, vehicle_id: vehicleId, investor_id: created.investorId }],
      ],
      ['commitment_event', [row]],
    ],
    changes: [
      {
        operation,
        objectType: 'commitment',
        objectId: commitmentId,
        objectName: `${commitmentEventKinds[kind].title} ${event.date}`,
        containerId: vehicleId,
        before: null,
        after: row,
        reason: event.description,
      },
    ],
    answer: {
      id: event.id,
      commitmentId,
      bookedPeriod: event.booked,
      isLate: isLate(event.date, event.booked),
      splitBefore: event.reversalOf === null ? splitBeforeTransfer(event, ledger) : null,
      unmovedCarry: event.reversalOf === null ? displayedCarry(event, ledger) : null,
    },
  };
}
