import { sumWhole as addUp, type Whole } from '../../kernel/cents/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type Decimal,
  divideRounded,
  err,
  type Failures,
  hundred,
  ok,
  required,
  Result,
  roundPercent,
  toUnits,
  zero,
  zip,
} from '../../kernel/index.ts';
import { type CentFlows, multipleOnInvested } from '../../kernel/measures/index.ts';
import { joinFlows, moneyToCents, periodReturn, type RateOfReturn } from '../return/index.ts';

const securityKinds = ['DEBT', 'EQUITY'] as const;
export type SecurityKind = (typeof securityKinds)[number];

const amounts = ['invested', 'proceeds', 'income', 'remainingCost', 'fairValue'] as const;
type Amount = (typeof amounts)[number];

/** The figures of a security at the end of a period. */
export interface SecurityFigures extends Readonly<Record<Amount, Decimal>> {
  readonly id: string;
  readonly holdingId: string;
  readonly kind: SecurityKind;
  /** Purchases are negative; sales and income are positive. */
  readonly flows: CentFlows;
}

export interface SummaryLine extends Readonly<Record<Amount, Decimal>> {
  /** Proceeds, income and fair value. */
  readonly total: Decimal;
  readonly gain: Decimal;
  /** Null if nothing was invested. */
  readonly moic: Decimal | null;
  readonly grossRate: Result<RateOfReturn | null, Failures>;
  /** Percentage of the total fair value; null if that is zero. */
  readonly partOfFund: Decimal | null;
}

export interface PortfolioSummary {
  readonly securities: ReadonlyMap<string, SummaryLine>;
  /** The summary of each holding, which is a vehicle's position in an investment. */
  readonly holdings: ReadonlyMap<string, SummaryLine>;
  readonly kinds: Readonly<Record<SecurityKind, SummaryLine>>;
  readonly total: SummaryLine;
}

/**
 * Computes the portfolio of a vehicle by security, holding, debt, equity and in total. With a holding id, computes that holding alone, as a part of
 * the total.
 *
 *     total = proceeds + income + fair value;  gain = total - invested;  MOIC = total / invested;  part of fund = fair value / all fair value
 *
 * Units:  the vehicle's currency in cents; `asOf` a day number; percent with 10 decimals.
 * Source: docs/calculations/capital-account.md.
 * Fails:  never; a rate that can't be computed has a reason (NO_SIGN_CHANGE, NO_ROOT).
 */
export function portfolioSummary(
  securities: readonly SecurityFigures[],
  asOf: number,
  holdingId?: string,
): PortfolioSummary {
  return summaryOf(securities, asRated, asOf, holdingId);
}

function summaryOf<S extends SecurityFigures>(
  securities: readonly S[],
  ratedOf: (security: S) => Rated,
  asOf: number,
  requestedId: string | undefined,
): PortfolioSummary {
  const all = sumOf(securities);
  const selected =
    requestedId === undefined ? securities : securities.filter(({ holdingId }) => holdingId === requestedId);
  const line = (some: readonly S[]): SummaryLine => lineOf(sumOf(some), some.map(ratedOf), all.fairValue, asOf);
  const holdings = [...new Set(selected.map(({ holdingId }) => holdingId))];
  return {
    securities: new Map(selected.map((security) => [security.id, line([security])])),
    holdings: new Map(holdings.map((id) => [id, line(selected.filter(({ holdingId }) => holdingId === id))])),
    kinds: {
      DEBT: line(selected.filter(({ kind }) => kind === 'DEBT')),
      EQUITY: line(selected.filter(({ kind }) => kind === 'EQUITY')),
    },
    total: line(selected),
  };
}

type Sums = Readonly<Record<Amount, Decimal>>;

/** The basis of a rate: the flows and the value of a security, or an investor's part of them. */
interface Rated {
  readonly flows: CentFlows;
  readonly value: Whole;
}
const asRated = ({ flows, fairValue }: SecurityFigures): Rated => ({ flows, value: moneyToCents(fairValue) });

/** Fractions of a cent, so that an investor's rate isn't based on rounded flows. */
const FINENESS = 10n ** 24n;

function partOf({ flows, value }: Rated, weight: Decimal, total: Decimal): Rated {
  const [numerator, denominator] = [toUnits(weight, 2) * FINENESS, toUnits(total, 2)];
  const part = (cents: Whole): Whole => divideRounded(BigInt(cents) * numerator, denominator);
  return { flows: { days: flows.days, cents: Array.from(flows.cents, part) }, value: part(value) };
}

function sumOf(securities: readonly Sums[]): Sums {
  const sum = (name: Amount) => securities.reduce((total, security) => total.plus(security[name]), zero);
  return Object.fromEntries(amounts.map((name) => [name, sum(name)])) as Record<Amount, Decimal>;
}

function lineOf(sums: Sums, rated: readonly Rated[], all: Decimal, asOf: number): SummaryLine {
  const realized = sums.proceeds.plus(sums.income);
  const total = realized.plus(sums.fairValue);
  const flows = joinFlows(rated.map((item) => item.flows));
  const account = { flows, opening: null, closing: addUp(rated.map(({ value }) => value)) };
  return {
    ...sums,
    total,
    gain: total.minus(sums.invested),
    moic: multipleOnInvested({ realized, unrealized: sums.fairValue, invested: sums.invested }),
    grossRate: rated.length === 0 ? ok(null) : periodReturn({ from: null, to: asOf }, account),
    partOfFund: all.isZero() ? null : roundPercent(sums.fairValue.mul(hundred).div(all)),
  };
}

/** An investor's weights in each security: the commitments that aren't excused from its holding. */
export interface InvestorWeights {
  readonly investorId: string;
  readonly weights: ReadonlyMap<string, Decimal>;
}

/**
 * Computes each investor's share of the portfolio, by the commitments that invest in each security.
 *
 * The shares of all investors add up to the vehicle's figures exactly, each amount by largest remainder. Rates are those of the securities.
 *
 * Source: docs/calculations/allocation.md; docs/calculations/capital-account.md.
 * Fails:  NO_WEIGHTS, NO_POSITIVE_WEIGHT (a security in which nobody participates, with its id).
 */
export function investorSummaries(
  securities: readonly SecurityFigures[],
  investors: readonly InvestorWeights[],
  asOf: number,
  holdingId?: string,
): Result<ReadonlyMap<string, PortfolioSummary>, Failures> {
  const shared = securities.map((security) => {
    const weights = investors.map((investor) => investor.weights.get(security.id) ?? zero);
    const totalWeight = weights.reduce((total, weight) => total.plus(weight), zero);
    return Result.combine(amounts.map((name) => allocate(security[name], weights)))
      .mapErr((failures) =>
        failures.map((failure) => ({ ...failure, path: ['securities', security.id, ...failure.path] })),
      )
      .map((parts) =>
        weights.map((weight, i) => {
          const own = Object.fromEntries(
            zip(amounts, parts).map(([name, split]) => [name, required(split[i], 'the part of an investor')]),
          ) as Record<Amount, Decimal>;
          return { ...security, ...own, whole: asRated(security), weight, total: totalWeight };
        }),
      );
  });
  const combined = Result.combineWithAllErrors(shared);
  if (combined.isErr()) return err(combined.error.flat());
  return ok(
    new Map(
      investors.map(({ investorId }, i) => {
        const own = combined.value
          .map((parts) => required(parts[i], 'the part of an investor'))
          .filter(({ weight }) => !weight.isZero());
        return [
          investorId,
          summaryOf(own, ({ whole, weight, total }) => partOf(whole, weight, total), asOf, holdingId),
        ];
      }),
    ),
  );
}
