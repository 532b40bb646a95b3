import {
  type CalendarDate,
  defineFormula,
  firstFailure,
  type Recorder,
  type Decimal,
  dayNumber,
  type Failure,
  required,
  type Result,
  err,
  fail,
  ok,
  zero,
} from '@carrara/domain/kernel';
import {
  cashOfShare,
  type EntryShare,
  entryTypeRule,
  type EntryType,
  isContribution,
  type LedgerEntry,
} from '../ledger/index.ts';
import {
  centFlows,
  type InvestorMultiples,
  investorMultiples,
  type MultiplePolicy,
  moneyToCents,
  periodReturn,
} from '../return/index.ts';
import {
  type FigureName,
  figureNames,
  type Figures,
  type MoneyFigure,
  type MultipleFigure,
  type NotDetermined,
  blankFigures,
  type RateFigure,
} from './figures.ts';
import { unreportedShort, unsentShort } from './reasons.ts';
import type { ReportedFigure } from './reportedFigure.ts';

/** Cash of a date; positive if received. */
export interface Flow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The committed, called, distributed and remaining amounts of one or several commitments. */
export interface Capital {
  readonly commitment: Decimal;
  readonly called: Decimal;
  readonly excess: Decimal;
  readonly recallable: Decimal;
  readonly permanent: Decimal;
  readonly unfunded: Decimal;
  /** Excludes the unrealized gain. */
  readonly navOfEntries: Decimal;
  readonly unrealized: Decimal;
  /** Carry earned or accrued but not yet paid, as in row 103 of the Reporting Template: negative for those who bear it. */
  readonly carryOwed: Decimal;
  /** Rows 101 and 102: negative for those who receive it. */
  readonly carryPaid: Decimal;
  readonly flows: readonly Flow[];
  /** The price of a date's transfers that counts as cash, by its first entry. It is part of `called` or `permanent`, and zero between partners of the same sum. */
  readonly prices?: ReadonlyMap<string, Decimal>;
  /** Empty for a ledger. For reported capital (`reportedAccounts`), the sums that nobody reported and that aren't determined. */
  readonly unreported: ReadonlySet<UnreportedSum>;
  /** True for reported capital whose figures come from data transfers. */
  readonly isSent?: boolean;
  /** For reported capital, the reports that its sums come from. */
  readonly reports?: ReadonlyMap<ReportedSum, SumReports>;
}
export type ReportedSum = 'commitment' | 'contributions' | 'distributions' | 'unfunded';
/** The reports that a sum consists of. */
export interface SumReports {
  /** The date of the earliest. */
  readonly through: CalendarDate;
  /** Empty if they are unknown, for stored figures. */
  readonly figures: readonly ReportedFigure[];
}
/** `cash`: the sums are known, but not the dates of their cash. `operations`: the vehicle's income, expenses and carry owed. */
export type UnreportedSum = 'contributions' | 'distributions' | 'unfunded' | 'cash' | 'operations';

type Sum = 'called' | 'excess' | 'recallable' | 'permanent';

/** Accumulates shares one at a time. */
export class CapitalSum implements Capital {
  commitment = zero;
  called = zero;
  excess = zero;
  recallable = zero;
  permanent = zero;
  unfunded = zero;
  navOfEntries = zero;
  unrealized = zero;
  carryOwed = zero;
  carryPaid = zero;
  readonly flows: Flow[] = [];
  readonly unreported = new Set<UnreportedSum>();
  isSent = false;
  readonly prices = new Map<string, Decimal>();
  readonly reports = new Map<ReportedSum, SumReports>();
  #transferred = 0;

  share(entry: LedgerEntry, share: EntryShare): void {
    if (share.isPassed) {
      this.#passed(entry, share);
      return;
    }
    const rule = entryTypeRule(entry.type);
    const mirror = share.isMirror ? rule.mirror : undefined;
    const nav = rule.nav + (mirror?.nav ?? 0);
    const cash = rule.cash + (mirror?.cash ?? 0);
    const value = share.cost.isZero() ? share.amount : share.amount.minus(share.cost);
    if (nav !== 0) this.navOfEntries = nav > 0 ? this.navOfEntries.plus(value) : this.navOfEntries.minus(value);
    if (cash !== 0 && !share.amount.isZero()) this.#cash(entry, cash > 0 ? share.amount : share.amount.negated());
    if (!share.unfunded.isZero()) this.unfunded = this.unfunded.plus(share.unfunded);
    if (rule.mirror !== undefined) this.#carry(rule.rows, value);
  }

