import {
  proposedDistributionDays,
  readActsOn,
  readLateClosings,
  readLaterActs,
  readPostedAct,
} from '@carrara/adapters/postgres/performance/ledger/readActs';
import { filterHoldings, readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import {
  loadLedger,
  loadVehicle,
  type StoredLedger,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  err,
  fail,
  type Failures,
  noSuch,
  ok,
} from '@carrara/domain/kernel';
import {
  type ActFacts,
  type ActShare,
  decideAct,
  type DecidedAct,
  decideActReversal,
  earliestDate,
  isDistributionAct,
  isLate,
  ledgerAct,
  type RequestedAct,
  sharesOfAct,
} from '@carrara/domain/performance/ledger';
import { distributionEntries, type ProposedDistribution } from '@carrara/domain/performance/liquidation';
import { v7 as newId } from 'uuid';
import { type PostingResult, postToVehicle, vehicleNotFound } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import { loadCommitmentFacts, postedEvent } from './commitment.ts';
import { loadNavs, postedEntries } from './ledgerEntry.ts';
import { changeOfNotice, noticeRow } from './notice.ts';
import { carryOfAct, distributionOf, type SplitOfAct, splitOfAct } from './proposedDistribution.ts';
import { announceDraft, type DraftAnnouncement, type DraftOfAct, type RealizationDrafts } from './realizationDrafts.ts';

interface SavedAct {
  readonly id: string;
  /** The quarter that displays its entries, and whether that is later than their own. */
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
  readonly noticeNumber: number | null;
}

interface ActConfirmation {
  readonly warningsConfirmed: boolean;
  /** The proposed split that the person saw; null if there is none. */
  readonly expected: { readonly lp: Decimal; readonly gp: Decimal } | null;
}

/**
 * Posts an act. Carry that a distribution earns creates a draft realization.
 *
 * Fails: NOT_FOUND, CONFLICT (the proposed split has changed), and the failures of `splitOfAct` and `decideAct`.
 */
export async function saveLedgerAct(
  tx: Transaction,
  vehicleId: string,
  act: RequestedAct,
  { warningsConfirmed, expected }: ActConfirmation,
  drafts: RealizationDrafts,
): Outcome<SavedAct & { readonly realizationId: string | null }> {
  let draft: Omit<DraftOfAct, 'actId'> | null = null;
  const posted = await postToVehicle(tx, vehicleId, async (ledger, vehicle) => {
    const split = await splitOfAct(tx, ledger, act);
    if (split.isErr()) return err(split.error);
    const changed = changedProposal(split.value.proposal, expected);
    if (changed.length > 0) return err(changed);
    const facts = await loadFacts(tx, vehicle, ledger, act, split.value, 'POSTING');
    const decided = decideAct(act, ledger, facts, { newId, warningsConfirmed });
    return decided.map((all) => {
      const name = `${ledgerAct(act.kind).title} of ${displayedDate(act.date)}, ${vehicle.code}`;
      const investments = carryOfAct(split.value, act, all);
      draft = { name, date: act.date, investments };
      return postedAct(vehicleId, ledger, { act, distribution: distributionOf(split.value, act, investments) }, all);
    });
  });
  if (posted.isErr() || draft === null) return posted.map((saved) => ({ ...saved, realizationId: null }));
  const { investments, date } = draft as Omit<DraftOfAct, 'actId'>;
  const announced = await announceDraft(tx, drafts, { carry: investments.length > 0, investments, date });
  if (announced?.isCreated !== true) return ok({ ...posted.value, realizationId: null });
  const created = await drafts.create(tx, { ...(draft as Omit<DraftOfAct, 'actId'>), actId: posted.value.id });
  return created.map((realizationId) => ({ ...posted.value, realizationId }));
}

const changedProposal = (proposal: ProposedDistribution | null, expected: ActConfirmation['expected']): Failures =>
  proposal === null || expected === null || (expected.lp.eq(proposal.lp) && expected.gp.eq(proposal.gp))
    ? []
    : [fail('CONFLICT', ['proceeds'], 'The proposed split has changed since you opened it. Review it again.')];

type PostedRecords = Pick<DecidedAct, 'notice' | 'events' | 'entries'>;

interface PreviewedAct extends DecidedAct {
  readonly shares: readonly ActShare[];
  readonly proposal: ProposedDistribution | null;
  readonly realization: DraftAnnouncement | null;
}

/** Returns what an act would post, with each investor's part. Fails: NOT_FOUND and the failures of `splitOfAct` and `decideAct`. */
export async function previewLedgerAct(
  tx: Transaction,
  vehicleId: string,
  act: RequestedAct,
  drafts: RealizationDrafts,
): Outcome<PreviewedAct> {
  const vehicle = await loadVehicle(tx, vehicleId);
  if (vehicle === undefined) return err(vehicleNotFound());
  const ledger = await loadLedger(tx, vehicle);
  const split = await splitOfAct(tx, ledger, act);
  if (split.isErr()) return err(split.error);
  const facts = await loadFacts(tx, vehicle, ledger, act, split.value, 'PREVIEW');
  // A preview has no warnings, so it needs no values of the partners. It needs no reason yet either.
  const decided = decideAct(act, ledger, { ...facts, hasCompleteTerms: false }, { newId, warningsConfirmed: true });
  if (decided.isErr()) return err(decided.error);
  const investments = carryOfAct(split.value, act, decided.value);
  const carry = decided.value.entries.some(({ entry }) => entry.type === 'CARRY-EARNED');
  const realization = await announceDraft(tx, drafts, { carry, investments, date: act.date });
  const shares = sharesOfAct(decided.value, ledger.commitments);
  return ok({ ...decided.value, shares, proposal: split.value.proposal, realization });
}

/** Reverses what an act posted. Fails: NOT_FOUND and the failures of `decideActReversal`. */
export async function reverseLedgerAct(
  tx: Transaction,
  { id, reason }: { readonly id: string; readonly reason: string },
  drafts: RealizationDrafts,
): Outcome<SavedAct> {
  const act = await readPostedAct(tx, id);
  if (act === undefined) return err([noSuch('posting')]);
  const [entryIds, eventIds] = [new Set(act.entryIds), new Set(act.eventIds)];
  return postToVehicle(tx, act.vehicleId, async (ledger) => {
    const records = {
      date: act.date,
      laterActs: await readLaterActs(tx, act.vehicleId, id),
      realization: (await drafts.ofActs(tx, [id]))[0] ?? null,
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
  { id: vehicleId, currency }: Vehicle,
  { commitments, securities }: StoredLedger,
  act: RequestedAct,
  { proposal, hasCompleteTerms }: SplitOfAct,
  purpose: 'PREVIEW' | 'POSTING',
): Promise<ActFacts> {
  const investors = [act.investorId, act.buyerId].flatMap((investorId) => investorId ?? []);
  const holdings = securities.flatMap(({ id, holdingId }) => (id === act.securityId ? [holdingId] : []));
  const facts = new Map<string, Awaited<ReturnType<typeof loadCommitmentFacts>>>();
  for (const investorId of investors)
    facts.set(investorId, await loadCommitmentFacts(tx, vehicleId, { investorId, holdingId: null }));
  // A transfer is compared with the seller's value, and a distribution with those of its partners.
  const valued = commitments.flatMap(({ id, investorId }) =>
    (proposal !== null && purpose === 'POSTING') || investorId === act.investorId ? [id] : [],
  );
  const [last] = ledgerAct(act.kind).notice === undefined ? [] : await readNotices(tx, vehicleId);
  return {
    investors: facts,
    holdings: await filterHoldings(tx, vehicleId, [...holdings, ...act.holdingIds]),
    lastNotice: last?.number ?? 0,
    figures: (await loadNavs(tx, vehicleId, valued)).findLast(({ end }) => end < act.date) ?? null,
    earlierClosings: act.kind === 'LATE_CLOSING' ? await readLateClosings(tx, vehicleId) : new Set(),
    earlierActs: await readActsOn(tx, vehicleId, act),
    distributions: await proposedDistributionDays(tx, vehicleId),
    proposed: proposal === null ? [] : distributionEntries(proposal),
    hasCompleteTerms,
    currency,
  };
}

/** Returns the result of posting an act: its own row first, whose sequence number all of its records have. */
function postedAct(
  vehicleId: string,
  ledger: StoredLedger,
  { act, distribution }: { readonly act: RequestedAct; readonly distribution: ReturnType<typeof distributionOf> },
  decided: DecidedAct,
): PostingResult<SavedAct> {
  const row = {
    id: newId(),
    vehicle_id: vehicleId,
    kind: act.kind,
    act_date: act.date,
    description: act.description,
    split: !isDistributionAct(act.kind) ? null : act.proceeds === null ? 'TYPED' : 'PROPOSED',
    split_reason: act.reason,
    attribution: distribution?.attribution ?? null,
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
        after: distribution === null ? row : { ...row, distribution },
        reason: act.reason ?? act.description,
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
  { notice, events, entries }: PostedRecords,
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
    from: earliestDate(postings.flatMap(({ from }) => from ?? [])),
    rows: [['notice', notices], ...postings.flatMap(({ rows }) => rows)],
    changes: [...notices.map(changeOfNotice), ...postings.flatMap(({ changes }) => changes)],
    answer: undefined,
  };
}

function answerOf(id: string, { notice, events, entries }: PostedRecords): SavedAct {
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
