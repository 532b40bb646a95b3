import type { FailureCode } from '@carrara/domain/kernel';
import type { StatedCoverage } from './coverage.ts';
import type { Column, Field } from './fields.ts';
import type { Reference, StatusValue } from './kinds.ts';
import type { Application, Permission } from './permissions.ts';
import { recordTypeOf } from './recordType.ts';

/** The kinds that a parameter can have: each is one value of an address. */
export type ParameterKind = 'date' | 'reference' | 'status' | 'boolean' | 'text';
export interface Parameter extends Field {
  readonly kind: ParameterKind;
  /** Of a text: what it is like when it is whole, and what is said of one that is not. */
  readonly like?: { readonly pattern: RegExp; readonly otherwise: string };
  /** What a page says of one that was not given, where 'All' would not be true. */
  readonly unasked?: string;
}

export interface ReportColumn extends Column {
  /** The record type or reference-data type of a reference; the base answers its id. */
  readonly of?: string;
  /** The states of a status, in their order; the base answers its code. */
  readonly options?: Field['options'];
  /** Added up in subtotals and totals, over the rows where it is determined; coverage names the others. */
  readonly adds?: true;
  /** Why a sum leaves a row out, where the rows do not say. */
  readonly leftOutBecause?: string;
  /** Of a sum: a row without a value is none that the sum could miss, so that coverage does not name it; a sum of nothing is a dash. */
  readonly leavesOut?: true;
  /** The column by which the rows are grouped within whose groups alone it is added up: what is unlike there has no sum. */
  readonly addsWithin?: string;
  /** Of a count: the column of the facts of which unlike values are counted, anew in each group; what two rows share is one there. */
  readonly countOf?: string;
  /**
   * A reference to a person: with the parameter `redactName` a number stands in its place, the same in each row of the person. Every reference to a
   * person is one in a report that has this parameter.
   */
  readonly redact?: true;
  /**
   * Where a cell leads, a record or the list that it adds up: `{field}` is the id, code or text (in lower case) that the row has there, `{:name}` what
   * the report was asked with; what it was not asked with falls out of the address.
   */
  readonly href?: string;
}

/**
 * A chart above the table of a report: one of its figures by one of its columns, added up by the database over what the rows are made of. What keeps sums
 * apart is shown one at a time.
 */
export interface ReportChart {
  readonly title: string;
  /** The column whose figure it shows; one that `adds`. */
  readonly of: string;
  /** The column of its parts: the largest first, years and states in their order. */
  readonly by: string;
  /** A column of days: what each part comes to on each of them. */
  readonly over?: string;
  /** Shows the first so many parts only, and says so. */
  readonly top?: number;
}

/** What a part of a chart comes to; null: not determined. */
export interface ChartSum {
  readonly name: string | null;
  /** Where the chart is over time. */
  readonly date: string | null;
  readonly apart: readonly string[];
  readonly amount: string | null;
}

export type ReportMark =
  | 'notDetermined'
  | 'rolledForwardFrom'
  | 'lastDate'
  | 'carriedFrom'
  | `${string}Annualised`
  | `${string}Partial`;

/**
 * A report, as data. Screen with address, charts and print, menu, Excel, PDF, CSV, JSON and command line are derived from it; the figures come from
 * its base of the same name (`adapters/postgres/<area>/reports`).
 */
