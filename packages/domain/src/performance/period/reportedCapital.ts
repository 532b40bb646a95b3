import { type CalendarDate, type Decimal, hundred, numberText, zero } from '@carrara/domain/kernel';
import type { Source } from '../ledger/index.ts';
import { type Capital, CapitalSum, hasCapital, hasCash } from './capital.ts';
import type { Figures } from './figures.ts';
import { reportedForFundOnly } from './reasons.ts';
import { lastReported, reportedUntil, latestReported } from './reportedNav.ts';
import type { ReportedFigure, ReportedName } from './reportedFigure.ts';

/** Figures that count only for their own date. */
const ratios = ['irr', 'tvpi', 'dpi'] as const satisfies readonly ReportedName[];
/** The returns reported for a quarter end, with the rate as a fraction. */
export type ReportedReturns = { readonly [F in (typeof ratios)[number]]?: Decimal } & {
  /** The reports that they come from, if known. For each figure, the first counts. */
  readonly reports?: readonly ReportedFigure[];
};

/** The reported figures of a vehicle whose ledger has no cash. */
export interface ReportedAccounts {
  /** Each commitment's reported capital. `unreported` lists the figures that nobody reported. */
  readonly accounts: ReadonlyMap<string, Capital>;
  /** The vehicle's capital: the figures reported for it as a whole, otherwise the sum of the commitments. */
  readonly vehicle: Capital;
  /** The returns of each commitment and of the vehicle (null), if any were reported. */
  readonly returns: ReadonlyMap<string | null, ReportedReturns>;
}

/** A change of a commitment with the quarter that shows it and its source, such as a data transfer. */
interface SourcedEvent {
  readonly id: string;
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
  readonly source?: Source | null;
}

/**
 * Returns the reported accounts of a vehicle on the basis REPORTED. Undefined if its ledger has any cash, which then takes precedence.
 *
 *     contributions, distributions, commitment, unfunded = the latest report through the quarter end;  IRR, TVPI, DPI = the report for that date
 *
 * A vehicle with a single commitment uses the latest report of either. Unreported figures aren't determined, never zero, except that the commitment
 * then comes from the ledger. The same applies before the first report. A data transfer sends earlier NAVs without cash flows, so a quarter without cash
 * here may have had some.
 *
 * Units:  the vehicle's currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never.
 */
export function reportedAccounts(
  {
    navBasis,
    reported = [],
    events,
  }: {
    readonly navBasis: 'LEDGER' | 'REPORTED';
    readonly reported?: readonly ReportedFigure[];
    readonly events: readonly SourcedEvent[];
  },
  accounts: ReadonlyMap<string, Capital>,
  end: CalendarDate,
): ReportedAccounts | undefined {
  if (navBasis !== 'REPORTED' || [...accounts.values()].some(({ flows }) => hasCash(flows))) return undefined;
  const counting = reportedUntil(reported, end);
  const changes = events.filter(({ booked }) => booked <= end);
  const reversed = new Set(changes.map(({ reversalOf }) => reversalOf));
  const effectiveChanges = changes.filter(({ id, reversalOf }) => reversalOf === null && !reversed.has(id));
  const isSent = [...counting, ...effectiveChanges].some(({ source }) => source?.kind === 'TRANSFER');
  const named = new Set(counting.map(({ commitmentId }) => commitmentId));
  const having = [...accounts].filter(([id, account]) => hasCapital(account) || named.has(id)).map(([id]) => id);
  const [only] = having.length === 1 ? having : [];
  /** Returns a figure reported for the vehicle (null) or a commitment. With a single commitment, reports of either count. */
  const reportOf = (commitmentId: string | null, figure: ReportedName): ReportedFigure | undefined => {
    const matching = counting.filter((reportedFigure) => reportedFigure.figure === figure);
    return lastReported(latestReported(matching, commitmentId, only));
  };
  const accountOf = (id: string, ledger: Capital): Capital => {
    const account = new CapitalSum().add(ledger);
    account.unreported.add('cash');
    account.unreported.add('operations');
    account.isSent = isSent;
    const commitment = reportOf(id, 'commitment');
    account.commitment = commitment?.value ?? ledger.commitment;
    if (commitment !== undefined) account.reports.set('commitment', reportsOf(commitment));
    account.called = zero;
    account.permanent = zero;
    account.unfunded = zero;
    for (const [name, sum] of pairs) {
      const report = reportOf(id, name);
      if (report === undefined) account.unreported.add(name);
      else {
        account[sum] = report.value;
        account.reports.set(name, reportsOf(report));
      }
    }
    return account;
  };
  const capitalById = new Map(
    [...accounts].map(([id, account]) => [id, having.includes(id) ? accountOf(id, account) : account]),
  );
  const vehicle = [...capitalById.values()].reduce<CapitalSum>((sum, capital) => sum.add(capital), new CapitalSum());
  for (const [name, sum] of [['commitment', 'commitment'] as const, ...pairs]) {
    const report = reportOf(null, name);
    if (report === undefined) continue;
    vehicle[sum] = report.value;
    vehicle.reports.set(name, reportsOf(report));
    if (name !== 'commitment') vehicle.unreported.delete(name);
  }
  const returnsOf = (commitmentId: string | null) => returnsOn(latestReported(counting, commitmentId, only), end);
  return {
    accounts: capitalById,
    vehicle,
    returns: new Map([null, ...accounts.keys()].map((id) => [id, returnsOf(id)])),
  };
}

