import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { commitmentEndpoints, EnteredCommitment } from '@carrara/contract/performance/ledger/commitment';
import { calendarDate, decimal, err, moneyText, ok, required } from '@carrara/domain/kernel';
import {
  type CommitmentToSave,
  commitmentsOn,
  isLate,
  type SplitBefore,
  splitBeforeText,
  splitBeforeTransfer,
  unfundedOn,
} from '@carrara/domain/performance/ledger';
import type { Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import {
  displayedCarry,
  reverseCommitmentEvent,
  saveCommitment,
  saveCommitments,
  type SavedCommitment,
} from '../../../usecases/performance/commitment.ts';
import { dayOrNull } from './ledgerInput.ts';

export const commitmentOperations: Operations<typeof commitmentEndpoints> = {
  async listCommitments({ tx, today }, { query }) {
    const vehicle = await loadVehicle(tx, query.vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    const ledger = await loadLedger(tx, vehicle);
    const states = commitmentsOn(ledger.commitments, ledger.events, today);
    return ok(
      states.map((state) => {
        const stored = required(
          ledger.commitments.find(({ id }) => id === state.id),
          `commitment ${state.id}`,
        );
        return {
          id: state.id,
          investor: { id: stored.investorId, code: stored.investorCode, name: stored.investorName },
          isGp: state.isGp,
          amount: moneyText(state.amount),
          unfunded: moneyText(unfundedOn(ledger, state.id, today)),
          paysFee: state.paysFee,
          paysCarry: state.paysCarry,
          events: ledger.events
            .filter(({ commitmentId }) => commitmentId === state.id)
            .map((event) => {
              const isInEffect =
                event.reversalOf === null && !ledger.events.some((candidate) => candidate.reversalOf === event.id);
              const { id, kind, date, booked, amount, paysFee, paysCarry, holdingId, description, reversalOf, source } =
                event;
              return {
                id,
                kind,
                date,
                bookedPeriod: booked,
                isLate: isLate(date, booked),
                amount: moneyText(amount),
                paysFee,
                paysCarry,
                holdingId,
                description,
                reversesId: reversalOf,
                reversedById: ledger.events.find((candidate) => candidate.reversalOf === id)?.id ?? null,
                source,
                splitBefore: isInEffect ? displayedSplit(splitBeforeTransfer(event, ledger), true) : null,
                unmovedCarry: isInEffect ? displayedCarry(event, ledger) : null,
              };
            }),
        };
      }),
    );
  },

  async previewTransfer({ tx }, { query }) {
    const vehicle = await loadVehicle(tx, query.vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    const ledger = await loadLedger(tx, vehicle);
    const commitmentId = ledger.commitments.find((commitment) => commitment.investorId === query.investorId)?.id ?? '';
    const transfer = { commitmentId, kind: query.kind, date: calendarDate(query.date) };
    return ok({
      splitBefore: displayedSplit(splitBeforeTransfer(transfer, ledger), false),
      unmovedCarry:
        query.amount === undefined ? null : displayedCarry({ ...transfer, amount: decimal(query.amount) }, ledger),
    });
  },

  async saveCommitment({ tx }, { body: { vehicleId, warningsConfirmed, ...input } }) {
    return (await saveCommitment(tx, vehicleId, commitmentOf(input), warningsConfirmed)).map(savedCommitment);
  },

  async saveCommitments({ tx }, { body: { vehicleId, commitments, warningsConfirmed } }) {
    const saved = await saveCommitments(tx, vehicleId, commitments.map(commitmentOf), warningsConfirmed);
    return saved.map((all) => all.map(savedCommitment));
  },

  async reverseCommitmentEvent({ tx }, { params, body }) {
    return (await reverseCommitmentEvent(tx, { ...params, ...body })).map(savedCommitment);
  },
};

/** Converts a commitment of a request. */
const commitmentOf = (input: EnteredCommitment): CommitmentToSave => ({
  investorId: input.investorId,
  kind: input.kind,
  date: calendarDate(input.date),
  amount: input.amount == null ? null : decimal(input.amount),
  paysFee: input.paysFee ?? null,
  paysCarry: input.paysCarry ?? null,
  holdingId: input.holdingId ?? null,
  bookedPeriod: dayOrNull(input.bookedPeriod),
  description: input.description ?? null,
});

const savedCommitment = (saved: SavedCommitment) => ({
  ...saved,
  splitBefore: displayedSplit(saved.splitBefore, true),
});

/** Returns the entries that a transfer doesn't divide again, with a message. Null if there are none. */
const displayedSplit = (found: SplitBefore | null, isEntered: boolean) =>
  found && {
    ...found,
    kinds: found.kinds.map((kind) => ({ ...kind, amount: moneyText(kind.amount) })),
    message: splitBeforeText(found, isEntered),
  };
