import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { toLedger } from '@carrara/adapters/postgres/compensation/deferred/toLedger';
import { loadDeferredAwards } from '@carrara/adapters/postgres/compensation/deferred/deferredLedger';
import { payOfPeople } from '@carrara/adapters/postgres/compensation/payOfPeople';
import type { leavingEndpoints } from '@carrara/contract/compensation/leaverTreatment';
import { type LeavingFigure, leavingFigures, type LeavingGroup } from '@carrara/contract/compensation/leavingFigures';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import { leavingDay, payIfLeaving, type PayOfPerson } from '@carrara/domain/compensation/award';
import {
  projectLeaving,
  type LedgerOfAward,
  type LeaverTreatment,
  recordedTreatment,
  settledByLeaving,
  defaultTreatment,
} from '@carrara/domain/compensation/deferred';
import {
  type CalendarDate,
  calendarDate,
  createExplanations,
  type Decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  type Recorder,
  type Result,
  currencyOrder,
} from '@carrara/domain/kernel';
import { isTerminated } from '@carrara/domain/people/participant';
import { explanationNode } from '../../core/explanationNode.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { toDatedPay, yearReasons } from './yearsOfPay.ts';

type Endpoints = typeof leavingEndpoints;
type LeavingInput = Pick<InputOf<Endpoints['getEmployeeLeaving']>['query'], 'leaverKind' | 'deferredTreatment'>;
type Line = ResultOf<Endpoints['getEmployeeLeaving']>['lines'][number];
type CarryFigure = keyof typeof leavingFigures.carry;

/** The vested carry of a person on a date. */
interface VestedCarry {
  /** A source about which nothing is known has a reason and isn't part of any sum. */
  readonly sources: readonly {
    readonly sourceName: string;
    readonly currency: string | null;
    readonly reason: string | null;
  }[];
  readonly byCurrency: readonly (Readonly<Record<CarryFigure, string | null>> & { readonly currency: string | null })[];
}
/** Query to carry, which answers as on its own pages. */
type ReadCarry<Q, A> = (
  context: RequestContext,
  input: { readonly params: { readonly id: string }; readonly query: Q },
) => Promise<Result<A, Failures>>;
export interface CarryVesting {
  readonly carryVesting: ReadCarry<{ readonly vestingDate: string }, VestedCarry>;
  readonly whyCarryVesting: ReadCarry<
    { readonly vestingDate: string; readonly figure: CarryFigure; readonly currency?: string },
    ResultOf<Endpoints['explainEmployeeLeaving']>
  >;
}

/** Figures of one kind on a date in a currency. Null means not determined. */
interface ReportedLine {
  readonly currency: string | null;
  readonly figures: Readonly<Partial<Record<LeavingFigure, string | null>>>;
  readonly reason: string | null;
}
/** All figures on a date, or the reason why there are none. */
type ReportedOfDay = Readonly<Record<LeavingGroup, readonly ReportedLine[] | { readonly reason: string }>>;

const notEmployed = 'Not employed on that day.';
const noEmployment = 'There is no hire date.';

interface Person {
  readonly pay: PayOfPerson;
  /** Awards by currency. */
  readonly awards: ReadonlyMap<string, readonly LedgerOfAward[]>;
}

/** Loads a person's pay and awards. Fails: NOT_FOUND, also if the pay isn't visible. */
async function personOf({ tx }: RequestContext, id: string): Promise<Result<Person, Failures>> {
  const [stored] = await payOfPeople(tx, [id]);
  if (!stored) return err([fail('NOT_FOUND', ['id'], 'You can’t see this employee’s pay, or there is none.')]);
  const awards = await loadDeferredAwards(tx, { employeeId: id });
  const codes = [...new Set(awards.map(({ currency }) => currency.code ?? ''))];
  return ok({
    pay: toDatedPay(stored, []),
    awards: new Map(
      codes.map((code) => [code, awards.filter(({ currency }) => (currency.code ?? '') === code).map(toLedger)]),
    ),
  });
}

