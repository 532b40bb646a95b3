import {
  holdingsAmong,
  insertRows,
  investorNamed,
  loadLedger,
  loadVehicle,
} from '@carrara/adapters/postgres/performance/ledger';
import { wouldHoldItself } from '@carrara/adapters/postgres/portfolio/investor';
import type { commitmentEndpoints } from '@carrara/contract/performance/commitment';
import { calendarDate, decimal, err, fail, moneyText, ok } from '@carrara/domain/kernel';
import { commitmentEventKinds, commitmentsOn, isLate, postEvent, unfundedOn } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../operations.ts';
import { dayOrNull, notOfVehicle } from './ledgerInput.ts';
import { noVehicle, postToVehicle } from './postToVehicle.ts';

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
            .map(({ id, kind, date, booked, amount, paysFee, paysCarry, holdingId, description }) => ({
              id,
              kind,
              date,
              bookedPeriod: booked,
              amount: moneyText(amount),
              paysFee,
              paysCarry,
              holdingId,
              description,
            })),
        };
      }),
    );
  },

  async saveCommitment({ tx }, { body }) {
    const { vehicleId, investorId, kind } = body;
    const investor = await investorNamed(tx, investorId);
    if (investor === undefined) return err([fail('NOT_FOUND', ['investorId'], 'There is no such investor.')]);
    if (await wouldHoldItself(tx, { investorId, commitsTo: vehicleId })) {
      return err([
        fail(
          'FEEDER_CYCLE',
          ['investorId'],
          'This investor is a vehicle that this one holds, or is this vehicle itself.',
        ),
      ]);
    }
    const holdings = body.holdingId == null ? [] : [body.holdingId];
    const isStrange = (await holdingsAmong(tx, vehicleId, holdings)).size < holdings.length;
    return postToVehicle(tx, vehicleId, (ledger) => {
      const known = ledger.commitments.find((one) => one.investorId === investorId);
      const commitmentId = known?.id ?? newId();
      const asked = {
        commitmentId,
        kind,
        date: calendarDate(body.date),
        amount: decimal(body.amount ?? '0'),
        paysFee: body.paysFee ?? null,
        paysCarry: body.paysCarry ?? null,
        holdingId: body.holdingId ?? null,
      };
      const posting = postEvent(asked, ledger, dayOrNull(body.bookedPeriod));
      const strange = isStrange ? [notOfVehicle('holdingId', 'such investment')] : [];
      if (posting.isErr()) return err([...strange, ...posting.error]);
      if (isStrange) return err(strange);
      const event = {
        ...posting.value,
        id: newId(),
        description: body.description ?? null,
        seq: Number.MAX_SAFE_INTEGER,
      };
      const made = known === undefined ? { id: commitmentId, investorId, ...investor } : undefined;
      const row = {
        id: event.id,
        commitment_id: commitmentId,
        kind,
        event_date: event.date,
        booked: event.booked,
        amount: moneyText(event.amount),
        pays_fee: event.paysFee,
        pays_carry: event.paysCarry,
        holding_id: event.holdingId,
        description: event.description,
      };
      return ok({
        ledger: {
          ...ledger,
          commitments: made === undefined ? ledger.commitments : [...ledger.commitments, made],
          events: [...ledger.events, event],
        },
        from: event.booked,
        store: async (seq: number) => {
          if (made !== undefined) {
            await insertRows(tx, 'commitment', seq, [
              { id: commitmentId, vehicle_id: vehicleId, investor_id: investorId },
            ]);
          }
          await insertRows(tx, 'commitment_event', seq, [row]);
        },
        changes: [
          {
            operation: 'saveCommitment',
            objectType: 'commitment',
            objectId: commitmentId,
            objectName: `${commitmentEventKinds[kind].title} ${event.date}`,
            containerId: vehicleId,
            before: null,
            after: row,
            reason: event.description,
          },
        ],
        answer: { id: event.id, commitmentId, bookedPeriod: event.booked, isLate: isLate(event.date, event.booked) },
      });
    });
  },
};
