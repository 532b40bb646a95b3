import {
  holdingsAmong,
  investorNamed,
  loadLedger,
  loadVehicle,
  type StoredCommitment,
  type StoredEvent,
  type StoredLedger,
  vehicleOfEvent,
} from '@carrara/adapters/postgres/performance/ledger';
import { wouldHoldItself } from '@carrara/adapters/postgres/portfolio/investor';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { commitmentEndpoints, GivenCommitment } from '@carrara/contract/performance/commitment';
import { type CalendarDate, calendarDate, decimal, err, fail, moneyText, ok } from '@carrara/domain/kernel';
import {
  commitmentEventKinds,
  commitmentsOn,
  isLate,
  notTransferred,
  postEvent,
  reverseEvent,
  splitBeforeText,
  splitBeforeTransfer,
  unfundedOn,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../operations.ts';
import { at, dayOrNull, notOfVehicle, sourceColumns } from './ledgerInput.ts';
import { type Decide, inTurn, noVehicle, type Posted, postToVehicle } from './postToVehicle.ts';

export const commitmentOperations: Operations<typeof commitmentEndpoints> = {
  async listCommitments({ tx, today }, { query }) {
    const vehicle = await loadVehicle(tx, query.vehicleId);
    if (vehicle === undefined) return err(noVehicle(query.vehicleId));
    const ledger = await loadLedger(tx, vehicle);
    const states = commitmentsOn(ledger.commitments, ledger.events, today);
    return ok(
      states.map((state) => {
        const stored = ledger.commitments.find(({ id }) => id === state.id)!;
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
                reversedById: ledger.events.find((one) => one.reversalOf === id)?.id ?? null,
                source,
                splitBefore:
                  reversalOf === null && !ledger.events.some((one) => one.reversalOf === id)
                    ? splitBefore(event, ledger)
                    : null,
              };
            }),
        };
      }),
    );
  },

  async previewTransfer({ tx }, { query }) {
    const vehicle = await loadVehicle(tx, query.vehicleId);
    if (vehicle === undefined) return err(noVehicle(query.vehicleId));
    const ledger = await loadLedger(tx, vehicle);
    const commitmentId = ledger.commitments.find((one) => one.investorId === query.investorId)?.id ?? '';
    return ok(splitBefore({ commitmentId, kind: query.kind, date: calendarDate(query.date) }, ledger));
  },

  saveCommitment: ({ tx }, { body: { vehicleId, ...given } }) =>
    postToVehicle(tx, vehicleId, decideCommitment(tx, 'saveCommitment', given)),

  saveCommitments: ({ tx }, { body: { vehicleId, commitments } }) =>
    postToVehicle(tx, vehicleId, decideCommitments(tx, commitments)),

  async reverseCommitmentEvent({ tx }, { params, body }) {
    const vehicleId = await vehicleOfEvent(tx, params.id);
    if (vehicleId === undefined) return err([fail('NOT_FOUND', ['id'], `There is no commitment change ${params.id}.`)]);
    return postToVehicle(tx, vehicleId, (ledger) => {
      const event = ledger.events.find(({ id }) => id === params.id)!;
      const isTheirs = notTransferred(event.source);
      if (isTheirs.length > 0) return err(isTheirs);
      return reverseEvent(event, ledger).map((posting) =>
        postedEvent('reverseCommitmentEvent', vehicleId, ledger, {
          ...event,
          ...posting,
          id: newId(),
          description: body.reason,
          seq: Number.MAX_SAFE_INTEGER,
          reversalOf: event.id,
          source: null,
        }),
      );
    });
  },
};

/** Returns the entries that a transfer doesn't divide anew, with a message. Null if there are none. */
const splitBefore = (
  transfer: Parameters<typeof splitBeforeTransfer>[0],
  ledger: Pick<StoredLedger, 'events' | 'entries'>,
) => {
  const found = splitBeforeTransfer(transfer, ledger);
  return (
    found && {
      ...found,
      kinds: found.kinds.map((kind) => ({ ...kind, amount: moneyText(kind.amount) })),
      message: splitBeforeText(found, transfer.seq !== undefined),
    }
  );
};

