import { liquidationBookOfLedger } from '@carrara/adapters/postgres/performance/analysis/liquidationBookOfLedger';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, type Failures, moneyText, ok, type Result, sumOfMoney } from '@carrara/domain/kernel';
import {
  bookedQuarter,
  type DecidedAct,
  isDistributionAct,
  type RequestedAct,
} from '@carrara/domain/performance/ledger';
import {
  type DistributionLedger,
  type InvestmentCarry,
  type PostedSale,
  proposeDistribution,
  type ProposedDistribution,
  termsFailures,
  typedAttribution,
  typedCarryOfInvestments,
  withSale,
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
  /** The sale that the act posts with the distribution. */
  readonly sale: PostedSale | null;
  /** The investments that were sold. */
  readonly holdingIds: readonly string[];
}

/** Proposes the split of an act, if it is a distribution of proceeds. Fails: as `proposeDistribution`, DATE_TOO_LATE. */
export async function splitOfAct(
  tx: Transaction,
  ledger: StoredLedger,
  act: RequestedAct,
): Promise<Result<SplitOfAct, Failures>> {
  const { kind, date, proceeds } = act;
  if (!isDistributionAct(kind))
    return ok({ proposal: null, hasCompleteTerms: false, ledger: null, sale: null, holdingIds: [] });
  const loaded = await loadDistributionLedger(tx, ledger, date);
  return loaded.andThen((own) => {
    const hasCompleteTerms = termsFailures(own.book, date).length === 0;
    const sale = saleOf(act, ledger);
    const holdingIds = sale === null ? act.holdingIds : [sale.holdingId];
    const found = { hasCompleteTerms, ledger: own, sale, holdingIds };
    const isIncomplete = kind === 'SALE_DISTRIBUTION' && sale === null;
    return proceeds === null || isIncomplete
      ? ok<SplitOfAct>({ ...found, proposal: null })
      : proposeDistribution(own, { date, amount: proceeds, holdingIds, sale: sale ?? undefined }).map((proposal) => ({
          ...found,
          proposal,
        }));
  });
}

/** Returns the sale of an act that distributes its proceeds. Null for other acts, and while the sale is incomplete. */
export function saleOf(
  { kind, amounts, securityId, costRelieved }: Pick<RequestedAct, 'kind' | 'amounts' | 'securityId' | 'costRelieved'>,
  { securities }: StoredLedger,
): PostedSale | null {
  const [amount, security] = [amounts['price'], securities.find(({ id }) => id === securityId)];
  return kind !== 'SALE_DISTRIBUTION' || amount === undefined || security === undefined || costRelieved === null
    ? null
    : { holdingId: security.holdingId, amount, costRelieved };
}

/** Returns the carry that an act earns, by investment. Empty if it earns none, or if no investment brought a profit or the proceeds. */
export function carryOfAct(
  { proposal, ledger, sale, holdingIds }: SplitOfAct,
  { date }: RequestedAct,
  { entries }: Pick<DecidedAct, 'entries'>,
): readonly InvestmentCarry[] {
  if (proposal !== null) return proposal.investments;
  if (ledger === null) return [];
  return typedCarryOfInvestments(sale === null ? ledger : withSale(ledger, sale, date), holdingIds, entries);
}

/** Returns the facts of a distribution that the audit log stores, so that the audit can compute it again. Null for other acts. */
export function distributionOf(
  { proposal, ledger, sale, holdingIds }: SplitOfAct,
  { date, proceeds }: RequestedAct,
  investments: readonly InvestmentCarry[],
) {
  if (ledger === null) return null;
  return {
    date,
    end: ledger.book.until,
    proceeds: proceeds && moneyText(proceeds),
    holdingIds,
    ...(sale === null
      ? {}
      : {
          sale: {
            holdingId: sale.holdingId,
            amount: moneyText(sale.amount),
            costRelieved: moneyText(sale.costRelieved),
          },
        }),
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
