import { type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { type Capital, CapitalSum, hasCapital, hasCash } from './capital.ts';
import { isBefore } from './isBefore.ts';
import { lastSaid, type ReportedFigure, type ReportedName, reportedUntil, saidOf } from './reported.ts';

/** What is of its day alone. */
const ratios = ['irr', 'tvpi', 'dpi'] as const satisfies readonly ReportedName[];
/** By the rules before version 5 a vehicle of which only others were reported had its ledger's sums: nothing. */
const besideValues: ReadonlySet<ReportedName> = new Set([
  'commitment',
  'contributions',
  'distributions',
  'unfunded',
  ...ratios,
]);

/** Returns that were said of somebody for a quarter end: the rate a fraction. */
export type SaidReturns = { readonly [F in (typeof ratios)[number]]?: Decimal };

/** What others said of a vehicle whose ledger has no cash. */
export interface ReportedAccounts {
  /** Each commitment as it was reported; `unsaid` of each is what nobody said. */
  readonly accounts: ReadonlyMap<string, Capital>;
  /** Of the vehicle: what was said of it as a whole, else the sum of these. */
  readonly vehicle: Capital;
  /** Of each commitment, and of the vehicle (null); none where nobody said any. */
  readonly returns: ReadonlyMap<string | null, SaidReturns>;
}

/**
 * The accounts of a vehicle on the basis REPORTED as they were reported: undefined where its ledger has any cash, which then stands alone, and where
 * nobody said anything of it.
 *
 *     contributions, distributions, commitment, unfunded = the last that was said until the quarter end;  IRR, TVPI, DPI = what was said for that day
 *
 * What is said of the vehicle is that of its only commitment too, and the other way round, the last of either. What nobody said is not determined, never zero; only the
 * commitment is then that of the ledger.
 *
 * Units:  the vehicle's currency, whole cents; rates fractions.
 * Source: performance sections 1 and 5; docs/calculations/vehicle-ledger.md.
 * Fails:  never.
 */
export function reportedAccounts(
  {
    navBasis,
    reported = [],
    rules,
  }: {
    readonly navBasis: 'LEDGER' | 'REPORTED';
    readonly reported?: readonly ReportedFigure[];
    readonly rules?: number | undefined;
  },
  accounts: ReadonlyMap<string, Capital>,
  end: CalendarDate,
): ReportedAccounts | undefined {
  if (navBasis !== 'REPORTED') return undefined;
  // A data transfer brings all cash beside its values: where it brings none, there was none.
  const counting = reportedUntil(reported, end).filter(
    ({ figure, source }) => besideValues.has(figure) || (!isBefore(rules, 5) && source?.kind !== 'TRANSFER'),
  );
  if (counting.length === 0 || [...accounts.values()].some(({ flows }) => hasCash(flows))) return undefined;
  const named = new Set(counting.map(({ commitmentId }) => commitmentId));
  const having = [...accounts].filter(([id, account]) => hasCapital(account) || named.has(id)).map(([id]) => id);
  const only = having.length === 1 ? having[0]! : undefined;
  /** Of the vehicle (null) or a commitment; where there is but one of these, what was said of either. */
  const said = (of: string | null, figure: ReportedName, from: CalendarDate | null = null): Decimal | undefined => {
    const told = counting.filter((one) => one.figure === figure && (from === null || one.date >= from));
    return lastSaid(saidOf(told, of, only, rules))?.value;
  };
  const accountOf = (id: string, ledger: Capital): Capital => {
    const account = new CapitalSum().add(ledger);
    account.unsaid.add('cash');
    if (!isBefore(rules, 4)) account.unsaid.add('operations');
    account.commitment = said(id, 'commitment') ?? ledger.commitment;
    account.called = zero;
    account.permanent = zero;
    account.unfunded = zero;
    for (const [name, sum] of told) {
      const value = said(id, name);
      if (value === undefined) account.unsaid.add(name);
      else account[sum] = value;
    }
    return account;
  };
  const known = new Map(
    [...accounts].map(([id, account]) => [id, having.includes(id) ? accountOf(id, account) : account]),
  );
  const vehicle = [...known.values()].reduce<CapitalSum>((sum, one) => sum.add(one), new CapitalSum());
  vehicle.commitment = said(null, 'commitment') ?? vehicle.commitment;
  for (const [name, sum] of told) {
    const value = said(null, name);
    if (value === undefined) continue;
    vehicle[sum] = value;
    vehicle.unsaid.delete(name);
  }
  const returnsOf = (of: string | null): SaidReturns =>
    Object.fromEntries(
      ratios.flatMap((name) => {
        const value = said(of, name, end);
        return value === undefined ? [] : [[name, name === 'irr' ? value.div(100) : value]];
      }),
    );
  return {
    accounts: known,
    vehicle,
    returns: new Map([null, ...accounts.keys()].map((id) => [id, returnsOf(id)])),
  };
}

/** Where an account has what was said; it has no excess and nothing recallable, of which nobody says anything. */
const told = [
  ['contributions', 'called'],
  ['distributions', 'permanent'],
  ['unfunded', 'unfunded'],
] as const;

/** What was said of a vehicle; where a single commitment is measured, what was said of that. */
export const vehicleReturns = (reported: ReportedAccounts | undefined, measured: readonly string[]): SaidReturns => ({
  ...(measured.length === 1 ? reported?.returns.get(measured[0]!) : {}),
  ...reported?.returns.get(null),
});

/** What was said of a commitment is its investor's own only where that never had another in the currency. */
export function investorReturns(
  held: readonly { readonly capital: Capital; readonly returns: SaidReturns | undefined }[],
): SaidReturns {
  const having = held.filter(
    ({ capital }) => hasCapital(capital) || !capital.called.isZero() || !capital.permanent.isZero(),
  );
  return having.length === 1 ? (having[0]?.returns ?? {}) : {};
}
