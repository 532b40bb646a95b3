import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { CommitmentEvent } from '@carrara/domain/performance/ledger';

/** A commitment event as PostgreSQL returns it in JSON. */
export interface EventRow extends Omit<CommitmentEvent, 'date' | 'amount'> {
  readonly date: string;
  readonly booked: string;
  readonly amount: string;
}

/** SQL for a commitment event `e` as a JSON object. */
export const eventJson = `jsonb_build_object('id', e.id, 'reversalOf', e.reverses_id, 'commitmentId', e.commitment_id, 'kind', e.kind,
  'date', e.event_date, 'booked', e.booked, 'amount', e.amount::text, 'paysFee', e.pays_fee, 'paysCarry', e.pays_carry,
  'holdingId', e.holding_id, 'seq', e.seq)`;

export const parseEvents = (events: readonly EventRow[]) =>
  events.map((event) => ({
    ...event,
    date: calendarDate(event.date),
    booked: calendarDate(event.booked),
    amount: decimal(event.amount),
  }));