  /** Counts cash in the flows of the rate and in its amount at once, so that both have the same basis. */
  #cash({ type, isRecallable, effective: date }: LedgerEntry, amount: Decimal): void {
    this.flows.push({ date, amount });
    const sum = sumOf(type, isRecallable);
    this[sum] = sum === 'called' ? this[sum].minus(amount) : this[sum].plus(amount);
  }

  /** Adds a share passed by a transfer between partners. It affects returns and multiples but not ownership. */
  #passed(entry: LedgerEntry, share: EntryShare): void {
    const cash = cashOfShare(entry, share);
    if (entry.type !== 'TRANSFER') {
      this.#cash(entry, cash);
      return;
    }
    this.flows.push({ date: entry.effective, amount: cash });
    this.#price(required(share.passedBy, 'the date of a price'), cash);
  }

  #price(firstEntryId: string, cash: Decimal): void {
    const before = this.prices.get(firstEntryId) ?? zero;
    const after = before.plus(cash);
    this.prices.set(firstEntryId, after);
    this.permanent = this.permanent.plus(positive(after)).minus(positive(before));
    this.called = this.called.plus(positive(after.negated())).minus(positive(before.negated()));
  }

  /** Counts an entry from a data transfer, or the reversal of one (-1). While there are any, only the cash is known. */
  transferred(change: 1 | -1): void {
    this.#transferred += change;
    if (this.#transferred > 0) this.unreported.add('operations');
    else this.unreported.delete('operations');
  }

  #carry(rows: readonly { readonly row: number; readonly sign: number }[], value: Decimal): void {
    for (const { row, sign } of rows) {
      if (row === 97 || row === 98 || row === 101 || row === 102) {
        this.carryOwed = sign > 0 ? this.carryOwed.plus(value) : this.carryOwed.minus(value);
      }
      if (row === 101 || row === 102) {
        this.carryPaid = sign > 0 ? this.carryPaid.plus(value) : this.carryPaid.minus(value);
      }
    }
  }

  add(other: Capital): this {
    for (const name of sums) this[name] = this[name].plus(other[name]);
    for (const flow of other.flows) this.flows.push(flow);
    for (const unreported of other.unreported) this.unreported.add(unreported);
    this.isSent ||= other.isSent === true;
    for (const [name, { through, figures }] of other.reports ?? []) {
      const own = this.reports.get(name);
      this.reports.set(name, {
        through: own !== undefined && own.through < through ? own.through : through,
        figures: [...(own?.figures ?? []), ...figures],
      });
    }
    for (const [firstEntryId, cash] of other.prices ?? []) {
      // Both sums already include it, so only subtract the part that cancels out.
      this.permanent = this.permanent.minus(positive(cash));
      this.called = this.called.minus(positive(cash.negated()));
      this.#price(firstEntryId, cash);
    }
    return this;
  }
}

const sums = [
  'commitment',
  'called',
  'excess',
  'recallable',
  'permanent',
  'unfunded',
  'navOfEntries',
  'unrealized',
  'carryOwed',
  'carryPaid',
] as const;

const positive = (amount: Decimal): Decimal => (amount.gt(0) ? amount : zero);

/** Returns the amount that cash of a type belongs to. Carry paid to the GP is a distribution, and carry that it returned is paid in. */
function sumOf(type: EntryType, isRecallable: boolean): Sum {
  if (!isContribution(type)) return isRecallable ? 'recallable' : 'permanent';
  return type.startsWith('EXCESS-') ? 'excess' : 'called';
}

export const netAssetValue = (capital: Capital): Decimal => capital.navOfEntries.plus(capital.unrealized);

export const navFormula = defineFormula({
  id: 'performance.nav',
  text: 'NAV = sum of the entries by the sign rule + unrealized gain',
  inputs: { entries: 'money', unrealized: 'money' },
  result: 'money',
  source: 'docs/calculations/vehicle-ledger.md; ILPA Reporting Template 2025, row 95',
});

/** The options for computing figures of capital. */
export interface MeasureOptions {
  readonly end: CalendarDate;
  readonly policy: MultiplePolicy;
  readonly nav: Result<Decimal, Failure>;
  /** The NAV for rate and multiples, if it differs from the NAV of entries and gains. */
  readonly measuredNav?: Result<Decimal, Failure>;
  /** ROLLED_FORWARD: the date for which the NAV was reported. */
  readonly rolledForwardFrom?: CalendarDate | null;
  /** Reported returns. They replace the computed ones. */
  readonly returns?: { readonly irr?: Decimal; readonly tvpi?: Decimal; readonly dpi?: Decimal };
}

