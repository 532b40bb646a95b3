import type { MultiplePolicy } from '../return/index.ts';
import { type CalendarDate, required } from '@carrara/domain/kernel';
import {
  type CommitmentState,
  commitmentsOn,
  type LedgerEntry,
  measuredEntries,
  quarterEnds,
  type PositionStep,
  positionSteps,
} from '../ledger/index.ts';
import {
  type Capital,
  computeVehicle,
  gainAt,
  hasVehicleEnded,
  isGross,
  ledgerOn,
  listQuarters,
  type ReportedAccounts,
  sharingDays,
  type SubjectFigures,
  type TransferredStatement,
  UnrealizedGain,
  type VehicleLedger,
} from '../period/index.ts';

/** The steps of a security's position within a holding. */
interface HoldingSecurity {
  readonly id: string;
  readonly steps: readonly PositionStep<LedgerEntry>[];
}

/** A holding at a quarter end. */
export interface Holding {
  readonly id: string;
  /** The purchases, sales and income booked by then. */
  readonly entries: readonly LedgerEntry[];
  readonly securities: readonly HoldingSecurity[];
  readonly gain: UnrealizedGain;
}

/** A vehicle's ledger with its figures at a quarter end: the requested one, or the last one before it with any entry. */
export interface Book {
  readonly ledger: VehicleLedger;
  readonly end: CalendarDate;
  /** The entries booked by then that returns and multiples are based on. */
  readonly measured: readonly LedgerEntry[];
  /** The policy of the multiples. For a locked quarter, the one it was locked with. */
  readonly policy: MultiplePolicy;
  /** The source of NAV. For a locked quarter, the one it was locked with. */
  readonly navBasis: VehicleLedger['navBasis'];
  /** True if the figures also hold for later quarter ends. */
  readonly isOver: boolean;
  /** The basis of each commitment's figures: the ledger, or the reported amounts if the ledger has no cash. */
  readonly capital: ReadonlyMap<string, Capital>;
  readonly reported: ReportedAccounts | undefined;
  /** The data transfer statements that figures come from. */
  readonly statements: readonly TransferredStatement[];
  /** The displayed figures of the vehicle, its holdings and its commitments. */
  readonly subjects: readonly SubjectFigures[];
  readonly states: readonly CommitmentState[];
  readonly holdings: readonly Holding[];
}

/** Returns the book of a vehicle at a quarter end; undefined if nothing is booked by then. */
export function bookOn(ledger: VehicleLedger, requestedDate: CalendarDate): Book | undefined {
  const quarters = listQuarters(ledger);
  const [first, last] = [quarters[0], quarters.at(-1)];
  if (first === undefined || last === undefined || first > requestedDate) return undefined;
  const end = last < requestedDate ? last : requestedDate;
  const rules = ledgerOn(ledger, end);
  const period = computeVehicle(rules, end, { through: end }).find((periodFigures) => periodFigures.end === end);
  if (period === undefined) return undefined;
  const states = commitmentsOn(
    ledger.commitments,
    ledger.events.filter((event) => event.booked <= end),
    end,
  );
  const { subjects, reported } = period;
  const capital = reported?.accounts ?? period.capital;
  const vehicle = subjects.find(({ subject }) => subject === 'VEHICLE');
  const over = vehicle !== undefined && hasVehicleEnded(vehicle);
  const { policy, navBasis } = rules;
  return {
    ledger,
    end,
    measured: measuredEntries(rules).filter(({ booked }) => booked <= end),
    policy,
    navBasis,
    isOver: over,
    capital,
    reported,
    statements: period.statements,
    subjects,
    states,
    holdings: holdingsOn(ledger, end),
  };
}

/** Returns the figures of the vehicle itself. */
export const vehicleFigures = ({ subjects }: Pick<Book, 'subjects'>): SubjectFigures =>
  required(
    subjects.find(({ subject }) => subject === 'VEHICLE'),
    'the figures of the vehicle',
  );

/** Returns the holdings of a vehicle with the allocation of their gains, computed quarter by quarter as in `computeVehicle`. */
export function holdingsOn(ledger: VehicleLedger, end: CalendarDate): readonly Holding[] {
  const holdingIds = [...ledger.securities, ...ledger.entries].flatMap(({ holdingId }) =>
    holdingId === null ? [] : [holdingId],
  );
  const holdings = [...new Set(holdingIds)].sort().map((id) => {
    const entries = ledger.entries.filter(({ holdingId, type }) => holdingId === id && isGross(type));
    const securities = ledger.securities
      .filter(({ holdingId }) => holdingId === id)
      .map((security) => ({
        id: security.id,
        trades: entries.filter(({ securityId }) => securityId === security.id),
        valuations: ledger.valuations.filter(({ securityId }) => securityId === security.id),
      }));
    return { id, entries, securities, gain: new UnrealizedGain(id) };
  });
  const first = [...ledger.entries, ...ledger.valuations, ...ledger.events].map(({ booked }) => booked).sort()[0];
  const ends = first === undefined ? [] : quarterEnds(first, end);
  const rules = ledgerOn(ledger, end);
  for (const [at, quarter] of ends.entries())
    for (const { day, states } of sharingDays(rules, { after: ends[at - 1], end: quarter }))
      for (const { gain, securities } of holdings) gain.next(gainAt(securities, day, quarter), states);
  return holdings.map(({ id, entries, securities, gain }) => ({
    id,
    gain,
    entries: entries.filter(({ booked }) => booked <= end),
    securities: securities.map((security) => ({
      id: security.id,
      steps: positionSteps(security.trades, security.valuations, end),
    })),
  }));
}
