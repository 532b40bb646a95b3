import { calendarDate, type CalendarDate, decimal, moneyText, zero } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import {
  entriesWithoutIncrease,
  initialCloseWarning,
  type RequestedEvent,
  type CommitmentEvent,
  type CommitmentEventKind,
  type EventPosting,
  postEvent,
  quarterEnd,
} from '../ledger/index.ts';
import {
  type Counts,
  type ExistingCommitment,
  type ExistingVehicle,
  lookup,
  type NamedRecord,
  rowRefusals,
  requiredText,
  type RowRefusal,
  type RowWarning,
  textValue,
} from './planParts.ts';

/** An existing event with its stored description. */
export interface ExistingEvent extends CommitmentEvent {
  readonly externalId: string | null;
  readonly description: string | null;
}
export interface PlannedEvent {
  readonly row: number;
  readonly posting: EventPosting;
  readonly externalId: string | null;
  readonly description: string | null;
}
export interface CommitmentPlan {
  readonly commitments: readonly ExistingCommitment[];
  readonly events: readonly PlannedEvent[];
  readonly counts: Counts;
  readonly late: readonly number[];
  readonly warnings: readonly RowWarning[];
  readonly refusals: readonly RowRefusal[];
}

/**
 * Plans the commitment changes in the rows of a file, checked in date order. A row is identified by its external id; otherwise by all its fields and
 * its repetition number. Existing events stay unchanged.
 *
 * Fails:  in `refusals`, every row with each of its reasons.
 */
export function planCommitments(
  rows: readonly ReadRow[],
  existing: ExistingVehicle,
  events: readonly ExistingEvent[],
  investors: readonly (NamedRecord & { readonly isGp: boolean })[],
  newId: () => string,
): CommitmentPlan {
  const investorNamed = lookup(investors);
  const holdingNamed = lookup(existing.holdings);
  const commitments = new Map(existing.ledger.commitments.map((commitment) => [commitment.investorId, commitment]));
  const created: ExistingCommitment[] = [];
  const refusals: RowRefusal[] = [];
  const planned: PlannedEvent[] = [];
  const existingMatch = eventMatcher(events);
  const firstRows = new Map<string, number>();
  let unchanged = 0;
  for (const row of inDateOrder(rows)) {
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const cellText = textValue(row, 'investor') ?? '';
    const investor = investorNamed(cellText);
    const investment = textValue(row, 'investment');
    const holding = investment === null ? null : holdingNamed(investment);
    const externalId = textValue(row, 'externalId');
    const twin = externalId === null ? undefined : firstRows.get(externalId);
    if (investor === undefined) refuse('investor', `There is no investor '${cellText}'.`);
    if (holding === undefined) refuse('investment', `The vehicle has no investment '${investment ?? ''}'.`);
    if (twin !== undefined) refuse('externalId', `'${externalId ?? ''}' is already in row ${String(twin)}.`);
    if (externalId !== null) firstRows.set(externalId, row.row);
    if (investor === undefined || holding === undefined || twin !== undefined) continue;
    const commitment = commitments.get(investor.id) ?? {
      id: newId(),
      investorId: investor.id,
      investorCode: investor.code ?? '',
      investorName: investor.name,
      isGp: investor.isGp,
    };
    const event = requestedOf(row, commitment.id, holding?.id ?? null);
    const description = textValue(row, 'description');
    const match = existingMatch(externalId, factsOf(event, description));
    if (match === 'SAME') {
      unchanged += 1;
      continue;
    }
    if (match === 'DIFFERENT') {
      refuse(
        'externalId',
        `'${externalId ?? ''}' already exists with other values. Reverse it in the vehicle, then import it again.`,
      );
      continue;
    }
    const quarter = textValue(row, 'bookedPeriod');
    const ledger = {
      ...existing.ledger,
      commitments: [...commitments.values()],
      events: [
        ...existing.ledger.events,
        ...planned.map(({ posting }, i) => ({ ...posting, id: `planned ${i}`, seq: LATER + i })),
      ],
    };
    const posting = postEvent(event, ledger, quarter === null ? null : calendarDate(quarter));
    if (posting.isErr()) {
      refusals.push(...rowRefusals(row.row, posting.error));
      continue;
    }
    if (!commitments.has(investor.id)) {
      commitments.set(investor.id, commitment);
      created.push(commitment);
    }
    planned.push({ row: row.row, posting: posting.value, externalId, description });
  }
  return {
    commitments: created,
    events: planned,
    counts: { created: planned.length, changed: 0, unchanged, missing: 0 },
    late: planned.filter(({ posting }) => posting.booked > quarterEnd(posting.date)).map(({ row }) => row),
    warnings: dateWarnings(planned, existing.ledger),
    refusals,
  };
}

/** Warns of commitments that are dated before the initial close, and of increases before calls. */
const dateWarnings = (
  planned: readonly PlannedEvent[],
  { firstClose, entries }: ExistingVehicle['ledger'],
): CommitmentPlan['warnings'] =>
  planned.flatMap(({ row, posting }) =>
    [
      ...initialCloseWarning('The commitment is', posting.date, firstClose ?? null),
      ...entriesWithoutIncrease(posting, entries),
    ].map((text) => ({ row, text })),
  );

function inDateOrder(rows: readonly ReadRow[]): readonly ReadRow[] {
  const dayOf = (row: ReadRow) => textValue(row, 'date') ?? '';
  return [...rows].sort((first, other) =>
    dayOf(first) < dayOf(other) ? -1 : dayOf(first) > dayOf(other) ? 1 : first.row - other.row,
  );
}

/**
 * Returns a function that compares a row with the existing events: by its external id, otherwise by its facts. Each existing event matches one row
 * without a known external id.
 */
function eventMatcher(events: readonly ExistingEvent[]) {
  const countByFacts = new Map<string, number>();
  const byExternalId = new Map<string, string>();
  const reversed = new Set(events.map(({ reversalOf }) => reversalOf));
  for (const event of events) {
    if (event.reversalOf !== null || reversed.has(event.id)) continue;
    const facts = factsOf(event, event.description);
    countByFacts.set(facts, (countByFacts.get(facts) ?? 0) + 1);
    if (event.externalId !== null) byExternalId.set(event.externalId, facts);
  }
  return (externalId: string | null, facts: string): 'SAME' | 'DIFFERENT' | 'NEW' => {
    const before = externalId === null ? undefined : byExternalId.get(externalId);
    if (before !== undefined) return before === facts ? 'SAME' : 'DIFFERENT';
    const count = countByFacts.get(facts) ?? 0;
    if (count === 0) return 'NEW';
    countByFacts.set(facts, count - 1);
    return 'SAME';
  };
}

/** A sequence number after all existing events. */
const LATER = 2 ** 52;

function requestedOf(row: ReadRow, commitmentId: string, holdingId: string | null): RequestedEvent {
  const flag = (field: string) => {
    const text = textValue(row, field);
    return text === null ? null : text === 'true';
  };
  const date: CalendarDate = calendarDate(requiredText(row, 'date'));
  const amount = textValue(row, 'amount');
  return {
    commitmentId,
    kind: textValue(row, 'kind') as CommitmentEventKind,
    date,
    amount: amount === null ? null : decimal(amount),
    paysFee: flag('paysFee'),
    paysCarry: flag('paysCarry'),
    holdingId,
  };
}

const factsOf = (event: RequestedEvent, description: string | null): string =>
  JSON.stringify([
    event.commitmentId,
    event.kind,
    event.date,
    moneyText(event.amount ?? zero),
    event.paysFee,
    event.paysCarry,
    event.holdingId,
    description,
  ]);
