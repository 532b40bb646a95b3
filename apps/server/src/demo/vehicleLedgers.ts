import { paidSources } from '@carrara/adapters/postgres/carry/distribution';
import { returnedSources } from '@carrara/adapters/postgres/carry/ledgerRun';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger';
import type { HandlerInputOf, RequestContext } from '../core/operations.ts';
import type { ledgerEntryEndpoints } from '@carrara/contract/performance/ledgerEntry';
import { calendarDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import { commitmentOf } from '../concepts/performance/commitment.ts';
import { requestedOf } from '../concepts/performance/ledgerEntry.ts';
import { valuationOf } from '../concepts/performance/security.ts';
import { inTurn, type LedgerWrite, postToVehicles } from '../usecases/ledgerPosting.ts';
import { writeCarryPaid } from '../usecases/performance/carryPaid.ts';
import { writeCommitments } from '../usecases/performance/commitment.ts';
import { writeEntries } from '../usecases/performance/ledgerEntry.ts';
import { storeNotices } from '../usecases/performance/notice.ts';
import { writeValuations } from '../usecases/performance/security.ts';
import { by, type Firm, type Happening } from './firm.ts';
import type { Restatement, VehicleHistory } from './vehicleFacts.ts';
import { told } from './vehicleHistories.ts';
import { type StoryEntry, vehicleStory, type VehicleStory } from './vehicleStory.ts';

/** A vehicle whose books are about to be entered: its story, and the names of its notices. */
interface Played {
  readonly history: VehicleHistory;
  readonly story: VehicleStory;
  readonly notices: readonly string[];
}

const vehicleId = ({ book }: Firm, code: string): string =>
  book.knows('fund', code) ? book.id('fund', code) : book.id('coinvestment', code);

/** Enters a vehicle's securities, notices and terms. None of them changes a figure. */
async function prepare(
  context: RequestContext,
  firm: Firm,
  history: VehicleHistory,
): Promise<Result<Played, Failures>> {
  const { book, operations } = firm;
  const id = vehicleId(firm, history.code);
  const story = vehicleStory(history);
  for (const { name, isLoan, buys } of history.holdings) {
    if (buys.length === 0) continue;
    const saved = await operations.vehicleLedger.saveSecurity(context, {
      body: {
        vehicleId: id,
        holdingId: book.id('part', name),
        class: isLoan ? 'DEBT' : 'EQUITY',
        name: isLoan ? 'Senior loan' : 'Ordinary shares',
      },
    });
    if (saved.isErr()) return err(saved.error);
    book.keep('security', name, saved.value.id);
  }
  const { fee, carry } = history;
  const terms = await operations.economicTerms.saveEconomicTerms(context, {
    params: { fundId: id },
    body: {
      managementFee: fee[0],
      feeBasis: { code: 'COMMITMENT', description: 'Commitments' },
      laterManagementFee: fee[1],
      laterFeeBasis: { code: 'COST', description: 'Invested capital' },
      waterfall: { code: 'WHOLE_FUND', description: 'European (whole fund)' },
      carry: carry.percent,
      hurdle: carry.hurdle,
      catchUp: carry.catchUp,
      performanceMethod: { code: 'GRANULAR', description: 'Granular' },
    },
  });
  if (terms.isErr()) return err(terms.error);
  await loadVehicle(context.tx, id, { isWritten: true });
  const notices = await storeNotices(
    context.tx,
    id,
    story.notices.map(({ kind, issued, due, words }) => ({
      kind,
      issueDate: issued,
      dueDate: due,
      description: words,
    })),
  );
  return ok({ history, story, notices: notices.map((notice) => notice.id) });
}

type Entry = HandlerInputOf<(typeof ledgerEntryEndpoints)['saveLedgerEntries']>['body']['entries'][number];

/** Converts an entry of a story to the form in which it is entered. */
function entryOf(
  { book }: Firm,
  told: StoryEntry,
  notices: readonly string[],
  commitmentOf: (investor: string) => string,
): Entry {
  const { type, amount, day, settled = day, words, holding, notice, costRelieved, isRecallable = false, shares } = told;
  return {
    type,
    amount,
    effectiveDate: day,
    settledOn: settled,
    description: words,
    holdingId: holding === undefined ? null : book.id('part', holding),
    securityId: holding !== undefined && (type === 'BUY' || type === 'SELL') ? book.id('security', holding) : null,
    noticeId: notice === undefined ? null : notices[notice]!,
    costRelieved: costRelieved ?? null,
    isRecallable,
    isOutside: false,
    allocationKey: shares === undefined ? null : 'NOTICE',
    shares: (shares ?? []).map(([investor, share]) => ({ commitmentId: commitmentOf(investor), amount: share })),
  };
}

const ofCarry: ReadonlySet<string> = new Set(['CARRY-PAID', 'CLAWBACK']);

/**
 * Returns a write of everything entered for a vehicle: commitments first, then valuations, the carry that
 * distributions paid, and the rest.
 */
const writeBook =
  (context: RequestContext, firm: Firm, played: readonly Played[], restatement: Restatement): LedgerWrite<unknown> =>
  async (ledger, vehicle) => {
    const { tx } = context;
    const { book } = firm;
    const own = played.find(({ history }) => vehicleId(firm, history.code) === vehicle.id)!;
    const { story } = own;
    const commitments = story.closes.map(({ investor, day, amount, pays }) => ({
      investorId: book.id('investor', investor),
      kind: 'CLOSE' as const,
      date: day,
      amount,
      paysFee: pays,
      paysCarry: pays,
    }));
    const valuations = story.valuations.map(({ holding, day, fairValue }) => ({
      securityId: book.id('security', holding),
      date: day,
      fairValue: restatement.holding === holding && restatement.end === day ? restatement.before : fairValue,
    }));
    const of = { vehicleId: vehicle.id };
    const paid = [...(await paidSources(tx, of)), ...(await returnedSources(tx, of))];
    return inTurn<unknown>([
      writeCommitments(tx, commitments.map(commitmentOf)),
      writeValuations(context, valuations.map(valuationOf)),
      writeCarryPaid(paid),
      // Carry paid and returned comes from the runs themselves.
      writeStory(context, firm, own, ({ type, isLate }) => !ofCarry.has(type) && isLate !== true),
    ])(ledger, vehicle);
  };

/** Returns a write of entries of a story, using the commitments in effect at the time. */
const writeStory =
  (
    { tx }: RequestContext,
    firm: Firm,
    { story, notices }: Played,
    isReported: (entry: StoryEntry) => boolean,
  ): LedgerWrite<unknown> =>
  (ledger, vehicle) => {
    const byCode = new Map(ledger.commitments.map(({ id, investorCode }) => [investorCode, id]));
    const asked = story.entries
      .filter(isReported)
      .map((storyEntry) => requestedOf(entryOf(firm, storyEntry, notices, (investor) => byCode.get(investor)!)));
    return writeEntries(tx, asked)(ledger, vehicle);
  };

/** Locks the quarters of a vehicle up to one. */
async function lock(context: RequestContext, firm: Firm, code: string, endDate: string) {
  const { vehicleLedger } = firm.operations;
  const params = { vehicleId: vehicleId(firm, code), endDate };
  const period = await vehicleLedger.getPeriod(context, { params, query: {} });
  if (period.isErr()) return err(period.error);
  const body = { rowVersion: period.value.rowVersion, acknowledged: [], withEarlier: true };
  return vehicleLedger.lockPeriod(context, { params, body });
}

async function lockAll(
  context: RequestContext,
  firm: Firm,
  ends: readonly (readonly [code: string, end: string])[],
): Promise<Result<unknown, Failures>> {
  for (const [code, end] of ends) {
    const locked = await lock(context, firm, code, end);
    if (locked.isErr()) return err(locked.error);
  }
  return ok(undefined);
}

/**
 * Plays the books of the firm's vehicles: entered at once and locked. Then a bill arrives for a locked quarter, and one
 * quarter is reopened for the auditors' finding.
 */
export function vehicleLedgers(
  firm: Firm,
  histories: readonly VehicleHistory[],
  restatement: Restatement,
  [taken, opened, closed]: readonly [taken: string, opened: string, closed: string],
): Happening[] {
  const played: Played[] = [];
  const late = histories.filter((history) => history.late !== undefined).map(({ code }) => code);
  const twice = new Set([restatement.vehicle, ...late]);
  const before = quartersLater(calendarDate(told), -1);
  const idOf = (code: string) => vehicleId(firm, code);
  const { vehicleLedger } = firm.operations;
  return [
    by(firm, taken, async (context) => {
      for (const history of histories) {
        const prepared = await prepare(context, firm, history);
        if (prepared.isErr()) return err(prepared.error);
        played.push(prepared.value);
      }
      const ids = histories.map(({ code }) => idOf(code));
      const posted = await postToVehicles(context.tx, ids, writeBook(context, firm, played, restatement));
      if (posted.isErr()) return err(posted.error);
      const ends = histories.map(({ code }) => [code, twice.has(code) ? before : told] as const);
      return lockAll(context, firm, ends);
    }),
    {
      day: opened,
      who: 'administrator',
      act: async (context) => {
        const params = { vehicleId: idOf(restatement.vehicle), endDate: restatement.end };
        const period = await vehicleLedger.getPeriod(context, { params, query: {} });
        if (period.isErr()) return err(period.error);
        const body = { rowVersion: period.value.rowVersion, reason: restatement.reason };
        return vehicleLedger.reopenPeriod(context, { params, body });
      },
    },
    by(firm, closed, async (context) => {
      const ofRestated = played.find(({ history }) => history.code === restatement.vehicle)!;
      const right = ofRestated.story.valuations.find(
        ({ holding, day }) => holding === restatement.holding && day === restatement.end,
      )!;
      const securityId = firm.book.id('security', restatement.holding);
      const valued = await vehicleLedger.saveValuations(context, {
        body: {
          vehicleId: idOf(restatement.vehicle),
          valuations: [
            { securityId, date: restatement.end, fairValue: right.fairValue, description: restatement.reason },
          ],
        },
      });
      if (valued.isErr()) return err(valued.error);
      const billed = await postToVehicles(context.tx, late.map(idOf), (ledger, vehicle) => {
        const own = played.find(({ history }) => idOf(history.code) === vehicle.id)!;
        return writeStory(context, firm, own, ({ isLate }) => isLate === true)(ledger, vehicle);
      });
      if (billed.isErr()) return err(billed.error);
      return lockAll(
        context,
        firm,
        [...twice].map((code) => [code, told] as const),
      );
    }),
  ];
}