/**
 * Computes the figures of a capital account at a quarter end: its sums, its net rate of return since inception and its multiples.
 *
 *     NAV before carry = NAV - carry owed;  net IRR of the cash and the NAV, both after carry
 *
 * For reported capital, figures that nobody reported aren't determined, nor are figures that depend on them.
 *
 * `measured` is the capital for rate and multiples if it is only a part: a vehicle uses the commitments that pay fees.
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function capitalFigures(
  capital: Capital,
  how: MeasureOptions,
  measured: Capital = capital,
  explain?: Recorder,
): Figures {
  const { notDetermined, note } = notes(capital.isSent ? asNotSent : undefined);
  const nav = note(['nav', 'navBeforeCarry'], how.nav);
  const measuredNav = how.measuredNav ?? how.nav.map(() => netAssetValue(measured));
  const { called, excess, recallable, permanent, commitment, navOfEntries, unrealized } = measured;
  const totals = { called, excess, recallable, permanent, nav: measuredNav, commitment, policy: how.policy };
  const { returns = {} } = how;
  const multiples = reportedMultiples(investorMultiples(totals, explain), measured, how);
  if (measuredNav.isOk() && measuredNav.value.eq(netAssetValue(measured)))
    explain?.record(['nav'], navFormula, { entries: navOfEntries, unrealized }, measuredNav.value);
  const rate = netRate(measured, measuredNav, how.end);
  const { unreported } = capital;
  const operation = (amount: Decimal) => reported(unreported, 'operations', amount);
  return {
    ...blankFigures,
    commitment: capital.commitment,
    contributions: note(['contributions'], reported(unreported, 'contributions', capital.called.minus(capital.excess))),
    distributions: note(
      ['distributions'],
      reported(unreported, 'distributions', capital.permanent.plus(capital.recallable)),
    ),
    // Nobody reports which distributions are recallable.
    recallable: unreported.has('cash') ? null : capital.recallable,
    unfunded: note(['unfunded'], reported(unreported, 'unfunded', capital.unfunded)),
    nav,
    navBeforeCarry: nav === null ? null : note(['navBeforeCarry'], operation(nav.minus(capital.carryOwed))),
    carryPaid: note(['carryPaid'], operation(capital.carryPaid)),
    unrealized: note(['unrealized'], operation(capital.unrealized)),
    irr: returns.irr ?? note(['irr'], rate)?.rate ?? null,
    // Unknown for a reported rate.
    irrAnnualized: returns.irr === undefined && rate.isOk() ? (rate.value?.annualized ?? null) : null,
    dpi: note(['dpi'], multiples.dpi),
    rvpi: note(['rvpi'], multiples.rvpi),
    tvpi: note(['tvpi'], multiples.tvpi),
    pic: note(['pic'], multiples.pic),
    rolledForwardFrom: how.rolledForwardFrom ?? null,
    reportedThrough: reportedThrough(capital, how.end),
    notDetermined,
  };
}

/** Returns the earliest date of the reports that the sums of cash come from, if it is before the quarter end. */
function reportedThrough({ reports }: Capital, end: CalendarDate): CalendarDate | null {
  const dates = (['contributions', 'distributions', 'unfunded'] as const).flatMap(
    (name) => reports?.get(name)?.through ?? [],
  );
  return dates.filter((date) => date < end).sort()[0] ?? null;
}

/** Returns a sum, or a failure if nobody reported it. */
const reported = <T>(unreported: ReadonlySet<UnreportedSum>, name: UnreportedSum, value: T): Result<T, Failure> =>
  unreported.has(name) ? err(notReported(name)) : ok(value);

const unreportedTexts: Readonly<Record<UnreportedSum, string>> = {
  contributions: 'Contributions were not reported for this fund.',
  distributions: 'Distributions were not reported for this fund.',
  unfunded: 'The unfunded commitment was not reported for this fund.',
  cash: 'No cash flows or rate were reported, so there is no IRR.',
  operations: unreportedShort,
};
const recallableUnreported = 'Recallable distributions were not reported for this fund.';
/** Returns the failure for a figure that depends on something nobody reported. */
export const notReported = (name: UnreportedSum) => fail('NOT_REPORTED', [name], unreportedTexts[name]);

/** Returns the reported multiples. The others are computed if everything they depend on was reported. */
function reportedMultiples(
  multiples: Pick<InvestorMultiples, MultipleFigureOfCapital>,
  { unreported }: Capital,
  { returns = {}, policy }: MeasureOptions,
): Pick<InvestorMultiples, MultipleFigureOfCapital> {
  const multiple = (name: MultipleFigureOfCapital) => {
    const missing = inputsOf(name, policy).find((input) => unreported.has(input));
    const reportedReturn = name === 'tvpi' || name === 'dpi' ? returns[name] : undefined;
    if (reportedReturn !== undefined) return ok(reportedReturn);
    if (missing === undefined) return multiples[name];
    return err(missing === 'cash' ? fail('NOT_REPORTED', [name], recallableUnreported) : notReported(missing));
  };
  return { dpi: multiple('dpi'), rvpi: multiple('rvpi'), tvpi: multiple('tvpi'), pic: multiple('pic') };
}

