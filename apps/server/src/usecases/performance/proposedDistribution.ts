import { liquidationBooks } from '@carrara/adapters/postgres/performance/analysis/liquidationBooks';
import type { StoredLedger, Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, type Failures, ok, required, type Result } from '@carrara/domain/kernel';
import { bookedQuarter, type DecidedAct, type RequestedAct } from '@carrara/domain/performance/ledger';
import {
  type DistributionLedger,
  type InvestmentCarry,
  proposeDistribution,
  type ProposedDistribution,
  termsFailures,
  typedCarryOfInvestments,
} from '@carrara/domain/performance/liquidation';

/**
 * Loads what the split of a distribution needs: the ledger up to the quarter that will show it, or the last one before
 * with figures. Fails: DATE_TOO_LATE.
 */
export async function loadDistributionLedger(
  tx: Transaction,
  { id }: Pick<Vehicle, 'id'>,
  ledger: StoredLedger,
  date: CalendarDate,
): Promise<Result<DistributionLedger, Failures>> {
  const quarter = bookedQuarter(date, ledger);
  const last = quarter.unwrapOr(date);
  const end = ledger.quarters.findLast((own) => own <= last) ?? last;
  const [book] = await liquidationBooks(tx, [id], { end, termsDay: date });
  return quarter.map(() => ({ book: required(book, 'the book of a vehicle'), entries: ledger.entries }));
}

/** The split of a distribution as its carry terms propose it, and whether they can. */
export interface SplitOfAct {
  readonly proposal: ProposedDistribution | null;
  readonly hasCompleteTerms: boolean;
  /** The ledger that typed carry is attributed by; null if the act is no distribution. */
  readonly ledger: DistributionLedger | null;
}

/** Proposes the split of an act, if it is a distribution of proceeds. Fails: as `proposeDistribution`, DATE_TOO_LATE. */
export async function splitOfAct(
  tx: Transaction,
  vehicle: Pick<Vehicle, 'id'>,
  ledger: StoredLedger,
  { kind, date, proceeds, holdingIds }: RequestedAct,
): Promise<Result<SplitOfAct, Failures>> {
  if (kind !== 'DISTRIBUTION') return ok({ proposal: null, hasCompleteTerms: false, ledger: null });
  const loaded = await loadDistributionLedger(tx, vehicle, ledger, date);
  return loaded.andThen((own) => {
    const hasCompleteTerms = termsFailures(own.book, date).length === 0;
    const found = { hasCompleteTerms, ledger: own };
    return proceeds === null
      ? ok<SplitOfAct>({ ...found, proposal: null })
      : proposeDistribution(own, { date, amount: proceeds, holdingIds }).map((proposal) => ({ ...found, proposal }));
  });
}

/** Returns the carry that an act earns, by investment. Empty if it earns none, or if no investment brought a profit or the proceeds. */
export function carryOfAct(
  { proposal, ledger }: SplitOfAct,
  { holdingIds }: RequestedAct,
  { entries }: Pick<DecidedAct, 'entries'>,
): readonly InvestmentCarry[] {
  if (proposal !== null) return proposal.investments;
  if (ledger === null) return [];
  return typedCarryOfInvestments(ledger, holdingIds, entries);
}
