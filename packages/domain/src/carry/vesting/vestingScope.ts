import { allocate } from '../../kernel/apportionment/index.ts';
import { type CalendarDate, type Decimal, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { countedParts, investedIn, type VestingPosition } from './vestedShare.ts';

/** The parts of a source that selection needs: its kind and its holder. */
export interface ScopedSource {
  readonly id: string;
  readonly kind: string;
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
}

/** Selects sources. Omitted fields don't restrict the selection. The all-zero id as a fund selects the coinvestments. */
export interface SourceScope {
  readonly fundId?: string | undefined;
  readonly investmentId?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

const allCoinvestments = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the selected sources: for an investment, its parts and tranches; for a fund, its own profile or, without one, the sources below it.
 *
 * Source: docs/calculations/vesting.md.
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

/** A source with the amount it has paid so far. */
export interface PaidSource extends Omit<VestingPosition, 'schedule'> {
  readonly currency: string | null;
  readonly carryAmount: Decimal;
}

/**
 * Returns the carry of each source. This is the amount paid so far, or its part of an amount for all sources, split by invested amount.
 *
 * Source: docs/calculations/vesting.md.
 * Fails:  MIXED_CURRENCIES (an amount for sources of several), and as `allocate`.
 */
export function carryOfSources(
  sources: readonly PaidSource[],
  override: Decimal | undefined,
  on: CalendarDate,
): Result<readonly Decimal[], Failures> {
  if (override === undefined) return ok(sources.map(({ carryAmount }) => carryAmount));
  if (sources.length <= 1) return ok(sources.map(() => override));
  if (new Set(sources.map(({ currency }) => currency)).size > 1) {
    const text = 'The sources have several currencies. Choose the fund or coinvestment of the carry amount.';
    return err([fail('MIXED_CURRENCIES', ['carryAmount'], text)]);
  }
  return allocate(
    override,
    sources.map((source) => investedIn(countedParts(source, on))),
  );
}