/** The sums that figures need. */
const inputs: Readonly<Partial<Record<FigureName, readonly UnreportedSum[]>>> = {
  contributions: ['contributions'],
  distributions: ['distributions'],
  unfunded: ['unfunded'],
  recallable: ['cash'],
  irr: ['cash'],
  navBeforeCarry: ['operations'],
  carryPaid: ['operations'],
  unrealized: ['operations'],
  dpi: ['contributions', 'distributions'],
  rvpi: ['contributions'],
  tvpi: ['contributions', 'distributions'],
  pic: ['contributions'],
};
const multipleNames: ReadonlySet<string> = new Set(['dpi', 'rvpi', 'tvpi', 'pic']);
/** Returns the sums that a figure needs. NETTED subtracts recallable distributions, which nobody reports. */
const inputsOf = (name: FigureName, policy: MultiplePolicy): readonly UnreportedSum[] => [
  ...(inputs[name] ?? []),
  ...(policy === 'NETTED' && multipleNames.has(name) ? (['cash'] as const) : []),
];

/** Returns the figures that aren't determined without sums that nobody reported, unless they were reported themselves. */
export const unreportedFigures = (
  unreported: ReadonlySet<UnreportedSum>,
  policy: MultiplePolicy,
): readonly FigureName[] =>
  unreported.size === 0
    ? []
    : figureNames.filter((name) => inputsOf(name, policy).some((input) => unreported.has(input)));

const amountTitles = {
  contributions: 'Contributions',
  distributions: 'Distributions',
  cash: 'Recallable distributions',
};

/** Returns the titles of the amounts of multiples that nobody reported. */
export const missingAmounts = (unreported: ReadonlySet<UnreportedSum>, policy: MultiplePolicy): readonly string[] =>
  inputsOf('tvpi', policy).flatMap((input) =>
    unreported.has(input) && input in amountTitles ? [amountTitles[input as keyof typeof amountTitles]] : [],
  );

type MultipleFigureOfCapital = 'dpi' | 'rvpi' | 'tvpi' | 'pic';

function netRate({ flows, unreported }: Capital, nav: Result<Decimal, Failure>, end: CalendarDate) {
  if (unreported.has('cash')) return err(notReported('cash'));
  if (nav.isErr()) return err(nav.error);
  // Before the first cash, a rate doesn't apply.
  if (nav.value.isZero() && !hasCash(flows)) return ok(null);
  return rateUntil(flows, nav.value, end);
}

/** Returns true if cash moved on any date. Cash reversed on its own date never moved. */
export function hasCash(flows: readonly Flow[]): boolean {
  const byDay = new Map<CalendarDate, Decimal>();
  for (const { date, amount } of flows) byDay.set(date, (byDay.get(date) ?? zero).plus(amount));
  return [...byDay.values()].some((amount) => !amount.isZero());
}

/** Returns the account of a commitment. */
export const requireCapital = <C extends Capital>(accounts: ReadonlyMap<string, C>, id: string): C =>
  required(accounts.get(id), 'the account of a commitment');

/** Returns true if anything was ever committed or paid. */
export const hasCapital = ({ commitment, flows }: Pick<Capital, 'commitment' | 'flows'>): boolean =>
  !commitment.isZero() || hasCash(flows);

/** Computes the money-weighted return of cash since inception and the final value. */
export function rateUntil(flows: readonly Flow[], value: Decimal, end: CalendarDate) {
  const account = { flows: centFlows(flows), opening: null, closing: moneyToCents(value) };
  return periodReturn({ from: null, to: dayNumber(end) }, account).mapErr(firstFailure);
}

type Named = MultipleFigure | RateFigure | MoneyFigure;

/** Replaces the reason of figures that weren't reported by the one of figures that a data transfer doesn't include. */
const asNotSent = (failure: Failure): Failure =>
  failure.code === 'NOT_REPORTED' ? { ...failure, detail: unsentShort } : failure;

/** Collects the reasons why figures aren't determined, in the order of the calls. */
export function notes(reasonOf: (failure: Failure) => Failure = (failure) => failure) {
  const notDetermined: NotDetermined[] = [];
  const note = <T>(fields: readonly Named[], figure: Result<T | null, Failure>): T | null => {
    if (figure.isOk()) return figure.value;
    const { code, detail: message } = reasonOf(figure.error);
    for (const field of fields) notDetermined.push({ field, code, message });
    return null;
  };
  return { notDetermined, note };
}
