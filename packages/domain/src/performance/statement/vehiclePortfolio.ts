import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  type Failures,
  unit,
  type Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import {
  type InvestorWeights,
  investorSummaries,
  type PortfolioSummary,
  portfolioSummary,
  type SecurityFigures,
} from '../capitalAccount/index.ts';
import { commitmentsOn, positionOn, type Trade } from '../ledger/index.ts';
import { centFlows } from '../return/index.ts';
import type { StatedSecurity, StatementLedger } from './statementLedger.ts';

type Booked = Pick<StatementLedger, 'securities' | 'trades' | 'valuations'>;

/**
 * Returns the kind of security for income that names only a holding: interest belongs to its debt, all else to its equity. If it has no security of
 * that kind, all its securities share the income.
 */
const kindOfIncome = (type: Trade['type']) => (type === 'INC-INT' ? 'DEBT' : 'EQUITY');

/**
 * Returns the figures of each security at a quarter end. Securities without any entry yet are left out.
 *
 *     invested = purchases;  proceeds = sales;  remaining cost, fair value as the vehicle's position
 *
 * Income names a holding. It is split over the securities of its kind there by their purchases through its date (equally before the first purchase).
 * A holding with income but without securities counts as a security itself.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/capital-account.md.
 */
export function securitiesOn(ledger: Booked, end: CalendarDate): readonly SecurityFigures[] {
  const trades = ledger.trades.filter(({ booked }) => booked <= end);
  const incomeOf = new Map<string, { readonly date: CalendarDate; readonly amount: Decimal }[]>();
  for (const trade of trades) {
    if (trade.type === 'BUY' || trade.type === 'SELL' || trade.holdingId === null) continue;
    for (const [id, amount] of sharedIncome(trade, trade.holdingId, ledger.securities, trades)) {
      const incomes = incomeOf.get(id);
      const income = { date: trade.effective, amount };
      if (incomes === undefined) incomeOf.set(id, [income]);
      else incomes.push(income);
    }
  }
  return statedSecurities(ledger.securities, incomeOf.keys()).flatMap(({ id, holdingId, kind }) => {
    const own = trades.filter(({ securityId }) => securityId === id);
    const income = incomeOf.get(id) ?? [];
    const values = ledger.valuations.filter(({ securityId, booked }) => securityId === id && booked <= end);
    if (own.length + income.length + values.length === 0) return [];
    const sumOf = (type: Trade['type']) => sum(own.filter((trade) => trade.type === type).map(({ amount }) => amount));
    const { cost, fairValue } = positionOn(own, values, end);
    const flows = own.map(({ type, effective, amount }) => ({
      date: effective,
      amount: type === 'BUY' ? amount.negated() : amount,
    }));
    return [
      {
        id,
        holdingId,
        kind,
        invested: sumOf('BUY'),
        proceeds: sumOf('SELL'),
        income: sum(income.map(({ amount }) => amount)),
        remainingCost: cost,
        fairValue,
        flows: centFlows([...flows, ...income]),
      },
    ];
  });
}

function sharedIncome(
  { type, amount, effective }: Trade,
  holdingId: string,
  securities: readonly StatedSecurity[],
  trades: readonly Trade[],
): readonly (readonly [string, Decimal])[] {
  const own = securities.filter((security) => security.holdingId === holdingId);
  const ofKind = own.filter(({ kind }) => kind === kindOfIncome(type));
  const takers = ofKind.length > 0 ? ofKind : own;
  if (takers.length === 0) return [[holdingId, amount]];
  const bought = takers.map(({ id }) =>
    sum(
      trades
        .filter((trade) => trade.securityId === id && trade.type === 'BUY' && trade.effective <= effective)
        .map((trade) => trade.amount),
    ),
  );
  const weights = bought.some((weight) => weight.gt(0)) ? bought : takers.map(() => unit);
  const parts = allocate(amount, weights)._unsafeUnwrap();
  return zip(takers, parts).map(([{ id }, part]) => [id, part] as const);
}

/** Returns the securities, and the holdings that count as one. */
function statedSecurities(securities: readonly StatedSecurity[], withIncome: Iterable<string>) {
  const securityIds = new Set(securities.map(({ id }) => id));
  const alone = [...withIncome].filter((id) => !securityIds.has(id));
  return [...securities, ...alone.map((id): StatedSecurity => ({ id, holdingId: id, kind: 'EQUITY' }))];
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

export interface VehiclePortfolio {
  readonly whole: PortfolioSummary;
  /** Each commitment's share of the portfolio, based on its participation in the holdings on the date. */
  readonly shares: Result<ReadonlyMap<string, PortfolioSummary>, Failures>;
}

/**
 * Computes the portfolio of a vehicle (or of one of its holdings) at a quarter end, and each commitment's share. The
 * share is by the commitments that participate in each holding (INVESTING).
 *
 * Source: docs/calculations/capital-account.md.
 * Fails:  the shares with NO_WEIGHTS, NO_POSITIVE_WEIGHT, if nobody participates in a security.
 */
export function vehiclePortfolio(ledger: StatementLedger, end: CalendarDate, holdingId?: string): VehiclePortfolio {
  const securities = securitiesOn(ledger, end);
  const counted = ledger.events.filter(({ booked }) => booked <= end);
  const weights = commitmentsOn(ledger.commitments, counted, end).map(({ id, amount, excused }): InvestorWeights => {
    const candidates = securities.filter((security) => amount.gt(0) && !excused.has(security.holdingId));
    return { investorId: id, weights: new Map(candidates.map((security) => [security.id, amount])) };
  });
  const asOf = dayNumber(end);
  return {
    whole: portfolioSummary(securities, asOf, holdingId),
    shares: investorSummaries(securities, weights, asOf, holdingId),
  };
}
