import {
  type CalendarDate,
  type Decimal,
  decimal,
  displayedDate,
  groupBy,
  numberText,
  roundTo,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import {
  initialCloseWarning,
  type CommitmentEvent,
  eventAmount,
  implausibleChangeText,
  quarterEnd,
  withoutReversed,
} from '../ledger/index.ts';
import { type ReportedFigure, reportedFigures, type ReportedName } from './reportedFigure.ts';

type Entered = Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'value'>;
type Values = Readonly<Partial<Record<ReportedName, Decimal>>>;

/** The parts of a vehicle that reported figures are compared with. */
export interface ReportedFacts {
  readonly events: readonly CommitmentEvent[];
  /** The vehicle's initial close. Null or absent if it has none. */
  readonly firstClose?: CalendarDate | null;
  /** On REPORTED, the ledger doesn't have the commitments of all partners. */
  readonly navBasis?: 'LEDGER' | 'REPORTED';
  readonly commitments?: readonly { readonly id: string; readonly isGp?: boolean }[];
  /** Returns the NAV of the vehicle (null) or of a commitment by its own ledger, if that determines it on the date. */
  readonly navOfLedger?: (commitmentId: string | null, date: CalendarDate) => Decimal | undefined;
  /** Returns the figure of a locked quarter that a report differs from, if any. */
  readonly lockedFigure?: (report: Entered) => Decimal | undefined;
}

/** A warning about an entered figure. */
export interface ReportedWarning<T> {
  readonly entered: T;
  readonly text: string;
}

/** A higher net IRR is probably an amount, or a return of a few days that was annualized. Units: percent. */
const MOST_IRR = 1000;
/** Units: percent. */
const TOTAL_LOSS = -100;
/** Multiples are published with at least two and at most four decimals. */
const FEWEST_DECIMALS = 2;
const MOST_DECIMALS = 4;

/** Rounds a computed multiple to the decimals of the reported one. */
const roundedLike = (reported: Decimal, computed: Decimal): Decimal =>
  roundTo(computed, Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, reported.decimalPlaces())));
const ties = (reported: Decimal, computed: Decimal): boolean =>
  roundedLike(reported, computed).eq(roundTo(reported, MOST_DECIMALS));

/**
 * Returns the TVPI that the sums of a date determine, or undefined if one of them is missing or nothing was paid in.
 *
 *     TVPI = (distributions + NAV) / contributions
 */
const tvpiOfSums = ({ contributions, distributions, nav }: Values): Decimal | undefined =>
  contributions?.gt(0) && distributions && nav ? distributions.plus(nav).div(contributions) : undefined;

/** Compares the TVPI of a date with the sums of that date, half away from zero. Undefined if a figure is missing. */
export function isTvpiTied(values: Values): boolean | undefined {
  const computed = tvpiOfSums(values);
  return values.tvpi && computed && ties(values.tvpi, computed);
}

/**
 * Returns warnings about figures that contradict others of their subject and date, or facts of the vehicle. They are stored as reported, because a
 * manager may report them, but are probably typos. `counting` are the other figures that count.
 *
 *     DPI = distributions / contributions;  TVPI = (distributions + NAV) / contributions;  unfunded <= commitment
 *
 * Contributions and distributions are totals since inception, so they don't fall from one date to the next. A reported commitment is the ledger's, and
 * a partner has no NAV before its commitment. DPI is at most TVPI, unless NAV is negative. A value isn't below a
 * tenth of, or above ten times, the one that it replaces. The same is true for a NAV or a commitment and the one
 * before it, and for a NAV and the ledger's. Nor is it negative if that one is positive. Of a vehicle with a single
 * commitment, the figures of both are compared. Net IRR has the sign of TVPI - 1. NAV before carry isn't below NAV,
 * except for a general partner, to which carry is owed. The NAVs of the partners don't add up to more than the
 * vehicle's. A multiple of a quarter end is also compared with the amounts that are displayed next to it, which may
 * come from earlier reports. An amount for a locked quarter is the one that it was locked with.
 *
 * Source: docs/calculations/multiples.md.
 */