const reportsOf = (report: ReportedFigure) => ({ through: report.date, figures: [report] });

/** The fields of an account for the reported figures. Excess and recallable amounts are never reported. */
const pairs = [
  ['contributions', 'called'],
  ['distributions', 'permanent'],
  ['unfunded', 'unfunded'],
] as const;

/** Returns the returns that count at a quarter end among the counting reports of a subject. */
function returnsOn(counting: readonly ReportedFigure[], end: CalendarDate): ReportedReturns {
  const reports = ratios.flatMap((name) => counting.find(({ figure, date }) => figure === name && date === end) ?? []);
  const values = reports.map(({ figure, value }) => [figure, figure === 'irr' ? value.div(hundred) : value]);
  const returns = Object.fromEntries(values) as Omit<ReportedReturns, 'reports'>;
  return reports.length === 0 ? {} : { ...returns, reports };
}

/** Returns the returns that were reported for a vehicle as a whole at a quarter end. */
export const vehicleReturnsAt = (reported: readonly ReportedFigure[], end: CalendarDate): ReportedReturns =>
  returnsOn(
    reportedUntil(reported, end).filter(({ commitmentId }) => commitmentId === null),
    end,
  );

/**
 * Returns a vehicle's reported returns for the measured commitments. Figures reported for the vehicle as a whole count if all partners are
 * measured. Those of a commitment count if it is the only one measured.
 */
export function vehicleReturns(
  reported: ReportedAccounts | undefined,
  measured: readonly string[],
  coversAllPartners: boolean,
): ReportedReturns {
  const [only] = measured.length === 1 ? measured : [];
  const own = only === undefined ? undefined : reported?.returns.get(only);
  const whole = coversAllPartners ? reported?.returns.get(null) : undefined;
  return { ...own, ...whole, reports: [...(whole?.reports ?? []), ...(own?.reports ?? [])] };
}

/** Adds the returns reported for the vehicle to the reasons why returns of some partners aren't determined. */
export const notingVehicleReturns = (figures: Figures, whole: ReportedReturns = {}): Figures => ({
  ...figures,
  notDetermined: figures.notDetermined.map((reason) => {
    const report = whole.reports?.find(({ figure }) => figure === reason.field);
    if (report === undefined || reason.code !== 'NOT_REPORTED') return reason;
    const value = `${numberText(report.value)}${report.figure === 'irr' ? '%' : 'x'}`;
    return { ...reason, message: reportedForFundOnly(value) };
  }),
});

/** Returns an investor's reported returns. A commitment's report counts only if the investor never had another commitment in the currency. */
export function investorReturns(
  positions: readonly { readonly capital: Capital; readonly returns: ReportedReturns | undefined }[],
): ReportedReturns {
  const having = positions.filter(
    ({ capital }) => hasCapital(capital) || !capital.called.isZero() || !capital.permanent.isZero(),
  );
  return having.length === 1 ? (having[0]?.returns ?? {}) : {};
}
