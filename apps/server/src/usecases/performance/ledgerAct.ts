import {
  readActsOn,
  readLateClosings,
  readLaterActs,
  readPostedAct,
} from '@carrara/adapters/postgres/performance/ledger/readActs';
import { holdingsAmong, readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadLedger, loadVehicle, type StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, err, noSuch } from '@carrara/domain/kernel';
import {
  type ActFacts,
  type ActShare,
  decideAct,
  type DecidedAct,
  decideActReversal,
  earliest,
  isLate,
  ledgerAct,
  type RequestedAct,
  sharesOfAct,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { type PostingResult, postToVehicle, vehicleNotFound } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import { loadCommitmentFacts, postedEvent } from './commitment.ts';
import { loadNavs, postedEntries } from './ledgerEntry.ts';
import { changeOfNotice, noticeRow } from './notice.ts';

interface SavedAct {
  readonly id: string;
  /** The quarter that displays its entries, and whether that is later than their own. */
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
  readonly noticeNumber: number | null;
}

/** Posts an act. Fails: NOT_FOUND and the failures of `decideAct`. */
export const saveLedgerAct = (
  tx: Transaction,
  vehicleId: string,
  act: RequestedAct,
  warningsConfirmed: boolean,
): Outcome<SavedAct> =>
  postToVehicle(tx, vehicleId, async (ledger) => {
    const facts = await loadFacts(tx, vehicleId, ledger, act);
    const decided = decideAct(act, ledger, facts, { newId, warningsConfirmed });
    return decided.map((all) => postedAct(vehicleId, ledger, act, all));
  });

/** Returns what an act would post, with each investor's part. Fails: NOT_FOUND and the failures of `decideAct`. */
export async function previewLedgerAct(
  tx: Transaction,
  vehicleId: string,
  act: RequestedAct,
): Outcome<DecidedAct & { readonly shares: readonly ActShare[] }> {
  const vehicle = await loadVehicle(tx, vehicleId);
  if (vehicle === undefined) return err(vehicleNotFound());
  const ledger = await loadLedger(tx, vehicle);
  const facts = await loadFacts(tx, vehicleId, ledger, act);
  const decided = decideAct(act, ledger, facts, { newId, warningsConfirmed: true });
  return decided.map((all) => ({ ...all, shares: sharesOfAct(all, ledger.commitments) }));
}

/** Reverses what an act posted. Fails: NOT_FOUND and the failures of `decideActReversal`. */
export async function reverseLedgerAct(
  tx: Transaction,
  { id, reason }: { readonly id: string; readonly reason: string },
): Outcome<SavedAct> {
  const act = await readPostedAct(tx, id);
  if (act === undefined) return err([noSuch('posting')]);
  const [entryIds, eventIds] = [new Set(act.entryIds), new Set(act.eventIds)];
  return postToVehicle(tx, act.vehicleId, async (ledger) => {
    const records = {
      date: act.date,
      laterActs: await readLaterActs(tx, act.vehicleId, id),
      entries: ledger.entries.filter((entry) => entryIds.has(entry.id)),
      events: ledger.events.filter((event) => eventIds.has(event.id)),
    };
    const decided = decideActReversal(records, ledger, reason, newId);
    return decided.map((reversed) => {
      const { answer: _, ...posting } = postedRecords(
        act.vehicleId,
        ledger,
        { ...reversed, notice: null },
        { entries: 'reverseLedgerEntry', events: 'reverseCommitmentEvent' },
      );
      return { ...posting, answer: answerOf(id, { ...reversed, notice: null }) };
    });
  });
}

async function loadFacts(
  tx: Transaction,
  vehicleId: string,
  { commitments, securities }: StoredLedger,
  act: RequestedAct,
): Promise<ActFacts> {
  const investors = [act.investorId, act.buyerId].flatMap((investorId) => investorId ?? []);
  const holdings = securities.flatMap(({ id, holdingId }) => (id === act.securityId ? [holdingId] : []));
  const facts = new Map<string, Awaited<ReturnType<typeof loadCommitmentFacts>>>();
  for (const investorId of investors)
    facts.set(investorId, await loadCommitmentFacts(tx, vehicleId, { investorId, holdingId: null }));
  const sellers = commitments.flatMap(({ id, investorId }) => (investorId === act.investorId ? [id] : []));
  const [last] = ledgerAct(act.kind).notice === undefined ? [] : await readNotices(tx, vehicleId);
  return {
    investors: facts,
    holdings: await holdingsAmong(tx, vehicleId, holdings),
    lastNotice: last?.number ?? 0,
    figures: (await loadNavs(tx, vehicleId, sellers)).findLast(({ end }) => end < act.date) ?? null,
    earlierClosings: act.kind === 'LATE_CLOSING' ? await readLateClosings(tx, vehicleId) : new Set(),
    earlierActs: await readActsOn(tx, vehicleId, act),
  };
}

/** Returns the result of posting an act: its own row first, whose sequence number all of its records have. */
function postedAct(
  vehicleId: string,
  ledger: StoredLedger,
  act: RequestedAct,
  decided: DecidedAct,
): PostingResult<SavedAct> {
  const row = {
    id: newId(),
    vehicle_id: vehicleId,
    kind: act.kind,
    act_date: act.date,
    description: act.description,
  };
  const { rows, changes, ...posting } = postedRecords(vehicleId, ledger, decided, {
    entries: 'saveLedgerEntries',
    events: 'saveCommitment',
  });
  return {
    ...posting,
    rows: [['ledger_act', [row]], ...rows],
    changes: [
      {
        operation: 'saveLedgerAct',
        objectType: 'ledgerAct',
        objectId: row.id,
        objectName: `${ledgerAct(act.kind).title} ${act.date}`,
        containerId: vehicleId,
        before: null,
        after: row,
        reason: act.description,
      },
      ...changes,
    ],
    answer: answerOf(row.id, decided),
  };
}

/** Returns the result of posting the records of an act. */
function postedRecords(
  vehicleId: string,
  ledger: StoredLedger,
  { notice, events, entries }: Omit<DecidedAct, 'sameAct'>,
  operations: { readonly entries: string; readonly events: string },
): PostingResult<undefined> {
  const notices = notice === null ? [] : [noticeRow(vehicleId, notice)];
  const postings: PostingResult<unknown>[] = [];
  let now = ledger;
  for (const event of events) {
    const posted = postedEvent(operations.events, vehicleId, now, event);
    postings.push(posted);
    now = posted.ledger;
  }
  const posted = postedEntries(operations.entries, vehicleId, now, entries);
  postings.push(posted);
  return {
    ledger: posted.ledger,
    from: earliest(postings.flatMap(({ from }) => from ?? [])),
    rows: [['notice', notices], ...postings.flatMap(({ rows }) => rows)],
    changes: [...notices.map(changeOfNotice), ...postings.flatMap(({ changes }) => changes)],
    answer: undefined,
  };
}

function answerOf(id: string, { notice, events, entries }: Omit<DecidedAct, 'sameAct'>): SavedAct {
  const dated = [
    ...entries.map(({ entry: { effective, booked } }) => ({ effective, booked })),
    ...events.map(({ event: { date, booked } }) => ({ effective: date, booked })),
  ];
  const [first] = dated;
  if (first === undefined) throw new Error('An act posts at least one record.');
  return {
    id,
    bookedPeriod: first.booked,
    isLate: isLate(first.effective, first.booked),
    noticeNumber: notice?.number ?? null,
  };
}
