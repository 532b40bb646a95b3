import { calendarDate, type Decimal, decimal, moneyText, numberText, type Recorder } from '../../kernel/index.ts';
import type { PayClass } from '../award/index.ts';
import type { DeferredKind, RollForward } from '../deferred/index.ts';
import type { StatementInput } from './input.ts';
import {
  type ComparedSources,
  type CompensationStatement,
  compensationStatement,
  type StatementFigure,
} from './statement.ts';

interface Holder {
  readonly holderId: string;
  readonly holder: string;
}
interface DatedText {
  readonly on: string;
  readonly amount: string;
  readonly currency: string;
}

/** The input of a statement in stored form, which `carrara calc compensation-statement` reads too. */
export interface StatementInputText {
  readonly year: number;
  readonly salaries: readonly {
    readonly effectiveDate: string;
    readonly paidRate: string;
    readonly currency: string;
  }[];
  readonly employment: readonly { readonly from: string; readonly to: string | null }[];
  readonly awards: readonly {
    readonly performanceYear: number;
    readonly payClass: PayClass;
    readonly isCanceled: boolean;
    readonly paidOn: string | null;
    readonly amount: string;
    readonly currency: string;
  }[];
  readonly deferred: readonly {
    readonly grantDate: string;
    readonly currency: string;
    readonly entries: readonly {
      readonly kind: DeferredKind;
      readonly tranche: number | null;
      readonly on: string;
      readonly amount: string;
    }[];
  }[];
  readonly payroll: readonly (DatedText & { readonly isDeferred: boolean })[];
  readonly carry: readonly (Holder & {
    readonly on: string;
    readonly currency: string;
    readonly gross: string;
    readonly tax: string;
    readonly escrow: string;
    readonly other: string;
    readonly net: string;
  })[];
  readonly allocations: readonly (Holder & {
    readonly source: string;
    readonly effective: string;
    readonly vested: string | null;
    readonly reason: string | null;
  })[];
  readonly estimates: readonly (Holder & { readonly currency: string; readonly amount: string })[];
}

const dated = ({ on, amount, currency }: DatedText) => ({ on: calendarDate(on), amount: decimal(amount), currency });
const dayOrNull = (text: string | null) => (text === null ? null : calendarDate(text));

/** Parses an input that was stored or collected from the records. Throws if it is invalid. */
export const statementInput = (text: StatementInputText): StatementInput => ({
  year: text.year,
  salaries: text.salaries.map(({ effectiveDate, paidRate, currency }) => ({
    effectiveDate: calendarDate(effectiveDate),
    paidRate: decimal(paidRate),
    currency,
  })),
  employment: text.employment.map(({ from, to }) => ({ from: calendarDate(from), to: dayOrNull(to) })),
  awards: text.awards.map((award) => ({ ...award, paidOn: dayOrNull(award.paidOn), amount: decimal(award.amount) })),
  deferred: text.deferred.map(({ grantDate, currency, entries }) => ({
    grantDate: calendarDate(grantDate),
    currency,
    entries: entries.map(({ kind, tranche, on, amount }) => ({
      kind,
      tranche,
      on: calendarDate(on),
      amount: decimal(amount),
    })),
  })),
  payroll: text.payroll.map((row) => ({ ...dated(row), isDeferred: row.isDeferred })),
  carry: text.carry.map(({ on, gross, tax, escrow, other, net, ...holding }) => ({
    ...holding,
    on: calendarDate(on),
    gross: decimal(gross),
    tax: decimal(tax),
    escrow: decimal(escrow),
    other: decimal(other),
    net: decimal(net),
  })),
  allocations: text.allocations.map(({ effective, vested, ...holding }) => ({
    ...holding,
    effective: decimal(effective),
    vested: vested === null ? null : decimal(vested),
  })),
  estimates: text.estimates.map(({ amount, ...holding }) => ({ ...holding, amount: decimal(amount) })),
});

const orNull = (value: Decimal | null) => value && moneyText(value);
const rollText = ({ opening, granted, paid, forfeited, closing, vested }: RollForward) => ({
  opening: moneyText(opening),
  granted: moneyText(granted),
  paid: moneyText(paid),
  forfeited: moneyText(forfeited),
  closing: moneyText(closing),
  vested: moneyText(vested),
});
type RollText = ReturnType<typeof rollText>;

/** A statement as it is displayed, printed and stored. Every figure is text. */
export interface StatementText {
  readonly year: number;
  readonly currencies: readonly {
    readonly currency: string;
    readonly hasLast: boolean;
    readonly figures: readonly {
      readonly figure: StatementFigure;
      readonly amount: string | null;
      readonly last: string | null;
      readonly change: string | null;
      readonly percent: string | null;
    }[];
    readonly payroll: {
      readonly amount: string;
      readonly rows: number;
      readonly first: string;
      readonly last: string;
    } | null;
    readonly records: { readonly salaryEarned: string | null; readonly awards: string; readonly deferred: string };
    readonly paidFrom: ComparedSources;
    readonly deferred: RollText | null;
  }[];
  readonly deferredAwards: readonly (RollText & { readonly grantDate: string; readonly currency: string })[];
  readonly carry: readonly (Holder & {
    readonly currency: string;
    readonly gross: string;
    readonly tax: string;
    readonly escrow: string;
    readonly other: string;
    readonly net: string;
    readonly estimated: string | null;
  })[];
  readonly allocations: StatementInputText['allocations'];
  readonly daysWithoutSalary: number;
}

export const statementText = (statement: CompensationStatement): StatementText => ({
  year: statement.year,
  currencies: statement.currencies.map(({ currency, hasLast, figures, payroll, records, paidFrom, deferred }) => ({
    currency,
    hasLast,
    figures: figures.map(({ figure, amount, last, change }) => ({
      figure,
      amount: orNull(amount),
      last: orNull(last),
      change: orNull(change.amount),
      percent: change.percent && numberText(change.percent),
    })),
    payroll: payroll && { ...payroll, amount: moneyText(payroll.amount) },
    records: {
      salaryEarned: orNull(records.salaryEarned),
      awards: moneyText(records.awards),
      deferred: moneyText(records.deferred),
    },
    paidFrom,
    deferred: deferred && rollText(deferred),
  })),
  deferredAwards: statement.deferredAwards.map((award) => ({
    grantDate: award.grantDate,
    currency: award.currency,
    ...rollText(award),
  })),
  carry: statement.carry.map(({ holderId, holder, currency, gross, tax, escrow, other, net, estimated }) => ({
    holderId,
    holder,
    currency,
    gross: moneyText(gross),
    tax: moneyText(tax),
    escrow: moneyText(escrow),
    other: moneyText(other),
    net: moneyText(net),
    estimated: orNull(estimated),
  })),
  allocations: statement.allocations.map(({ effective, vested, ...holding }) => ({
    ...holding,
    effective: numberText(effective),
    vested: vested && numberText(vested),
  })),
  daysWithoutSalary: statement.daysWithoutSalary,
});

/** Stored with each released statement. Increase it when a rule changes a figure. */
export const STATEMENT_ENGINE_VERSION = '1';
type Engine = (input: StatementInput, explain?: Recorder) => StatementText;
const engines: Readonly<Record<string, Engine>> = {
  [STATEMENT_ENGINE_VERSION]: (input, explain) => statementText(compensationStatement(input, explain)),
};

/** Computes a statement with the engine version that produced its figures; undefined if the version is unknown. Throws if the input is invalid. */
export function statementAt(version: string, input: StatementInputText, explain?: Recorder): StatementText | undefined {
  const engine = engines[version];
  return engine?.(statementInput(input), explain);
}
