import { allocate } from '../../kernel/apportionment/index.ts';
import { type CalendarDate, type Decimal, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { countedParts, investedIn, type VestingPosition } from './vestedShare.ts';

/** A source as far as it is asked about: what it is, and what holds it. */
export interface ScopedSource {
  readonly id: string;
  readonly kind: string;
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
}

/** Which sources a person asks about; what is left out does not narrow. The all-zero id as a fund stands for the coinvestments. */
export interface SourceScope {
  readonly fundId?: string | undefined;
  readonly investmentId?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

const allCoinvestments = '00000000-0000-0000-0000-000000000000';

/**
 * The sources that are asked about: of an investment its parts and tranches; of a fund its own profile, or else what is below it.
 *
 * Source: calculations section 4.
 */
export function sourcesInScope<S extends ScopedSource>(
  sources: readonly S[],
  { fundId, investmentId, kinds }: SourceScope,
): readonly S[] {
  const isOfFund = ({ fundId: fund, coinvestmentId }: S) =>
    fundId === allCoinvestments ? coinvestmentId !== null : [fund, coinvestmentId].includes(fundId ?? null);
  const found = sources.filter(
    (source) =>
      (!investmentId || source.investmentId === investmentId || source.id === investmentId) &&
      (!fundId || isOfFund(source)) &&
      (kinds === undefined || kinds.includes(source.kind)),
  );
  if (kinds !== undefined || investmentId || !fundId) return found;
  const own = found.filter(({ id }) => id === fundId);
  return own.length > 0 ? own : found;
}

/** A source with what it has paid so far. */
export interface PaidSource extends Omit<VestingPosition, 'schedule'> {
  readonly currency: string | null;
  readonly carryAmount: Decimal;
}

/**
 * What each source counts with: what it has paid so far, or its part of an amount that is given for all of them, split by what they invested.
 *
 * Source: calculations section 4.
 * Fails:  MIXED_CURRENCIES (an amount for sources of several), and as `allocate`.
 */
export function carryOfSources(
  sources: readonly PaidSource[],
  given: Decimal | undefined,
  on: CalendarDate,
): Result<readonly Decimal[], Failures> {
  if (given === undefined) return ok(sources.map(({ carryAmount }) => carryAmount));
  if (sources.length <= 1) return ok(sources.map(() => given));
  if (new Set(sources.map(({ currency }) => currency)).size > 1) {
    const text = 'The sources are in several currencies: choose the fund or coinvestment that the carry amount is of.';
    return err([fail('MIXED_CURRENCIES', ['carryAmount'], text)]);
  }
  return allocate(
    given,
    sources.map((source) => investedIn(countedParts(source, on))),
  );
}