const treatmentOf = ({ leaverKind, deferredTreatment }: LeavingInput): LeaverTreatment | null =>
  deferredTreatment ?? (leaverKind ? defaultTreatment[leaverKind] : null);

/** Returns the last day of employment of a person who has left. */
function pastLeaving({ pay }: Person, today: CalendarDate): CalendarDate | null {
  const lastDay = pay.employment.at(-1)?.to ?? null;
  return isTerminated(lastDay, today) ? lastDay : null;
}
const orNull = (value: Decimal | null) => value && moneyText(value);
const textsOf = <N extends string>(
  names: Readonly<Record<N, string>>,
  figures: Readonly<Record<NoInfer<N>, Decimal | null>>,
) => Object.fromEntries((Object.keys(names) as N[]).map((name) => [name, orNull(figures[name])]));

function payMessage({ pay }: Person, on: CalendarDate, explain?: Recorder): ReportedOfDay['pay'] {
  if (pay.employment.length === 0) return { reason: noEmployment };
  const years = payIfLeaving(pay, on, explain);
  if (years.length === 0) return { reason: yearReasons.NO_SALARY };
  return years.map((year) => ({
    currency: year.currency,
    figures: textsOf(leavingFigures.pay, year),
    reason: year.baseSalary === null || year.salaryEarned === null ? yearReasons.NO_SALARY : null,
  }));
}

/** Computes awards on leaving. Without a treatment, those of somebody who has left are as recorded, and others continue. */
function deferredOn(
  ledgers: readonly LedgerOfAward[],
  on: CalendarDate,
  treatment: LeaverTreatment | null,
  lastDay: CalendarDate | null,
  explain?: Recorder,
) {
  if (treatment !== null) return projectLeaving(ledgers, on, explain, treatment);
  return on === lastDay
    ? projectLeaving(settledByLeaving(ledgers, on), on, explain, null)
    : projectLeaving(ledgers, on, explain, 'CONTINUE');
}

const deferredMessage = (
  { awards }: Person,
  ...leaving: [on: CalendarDate, treatment: LeaverTreatment | null, lastDay: CalendarDate | null]
): readonly ReportedLine[] =>
  [...awards].map(([currency, ledgers]) => ({
    currency,
    figures: textsOf(leavingFigures.deferred, deferredOn(ledgers, ...leaving)),
    reason: null,
  }));

/** Returns the sums per currency, with the missing information for sources about which nothing is known. */
function carryMessage({ sources, byCurrency }: VestedCarry): readonly ReportedLine[] {
  const currencies = [...new Set([...byCurrency, ...sources].map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const sums = byCurrency.find((sum) => sum.currency === currency);
    const without = sources.filter((source) => source.currency === currency && source.reason !== null);
    const reasons = without.map(({ sourceName, reason }) => `Excludes ${sourceName}: ${reason ?? ''}`);
    return {
      currency,
      figures: sums ?? { originalCarryAmount: null, vestedCarryAmount: null, forfeitedCarryAmount: null },
      reason: reasons.length > 0 ? reasons.join(' ') : null,
    };
  });
}

/** Returns a line for each figure and currency that any of the dates has. */
function linesOf(days: readonly CalendarDate[], reportedDays: readonly ReportedOfDay[], base: string): Line[] {
  return (Object.keys(leavingFigures) as LeavingGroup[]).flatMap((group) => {
    const ofDays = reportedDays.map((day) => day[group]);
    const currencies = [
      ...new Set(ofDays.flatMap((ofDay) => ('reason' in ofDay ? [] : ofDay.map(({ currency }) => currency)))),
    ].toSorted(currencyOrder(base));
    // If pay is unknown on all dates, its lines are included with the reason.
    const isSilent = currencies.length === 0 && group === 'pay' && ofDays.some((ofDay) => 'reason' in ofDay);
    const figures = Object.keys(leavingFigures[group]) as LeavingFigure[];
    return (isSilent ? [null] : currencies).flatMap((currency) =>
      figures.map((figure) => ({
        figure,
        currency,
        values: ofDays.map((ofDay, at) => ({ on: days[at] ?? '', ...valueOf(ofDay, figure, currency) })),
      })),
    );
  });
}