export function reportedWarnings<T extends Entered>(
  entered: readonly T[],
  counting: readonly Entered[],
  facts: ReportedFacts,
): readonly ReportedWarning<T>[] {
  const subjectOf = ({ commitmentId, date }: Entered) => `${commitmentId ?? ''} ${date}`;
  const before = groupBy(counting, subjectOf);
  const together = groupBy(entered, subjectOf);
  const only = onlyCommitment(facts);
  return [...together].flatMap(([subject, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const isWhole = first.commitmentId === null;
    const same = isWhole ? only : first.commitmentId === only ? null : undefined;
    const other = same === undefined ? '' : subjectOf({ ...first, commitmentId: same });
    const all = [
      ...(before.get(other) ?? []),
      ...(before.get(subject) ?? []),
      // Contradictions between figures entered together are warnings about the vehicle only.
      ...(isWhole ? (together.get(other) ?? []) : []),
      ...own,
    ];
    const values: Values = Object.fromEntries(all.map(({ figure, value }) => [figure, value]));
    const { firstClose = null } = facts;
    const early = initialCloseWarning('The figures are', first.date, firstClose).map((text) => ({
      entered: first,
      text,
    }));
    const inLedger = committed(facts, first);
    const isOfSubject = ({ commitmentId }: Entered) =>
      commitmentId === first.commitmentId || (same !== undefined && commitmentId === same);
    const found = [
      ...contradictions(values, values.commitment ?? inLedger ?? vehicleCommitment(facts, first, counting)),
      ...contradictionsOfCarry(values, facts, first),
      ...contradictionsOfEarlier(values, [...counting, ...entered].filter(isOfSubject), first),
      ...(only === undefined ? excessiveSum(own, counting, entered) : []),
      ...fallingTotals(own, [...counting, ...entered]),
      ...implausibleChanges(own, counting, entered, facts),
      ...contradictionsOfLedger(values, inLedger, facts, first),
      ...contradictionsOfLock(own, facts),
    ].flatMap(({ about, text }) => {
      const figure = about.map((name) => own.find((item) => item.figure === name)).find((item) => item !== undefined);
      return figure === undefined ? [] : [{ entered: figure, text }];
    });
    return [...early, ...found];
  });
}

/** Returns the commitment of a vehicle that never had another one. */
function onlyCommitment({ events }: ReportedFacts): string | undefined {
  const [only, ...others] = new Set(withoutReversed(events).map(({ commitmentId }) => commitmentId));
  return others.length === 0 ? only : undefined;
}

/** Returns totals since inception that are lower than those of the date before. */
const fallingTotals = (own: readonly Entered[], all: readonly Entered[]): readonly Contradiction[] =>
  own.flatMap(({ commitmentId, figure, date, value }) => {
    if (figure !== 'contributions' && figure !== 'distributions') return [];
    const [before] = all
      .filter((other) => other.commitmentId === commitmentId && other.figure === figure && other.date < date)
      .toSorted((a, b) => (a.date > b.date ? -1 : 1));
    return before?.value.gt(value)
      ? [
          {
            about: [figure],
            text: `${titleOf(figure)} are ${spokenMoney(value)}, less than ${spokenMoney(before.value)} on ${displayedDate(before.date)}. They are totals since inception.`,
          },
        ]
      : [];
  });

/** The figures that don't change much from one date to the next. */
const steady: ReadonlySet<ReportedName> = new Set(['nav', 'navBeforeCarry', 'commitment']);

/** A value that an entered one is compared with. */
interface Comparable {
  readonly value: Decimal;
  readonly origin: string;
}

/**
 * Returns values that differ by a large factor, or in their sign, from the value that they replace. Steady figures are also compared with the
 * previous value, and a NAV with the ledger's.
 */
const implausibleChanges = (
  own: readonly Entered[],
  counting: readonly Entered[],
  entered: readonly Entered[],
  { navOfLedger }: ReportedFacts,
): readonly Contradiction[] =>
  own.flatMap((item) => {
    const { commitmentId, figure, date } = item;
    if (reportedFigures[figure].kind === 'return') return [];
    const isSame = (other: Entered) => other.commitmentId === commitmentId && other.figure === figure;
    const replaced = counting.find((other) => isSame(other) && other.date === date);
    const [earlier] = [...counting, ...entered]
      .filter((other) => isSame(other) && other.date < date && steady.has(figure))
      .toSorted((a, b) => (a.date > b.date ? -1 : 1));
    const inLedger = figure === 'nav' ? navOfLedger?.(commitmentId, date) : undefined;
    const compared: readonly (Comparable | undefined)[] = [
      replaced
        ? { value: replaced.value, origin: 'which it replaces' }
        : earlier && { value: earlier.value, origin: `reported for ${displayedDate(earlier.date)}` },
      inLedger && { value: inLedger, origin: 'the ledger’s NAV' },
    ];
    return compared.flatMap((before) => (before && implausibleChange(item, before)) ?? []).slice(0, 1);
  });

/** Compares a value with another one. */
function implausibleChange({ figure, value }: Entered, before: Comparable): Contradiction | undefined {
  const change = implausibleChangeText(value, before.value);
  if (change === undefined) return undefined;
  const written = (amountOf: Decimal) =>
    reportedFigures[figure].kind === 'money' ? spokenMoney(amountOf) : multiple(amountOf);
  const verb = figure === 'contributions' || figure === 'distributions' ? 'are' : 'is';
  return {
    about: [figure],
    text: `${titleOf(figure)} ${verb} ${written(value)}, ${change} ${written(before.value)}, ${before.origin}.`,
  };
}

function contradictionsOfLedger(
  { commitment, nav }: Values,
  inLedger: Decimal | undefined,
  { events }: ReportedFacts,
  { commitmentId, date }: Entered,
): readonly Contradiction[] {
  const [begin] = withoutReversed(events.filter((event) => event.commitmentId === commitmentId))
    .map((event) => event.date)
    .toSorted();
  return [
    ...(commitment && inLedger && !commitment.eq(inLedger)
      ? [
          {
            about: ['commitment' as const],
            text: `Commitment is ${spokenMoney(commitment)}, but the ledger has ${spokenMoney(inLedger)} on ${displayedDate(date)}.`,
          },
        ]
      : []),
    ...(nav && !nav.isZero() && begin !== undefined && date < begin
      ? [
          {
            about: ['nav' as const],
            text: `NAV is dated ${displayedDate(date)}, before the partner’s commitment on ${displayedDate(begin)}.`,
          },
        ]
      : []),
  ];
}

/** Returns amounts that differ from those of their locked quarter, which stays as it is. */
const contradictionsOfLock = (own: readonly Entered[], { lockedFigure }: ReportedFacts): readonly Contradiction[] =>
  own.flatMap((report) => {
    const { figure, value, date } = report;
    const locked = reportedFigures[figure].kind === 'money' ? lockedFigure?.(report) : undefined;
    return locked === undefined || locked.eq(value)
      ? []
      : [
          {
            about: [figure],
            text: `The quarter of ${displayedDate(date)} is locked with ${titleOf(figure)} of ${spokenMoney(locked)}, not ${spokenMoney(value)}.`,
          },
        ];
  });

/** Returns a NAV before carry below NAV. Carry owed lowers the NAV of everybody but the general partner. */
function contradictionsOfCarry(
  { nav, navBeforeCarry }: Values,
  { commitments = [] }: ReportedFacts,
  { commitmentId }: Entered,
): readonly Contradiction[] {
  if (!nav || !navBeforeCarry?.lt(nav) || commitments.find(({ id }) => id === commitmentId)?.isGp) return [];
  return [
    {
      about: ['navBeforeCarry', 'nav'],
      text: `NAV before carry is ${spokenMoney(navBeforeCarry)}, less than NAV of ${spokenMoney(nav)}.`,
    },
  ];
}

/** Returns multiples that don't match the amounts next to them, if some of those come from earlier reports of the subject. */
function contradictionsOfEarlier(
  values: Values,
  ofSubject: readonly Entered[],
  { date }: Entered,
): readonly Contradiction[] {
  if (quarterEnd(date) !== date) return [];
  const earlier = rowAmounts.flatMap((name) => {
    if (values[name]) return [];
    const [last] = ofSubject
      .filter((other) => other.figure === name && other.date < date)
      .toSorted((a, b) => (a.date > b.date ? -1 : 1));
    return last ? [[name, last] as const] : [];
  });
  if (earlier.length === 0) return [];
  const amounts = Object.fromEntries(earlier.map(([name, { value }]) => [name, value]));
  const origins = earlier.map(([name, last]) => `${titleOf(name)} ${displayedDate(last.date)}`).join(', ');
  // A multiple that its own date's amounts contradict is already named with them.
  const named = new Set(contradictedMultiples(values).map(({ name }) => name));
  return contradictedMultiples({ ...values, ...amounts })
    .filter(({ name }) => !named.has(name))
    .map(({ name, text }) => ({ about: [name, ...rowAmounts], text: `${text}. Last reported: ${origins}.` }));
}

/**
 * Returns warnings about dates on which the partners' NAVs add up to more than the vehicle's NAV. A warning refers to
 * the vehicle's NAV, otherwise to the last one entered.
 */
function excessiveSum(
  own: readonly Entered[],
  counting: readonly Entered[],
  entered: readonly Entered[],
): readonly Contradiction[] {
  const nav = own.find(({ figure }) => figure === 'nav');
  if (nav === undefined) return [];
  const isOfDate = ({ figure, date }: Entered) => figure === 'nav' && date === nav.date;
  const together = entered.filter(isOfDate);
  if (nav !== (together.find(({ commitmentId }) => commitmentId === null) ?? together.at(-1))) return [];
  const bySubject = new Map(
    [...counting.filter(isOfDate), ...together].map(({ commitmentId, value }) => [commitmentId, value]),
  );
  const whole = bySubject.get(null);
  bySubject.delete(null);
  const sum = [...bySubject.values()].reduce((total, value) => total.plus(value), zero);
  return bySubject.size > 0 && whole?.lt(sum)
    ? [
        {
          about: ['nav'],
          text: `The NAVs of the partners add up to ${spokenMoney(sum)}, more than the vehicle’s NAV of ${spokenMoney(whole)}.`,
        },
      ]
    : [];
}

/** Returns the commitment by the ledger on a date, or undefined if the ledger doesn't have it. */
function committed({ events, navBasis = 'LEDGER' }: ReportedFacts, { commitmentId, date }: Entered) {
  if (commitmentId === null && navBasis === 'REPORTED') return undefined;
  const own = events.filter(
    (event) => event.date <= date && (commitmentId ?? event.commitmentId) === event.commitmentId,
  );
  return own.length === 0
    ? undefined
    : [...withoutReversed(own)].map(eventAmount).reduce((sum, amount) => sum.plus(amount));
}

/** Returns the commitment of a whole vehicle: the last one reported, otherwise the one in the ledger. Undefined for the figure of a partner. */
function vehicleCommitment(
  { events }: ReportedFacts,
  entered: Entered,
  counting: readonly Entered[],
): Decimal | undefined {
  const [reported] = counting
    .filter(
      ({ commitmentId, figure, date }) => commitmentId === null && figure === 'commitment' && date <= entered.date,
    )
    .toSorted((a, b) => (a.date > b.date ? -1 : 1));
  return entered.commitmentId === null ? (reported?.value ?? committed({ events }, entered)) : undefined;
}

/** Returns how a reported multiple contradicts the amounts of its date, or undefined if it doesn't. */
export const contradictedMultiple = (name: 'dpi' | 'tvpi', values: Values): string | undefined =>
  contradictions(values, undefined).find(({ about }) => about[0] === name)?.text;

const rowAmounts = ['contributions', 'distributions', 'nav'] as const;
/**
 * Says which reported multiples of displayed figures don't match the amounts next to them. Null if all do, or if the figures come from a ledger, which
 * has recallable distributions.
 */
export function contradictedRow(row: Readonly<Record<string, unknown>>): string | null {
  if (row['recallable'] !== null) return null;
  const valueOf = (name: string) => {
    const value = row[name];
    return typeof value === 'string' ? decimal(value) : undefined;
  };
  const names = [...rowAmounts, 'tvpi', 'dpi'] as const;
  const texts = contradictedMultiples(Object.fromEntries(names.map((name) => [name, valueOf(name)])));
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('. ');
}

/** Compares TVPI and DPI with the amounts displayed next to them. */
function contradictedMultiples(values: { readonly [N in ReportedName]?: Decimal | undefined }) {
  const { contributions, distributions, nav } = values;
  if (!contributions?.gt(0) || !distributions) return [];
  const computed = { tvpi: nav && distributions.plus(nav).div(contributions), dpi: distributions.div(contributions) };
  return (['tvpi', 'dpi'] as const).flatMap((name) => {
    const [reported, value] = [values[name], computed[name]];
    return !reported || !value || ties(reported, value)
      ? []
      : [
          {
            name,
            text: `Reported ${titleOf(name)} of ${multiple(reported)} doesn’t match the amounts, which give ${multiple(roundedLike(reported, value))}`,
          },
        ];
  });
}

interface Contradiction {
  /** The figures, the most likely typo first. */
  readonly about: readonly ReportedName[];
  readonly text: string;
}

function contradictions(values: Values, commitment: Decimal | undefined): readonly Contradiction[] {
  const { contributions, distributions, nav, dpi, tvpi, irr, unfunded } = values;
  const paidIn = contributions?.gt(0) ? contributions : undefined;
  const found: (Contradiction | undefined)[] = [contradictionOfTvpi(values)];
  if (dpi && paidIn && distributions)
    found.push(
      differs('dpi', dpi, {
        computed: distributions.div(paidIn),
        about: ['distributions', 'contributions'],
        formula: `${amount('distributions', distributions)} / ${amount('contributions', paidIn)}`,
      }),
    );
  const multiplied = (
    [
      ['distributions', distributions],
      ['dpi', dpi],
      ['tvpi', tvpi],
    ] as const
  ).find(([, value]) => value?.gt(0));
  if (contributions?.isZero() && multiplied?.[1]) {
    const [name, value] = multiplied;
    found.push({
      about: ['contributions', name],
      text: `Contributions are ${spokenMoney(contributions)}, but ${name === 'distributions' ? `distributions are ${spokenMoney(value)}` : `${titleOf(name)} is ${multiple(value)}`}.`,
    });
  }
  if (unfunded && commitment && unfunded.gt(commitment))
    found.push({
      about: ['unfunded', 'commitment'],
      text: `Unfunded is ${spokenMoney(unfunded)}, more than the commitment of ${spokenMoney(commitment)}.`,
    });
  if (irr?.gt(MOST_IRR))
    found.push({
      about: ['irr'],
      text: `Net IRR is ${percent(irr)}, more than ${percent(MOST_IRR)}. Enter a percentage such as 13.4.`,
    });
  const growth = tvpi ?? tvpiOfSums(values);
  if (growth && irr && irr.times(growth.minus(1)).lt(0))
    found.push({
      about: ['irr', 'tvpi', 'nav', 'distributions', 'contributions'],
      text: `Net IRR is ${percent(irr)}, but TVPI of ${multiple(roundTo(growth, MOST_DECIMALS))} is a ${growth.gt(1) ? 'gain' : 'loss'}.`,
    });
  const returned = (
    [
      ['nav', nav],
      ['distributions', distributions],
    ] as const
  ).find(([, sum]) => sum?.gt(0));
  if (irr?.eq(TOTAL_LOSS) && returned?.[1])
    found.push({
      about: ['irr', returned[0]],
      text: `Net IRR is ${percent(irr)}, a total loss, but ${titleOf(returned[0])} is ${spokenMoney(returned[1])}.`,
    });
  return found.filter((item) => item !== undefined);
}

/** Compares TVPI with the sums if all are reported, otherwise with DPI or with the sign of NAV. */
function contradictionOfTvpi(values: Values): Contradiction | undefined {
  const { contributions, distributions, nav, dpi, tvpi } = values;
  if (!tvpi) return undefined;
  if (!nav)
    return dpi?.gt(tvpi)
      ? {
          about: ['dpi', 'tvpi'],
          text: `${titleOf('dpi')} is ${multiple(dpi)}, more than ${titleOf('tvpi')} of ${multiple(tvpi)}. That needs a negative NAV.`,
        }
      : undefined;
  const computed = tvpiOfSums(values);
  if (computed && contributions && distributions)
    return differs('tvpi', tvpi, {
      computed,
      about: ['nav', 'distributions', 'contributions'],
      formula: `(${amount('distributions', distributions)} + ${amount('nav', nav)}) / ${amount('contributions', contributions)}`,
    });
  if (dpi && contributions?.gt(0))
    return differs('tvpi', tvpi, {
      computed: dpi.plus(nav.div(contributions)),
      about: ['nav', 'dpi', 'contributions'],
      formula: `DPI of ${multiple(dpi)} + ${amount('nav', nav)} / ${amount('contributions', contributions)}`,
    });
  const text = `${titleOf('tvpi')} is ${multiple(tvpi)}, but ${amount('nav', nav)}`;
  if (dpi) {
    const unrealized = tvpi.minus(dpi);
    return unrealized.times(nav).lt(0) || (nav.isZero() && !unrealized.isZero())
      ? {
          about: ['tvpi', 'nav', 'dpi'],
          text: `${text} doesn’t fit DPI of ${multiple(dpi)}: TVPI - DPI is ${multiple(unrealized)}, which must have the sign of NAV.`,
        }
      : undefined;
  }
  const isNegative = nav.lt(0) && (distributions?.plus(nav).lt(0) ?? true);
  return isNegative && tvpi.gte(0)
    ? { about: ['tvpi', 'nav'], text: `${text} makes TVPI lower than DPI. Check both, or report DPI too.` }
    : undefined;
}

interface Computed {
  readonly computed: Decimal;
  readonly about: readonly ReportedName[];
  readonly formula: string;
}
const differs = (name: 'dpi' | 'tvpi', reported: Decimal, { computed, about, formula }: Computed) =>
  ties(reported, computed)
    ? undefined
    : {
        about: [name, ...about],
        text: `${titleOf(name)} is ${multiple(reported)}, but ${formula} is ${multiple(roundedLike(reported, computed))}.`,
      };

const titleOf = (name: ReportedName): string => reportedFigures[name].title;
const multiple = (value: Decimal) => `${numberText(value)}x`;
const percent = (value: Decimal | number) => `${Number(value).toLocaleString('en', { maximumFractionDigits: 10 })}%`;
const amount = (name: 'nav' | 'distributions' | 'contributions', value: Decimal) =>
  `${name === 'nav' ? titleOf(name) : name} of ${spokenMoney(value)}`;