/**
 * Returns a decision on commitment changes of several investors, one after another. Fails: as a single one, at its
 * position.
 */
export const decideCommitments = (
  tx: Transaction,
  commitments: readonly GivenCommitment[],
): Decide<SavedCommitment[]> =>
  inTurn(
    commitments.map((given, i) => async (ledger, vehicle) => {
      const decided = await decideCommitment(tx, 'saveCommitments', given)(ledger, vehicle);
      return decided.mapErr((failures) => at('commitments', i, failures));
    }),
  );

interface SavedCommitment {
  readonly id: string;
  readonly commitmentId: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
  readonly splitBefore: ReturnType<typeof splitBefore>;
}

/**
 * Returns a decision on a new or changed commitment of an investor. Fails: NOT_FOUND, FEEDER_CYCLE and the failures of
 * `postEvent`.
 */
const decideCommitment =
  (tx: Transaction, operation: string, given: GivenCommitment): Decide<SavedCommitment> =>
  async (ledger, { id: vehicleId }) => {
    const { investorId } = given;
    const investor = await investorNamed(tx, investorId);
    if (investor === undefined) return err([fail('NOT_FOUND', ['investorId'], 'There is no such investor.')]);
    if (await wouldHoldItself(tx, { investorId, commitsTo: vehicleId })) {
      const text = 'This investor is the vehicle itself, or a vehicle that it holds. Choose another investor.';
      return err([fail('FEEDER_CYCLE', ['investorId'], text)]);
    }
    const holdings = given.holdingId == null ? [] : [given.holdingId];
    const isStrange = (await holdingsAmong(tx, vehicleId, holdings)).size < holdings.length;
    const known = ledger.commitments.find((one) => one.investorId === investorId);
    const commitmentId = known?.id ?? newId();
    const asked = {
      commitmentId,
      kind: given.kind,
      date: calendarDate(given.date),
      amount: decimal(given.amount ?? '0'),
      paysFee: given.paysFee ?? null,
      paysCarry: given.paysCarry ?? null,
      holdingId: given.holdingId ?? null,
    };
    const posting = postEvent(asked, ledger, dayOrNull(given.bookedPeriod));
    const strange = isStrange ? [notOfVehicle('holdingId', 'such investment')] : [];
    if (posting.isErr()) return err([...strange, ...posting.error]);
    if (isStrange) return err(strange);
    const event = {
      ...posting.value,
      id: newId(),
      description: given.description ?? null,
      seq: Number.MAX_SAFE_INTEGER,
      reversalOf: null,
      source: null,
    };
    const made = known === undefined ? { id: commitmentId, investorId, ...investor } : undefined;
    return ok(postedEvent(operation, vehicleId, ledger, event, made));
  };

/** Returns the row of a commitment change. */
export const eventRow = (event: Omit<StoredEvent, 'seq'>) => ({
  id: event.id,
  commitment_id: event.commitmentId,
  kind: event.kind,
  event_date: event.date,
  booked: event.booked,
  amount: moneyText(event.amount),
  pays_fee: event.paysFee,
  pays_carry: event.paysCarry,
  holding_id: event.holdingId,
  description: event.description,
  reverses_id: event.reversalOf,
  ...sourceColumns(event.source),
});

/** Returns the result of posting a commitment change, including the commitment if it is the first one. */
function postedEvent(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  event: StoredEvent,
  made?: StoredCommitment,
): Posted<SavedCommitment> {
  const { commitmentId, kind } = event;
  const row = eventRow(event);
  return {
    ledger: {
      ...ledger,
      commitments: made === undefined ? ledger.commitments : [...ledger.commitments, made],
      events: [...ledger.events, event],
    },
    from: event.booked,
    rows: [
      ['commitment', made === undefined ? [] : [{ id: made.id, vehicle_id: vehicleId, investor_id: made.investorId }]],
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
      splitBefore: event.reversalOf === null ? splitBefore(event, ledger) : null,
    },
  };
}