function valueOf(lines: ReportedOfDay[LeavingGroup], figure: LeavingFigure, currency: string | null) {
  if ('reason' in lines) return { value: null, reason: lines.reason };
  const found = lines.find((line) => line.currency === currency);
  if (!found) return { value: null, reason: 'No amounts in this currency on that date.' };
  const value = found.figures[figure] ?? null;
  // A carry sum lists what it excludes. Other figures are complete even if one is missing.
  const isCarryFigure = Object.hasOwn(leavingFigures.carry, figure);
  return { value, reason: value === null || isCarryFigure ? found.reason : null };
}

/** Operations on what employees would receive if they left on one date or another. */
export function leavingOperations({ carryVesting, whyCarryVesting }: CarryVesting): Operations<Endpoints> {
  async function reportedOn(
    context: RequestContext,
    person: Person,
    id: string,
    on: CalendarDate,
    request: LeavingInput,
  ): Promise<Result<ReportedOfDay, Failures>> {
    const day = leavingDay(person.pay.employment, on);
    const reason = notEmployed;
    if (day === null) return ok({ pay: { reason }, deferred: { reason }, carry: { reason } });
    const vesting = await carryVesting(context, { params: { id }, query: { vestingDate: on } });
    return vesting.map((found) => ({
      pay: payMessage(person, day),
      deferred: deferredMessage(person, day, treatmentOf(request), pastLeaving(person, context.today)),
      carry: carryMessage(found),
    }));
  }
  return {
    async getEmployeeLeaving(context, { params: { id }, query }) {
      const found = await personOf(context, id);
      if (found.isErr()) return err(found.error);
      const days = [...new Set(query.on.split(','))].toSorted().map(calendarDate);
      const reported: ReportedOfDay[] = [];
      for (const on of days) {
        const ofDay = await reportedOn(context, found.value, id, on, query);
        if (ofDay.isErr()) return err(ofDay.error);
        reported.push(ofDay.value);
      }
      const lastDay = pastLeaving(found.value, context.today);
      return ok({
        employeeId: id,
        leaverKind: query.leaverKind ?? null,
        deferredTreatment: treatmentOf(query),
        recordedTreatment: lastDay && recordedTreatment([...found.value.awards.values()].flat(), lastDay),
        days,
        lines: linesOf(days, reported, tenantCurrency(context)),
      });
    },
    async explainEmployeeLeaving(context, { params: { id }, query }) {
      const found = await personOf(context, id);
      if (found.isErr()) return err(found.error);
      const person = found.value;
      const on = calendarDate(query.on);
      const nothing = (why: string) => err([fail('NOT_FOUND', ['line'], why)]);
      const day = leavingDay(person.pay.employment, on);
      if (day === null) return nothing(notEmployed);
      const { line } = query;
      const lastDay = pastLeaving(person, context.today);
      if (line in leavingFigures.carry) {
        const figure = line as CarryFigure;
        const currency = query.currency === undefined ? {} : { currency: query.currency };
        return whyCarryVesting(context, { params: { id }, query: { vestingDate: on, figure, ...currency } });
      }
      const explanations = createExplanations();
      const message =
        line in leavingFigures.pay
          ? payMessage(person, day, explanations)
          : deferredMessage(person, day, treatmentOf(query), lastDay);
      if ('reason' in message) return nothing(message.reason);
      const only = message.length === 1 ? message[0]?.currency : undefined;
      const at = message.findIndex(({ currency }) => currency === (query.currency ?? only));
      const ofCurrency = message[at];
      if (!ofCurrency) return nothing('No amounts in this currency on that date.');
      if (ofCurrency.figures[line] === null) return nothing(ofCurrency.reason ?? '');
      if (line in leavingFigures.deferred)
        deferredOn(person.awards.get(ofCurrency.currency ?? '') ?? [], day, treatmentOf(query), lastDay, explanations);
      const tree = explanations.tree(line in leavingFigures.pay ? [at, line] : [line]);
      return tree ? ok(explanationNode(tree)) : nothing('There is nothing to explain.');
    },
  };
}
