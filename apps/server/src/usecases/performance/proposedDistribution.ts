import { liquidationBookOfLedger } from '@carrara/adapters/postgres/performance/analysis/liquidationBookOfLedger';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, type Failures, moneyText, ok, type Result, sumOfMoney } from '@carrara/domain/kernel';
import { bookedQuarter, type DecidedAct, type RequestedAct } from '@carrara/domain/performance/ledger';
import {
  type DistributionLedger,
  type InvestmentCarry,
  proposeDistribution,
  type ProposedDistribution,
  termsFailures,
  typedAttribution,
  typedCarryOfInvestments,
} from '@carrara/domain/performance/liquidation';

/**
 * Loads what the split of a distribution needs: the ledger up to the quarter that will show it, or the last one before
 * with figures. Fails: DATE_TOO_LATE.
 */
export async function loadDistributionLedger(
  tx: Transaction,
  ledger: StoredLedger,
  date: CalendarDate,
): Promise<Result<DistributionLedger, Failures>> {
  const quarter = bookedQuarter(date, ledger);
  const last = quarter.unwrapOr(date);
  const end = ledger.quarters.findLast((own) => own <= last) ?? last;
  const book = await liquidationBookOfLedger(tx, ledger, { end, termsDay: date });
  return quarter.map(() => ({ book, entries: ledger.entries }));
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
  ledger: StoredLedger,
  { kind, date, proceeds, holdingIds }: RequestedAct,
): Promise<Result<SplitOfAct, Failures>> {
  if (kind !== 'DISTRIBUTION') return ok({ proposal: null, hasCompleteTerms: false, ledger: null });
  const loaded = await loadDistributionLedger(tx, ledger, date);
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

/** Returns the facts of a distribution that the audit log stores, so that the audit can compute it again. Null for other acts. */
export function distributionOf(
  { proposal, ledger }: SplitOfAct,
  { date, proceeds, holdingIds }: RequestedAct,
  investments: readonly InvestmentCarry[],
) {
  if (ledger === null) return null;
  return {
    date,
    end: ledger.book.until,
    proceeds: proceeds && moneyText(proceeds),
    holdingIds,
    carry: sumOfMoney(investments.map(({ carry }) => moneyText(carry))),
    attribution: investments.length === 0 ? null : (proposal?.attribution ?? typedAttribution),
    investments: investments.map((own) => ({ id: own.holdingId, carry: moneyText(own.carry) })),
    partners:
      proposal?.partners.map(({ commitmentId, lp, gp }) => ({
        id: commitmentId,
        lp: moneyText(lp),
        gp: moneyText(gp),
      })) ?? [],
  };
}