export interface ReportDefinition {
  /** In addresses and on the command line: `distributions-by-fund`. */
  readonly name: string;
  /** Names that addresses may have as well. */
  readonly aliases?: readonly string[];
  /** What it is called below its category, in the address of its call and of its screen, where that is not its name. */
  readonly at?: string;
  readonly title: string;
  /** Where its call lies: `reporting/{category}/{name}`; `v2` without one. */
  readonly category?: 'fund' | 'investment' | 'investor';
  /** A sentence for the menu. */
  readonly summary: string;
  /** What a reader of its figures has to know, on its page and its print. */
  readonly note?: string;
  readonly module: Application;
  readonly permission: Permission;
  /** It tells somebody's pay: who read it is written down. */
  readonly sensitive?: 'pay';
  /** What it may be refused with as it is asked for. */
  readonly failures?: readonly FailureCode[];
  /** The entry of its module's menu with whose switch of the firm it is offered; without it every firm has it. */
  readonly offeredWith?: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly columns: readonly ReportColumn[];
  /** What columns are called that are of a time that is asked for, as of its years; `today` is the firm's. */
  readonly titles?: (asked: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /**
   * What rows say of their figures beside the columns: `notDetermined` with a reason for each that has no value, `irrAnnualised` and `irrPartial` of a return,
   * `rolledForwardFrom` of a net asset value (`shownFigure`); `lastDate` of a row that is late, `carriedFrom` of one whose last figures are carried
   * forward. Of a base that answers rows.
   */
  readonly marks?: readonly ReportMark[];
  /** Columns whose values the rows are grouped by, outermost first; each group has its subtotals. */
  readonly groupBy: readonly string[];
  /** Columns that keep figures apart: what is unlike in one of them (currency, state) is never added up. */
  readonly apart: readonly string[];
  /** The column that names a part where a sum leaves it out; the first reference that is no group when absent. `counted` is what coverage counts, `rows` when absent. */
  readonly partOf?: string;
  readonly counted?: string;
  readonly charts?: readonly ReportChart[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly pageSize?: number;
  /** Which records a change of which should make a screen read it again. */
  readonly tags: readonly string[];
}

/** Keeps the literal types. */
export function defineReport<const R extends ReportDefinition>(report: R): R {
  return report;
}

/** The sums of a group, or of the whole report where `keys` is empty: one for each currency, state or whatever else keeps them apart. */
export interface Subtotal {
  /** What the group has in the columns that it is grouped by, outermost first (`groupKey`). */
  readonly keys: readonly string[];
  /** What keeps these figures apart from others of the group, in words: `Disbursed`, `USD`. */
  readonly apart: readonly string[];
  /** Null: no row of it is determined. */
  readonly totals: readonly {
    readonly field: string;
    readonly total: string | null;
    /** Where the sum leaves rows out or carries them forward. */
    readonly coverage?: StatedCoverage | undefined;
  }[];
}

/** A parameter that a report was asked with, as it is printed: a reference by its name. */
export interface Asked {
  readonly name: string;
  readonly title: string;
  readonly kind: 'date' | 'text';
  readonly text: string;
}

/** What a value of a grouping column is told from others by. */
export function groupKey(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object'
    ? ((value as Partial<Reference & StatusValue>).id ?? (value as StatusValue).code)
    : String(value);
}

const people: ReadonlySet<string> = new Set(['participant', 'user']);
/** Whether a reference names people, entities included. */
export const isOfPeople = ({ of = '' }: Pick<Field, 'of'>): boolean =>
  people.has(of) || recordTypeOf(of)?.parent === 'participant';

/** Columns under the titles that they have where a report is asked so. */
export function titledAsAsked<C extends Column>(
  { titles }: Pick<ReportDefinition, 'titles'>,
  columns: readonly C[],
  asked: Readonly<Record<string, unknown>>,
): readonly C[] {
  const own = titles?.(asked) ?? {};
  return columns.map((column) => ({ ...column, title: own[column.field] ?? column.title }));
}

/** The columns of an answer: where people are hidden nothing leads anywhere. */
export const columnsAsked = (
  report: Pick<ReportDefinition, 'columns' | 'titles'>,
  asked: Readonly<Record<string, unknown>>,
  hides: boolean,
): readonly ReportColumn[] => {
  const columns = titledAsAsked(report, report.columns, asked);
  return hides ? columns.map(({ href: _leads, ...column }) => column) : columns;
};

export const figuresOf = ({ columns }: Pick<ReportDefinition, 'columns'>): readonly ReportColumn[] =>
  columns.filter(({ adds, countOf }) => adds || countOf);

/** The figures that are added up in groups by so many columns, the outermost first; in the whole report by none. */
export const addedAt = (
  report: Pick<ReportDefinition, 'columns' | 'groupBy'>,
  level: number,
): readonly ReportColumn[] => {
  const within = new Set(report.groupBy.slice(0, level));
  return figuresOf(report).filter(({ addsWithin }) => addsWithin === undefined || within.has(addsWithin));
};

/**
 * What a report was asked with; `nameOf` says what a reference is called. What was not given is left out, except a choice of which one counts then: files
 * say it too.
 */
export function askedWith(
  { parameters }: Pick<ReportDefinition, 'parameters'>,
  given: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string | undefined,
): readonly Asked[] {
  return Object.entries(parameters).flatMap(([name, { title, kind, options, unasked }]): Asked[] => {
    const value = given[name];
    if (value === undefined || value === null || value === '' || value === false) {
      const isChoice = options?.some(({ description }) => description === unasked);
      return isChoice && unasked !== undefined ? [{ name, title, kind: 'text', text: unasked }] : [];
    }
    if (kind === 'date') return [{ name, title, kind, text: String(value) }];
    const option = options?.find(({ code }) => code === value)?.description;
    return [
      { name, title, kind: 'text', text: kind === 'boolean' ? 'Yes' : (option ?? nameOf(name) ?? String(value)) },
    ];
  });
}
