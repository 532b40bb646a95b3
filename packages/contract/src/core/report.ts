import type { FailureCode } from '@carrara/domain/kernel';
import type { StatedCoverage } from './coverage.ts';
import type { Column, Field } from './fields.ts';
import type { Reference, StatusValue } from './kinds.ts';
import type { Application, Permission } from './permissions.ts';
import { findRecordType } from './recordType.ts';

/** The kinds of report parameters. Each is a single value in the address. */
export type ParameterKind = 'date' | 'reference' | 'status' | 'boolean' | 'text';
export interface Parameter extends Field {
  readonly kind: ParameterKind;
  /** For a text, the pattern of a complete value, and the message for any other. */
  readonly like?: { readonly pattern: RegExp; readonly otherwise: string };
  /** The text for a missing parameter, if 'All' would be wrong. */
  readonly defaultText?: string;
  /** True if an investor's tenant has no choice. There, the report has neither this parameter nor its own note, which explains the choice. */
  readonly ofManagers?: true;
}

export interface ReportColumn extends Column {
  /** The record type or reference-data type of a reference. The base returns its id. */
  readonly target?: string;
  /** The states of a status, in order. The base returns the code. */
  readonly options?: Field['options'];
  /** True if it is added up in subtotals and totals, over the rows where it is determined. Coverage names the others. */
  readonly adds?: true;
  /** The reason why a sum leaves a row out, used if the rows don't give one. */
  readonly excludedReason?: string;
  /** For a sum, true if rows without a value aren't missing, so that coverage doesn't name them. A sum of nothing is a dash. */
  readonly excludesParts?: true;
  /** The grouping column within whose groups the column is added up. Across groups, the values can't be added. */
  readonly addsWithin?: string;
  /** For a count, the fact column whose distinct values are counted in each group. A value in two rows counts once. */
  readonly countOf?: string;
  /**
   * For a reference to a person: with the parameter `redactName`, a number replaces the name, the same one in each row of the person. In a report
   * with this parameter, every reference to a person has it.
   */
  readonly redact?: true;
  /**
   * The link of a cell, to a record or to the list that it adds up. `{field}` is the row's id, code or text (in lower case), `{:name}` a parameter of
   * the report. Missing parameters are removed from the address.
   */
  readonly href?: string;
}

/**
 * A chart above the table of a report. It has one of its figures by one of its columns, added up by the database over
 * the facts behind the rows. Values that can't be added up are displayed one at a time.
 */
export interface ReportChart {
  readonly title: string;
  /** The column of the displayed figure; one that `adds`. */
  readonly measure: string;
  /** The column of its parts: largest first, or years and states in their order. */
  readonly by: string;
  /** A column of dates, for a chart over time. */
  readonly over?: string;
  /** Limits the chart to this many parts, with a note. */
  readonly top?: number;
  /** The link of a part, to the records that it adds up, as in `href` of a column. Its fields are those of the part. */
  readonly href?: string;
}

/** Returns the fields in the link of a chart's parts. */
export const linkFields = ({ href = '' }: Pick<ReportChart, 'href'>): readonly string[] =>
  [...href.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);

/** The total of a part of a chart. Null means not determined. */
export interface ChartSum {
  readonly name: string | null;
  /** For a chart over time. */
  readonly date: string | null;
  readonly splitKeys: readonly string[];
  readonly amount: string | null;
  /** The keys (`groupKey`) of the fields in its link. */
  readonly link: readonly { readonly field: string; readonly key: string | null }[];
}

export type ReportMark =
  | 'notDetermined'
  | 'rolledForwardFrom'
  | 'reportedThrough'
  | 'lastDate'
  | 'carriedFrom'
  | 'excluded'
  | 'reportedRate'
  | 'recallable'
  | 'contradiction'
  | `${string}Annualized`
  | `${string}Partial`;

/** The headings of the report menus of each module, in order. They follow the questions of readers. */
export const reportGroups = {
  carry: ['Distributions', 'Balances and escrow', 'Allocations', 'Vesting', 'Forecasts'],
  comp: ['Pay', 'Payroll', 'People and access'],
  performance: ['Statements', 'Funds', 'Investments', 'Investors', 'Data and activity'],
} as const;

/**
 * A report, as data. The screen with address, charts and print, the menu, Excel, PDF, CSV, JSON and the command line are derived from it. The figures
 * come from its base of the same name (`adapters/postgres/<area>/reports`, or the server's concepts).
 */
export interface ReportDefinition {
  /** The name in addresses and on the command line: `distributions-by-fund`. */
  readonly name: string;
  /** Additional names accepted in addresses. */
  readonly aliases?: readonly string[];
  /** The name below its category in the addresses of its call and screen, if different. */
  readonly at?: string;
  readonly title: string;
  /** Its heading in the report menu. */
  readonly group: (typeof reportGroups)[keyof typeof reportGroups][number];
  /** The location of its call: `reporting/{category}/{name}`, or `v2` without a category. */
  readonly category?: 'fund' | 'investment' | 'investor';
  /** A sentence for the menu. */
  readonly summary: string;
  /** A remark that readers need, displayed on the page and in print. It can depend on the parameters. */
  readonly note?: string | ((parameters: Readonly<Record<string, unknown>>) => string | undefined);
  /** The remark in an investor's tenant, instead of the other one. */
  readonly ownNote?: string;
  readonly module: Application;
  readonly permission: Permission;
  /** The report contains sensitive data, so reading it is logged. */
  readonly sensitive?: 'always';
  /** True if it computes for long (`Endpoint`). */
  readonly offThread?: true;
  /** Another address of its call, whose parameters are passed as a query. */
  readonly otherPath?: string;
  /** The possible failures of a request. */
  readonly failures?: readonly FailureCode[];
  /** The menu entry of its module that must be enabled for the report to be offered. If omitted, every firm has it. */
  readonly offeredWith?: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly columns: readonly ReportColumn[];
  /** Returns the titles of columns that depend on the requested time, such as years. `today` is the firm's local date. */
  readonly titles?: (parameters: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /**
   * The additional fields of rows: `notDetermined` with a reason for each missing figure, `irrAnnualized` and `irrPartial` of a return,
   * `rolledForwardFrom` of a net asset value (`displayedFigure`); `lastDate` of a late row, `carriedFrom` of a row whose last figures are carried
   * forward; `excluded` with the reason why sums leave a row out, or null; `reportedRate` of a row
   * whose return since inception was reported, and `contradiction` of one whose multiples don't match its amounts (`carriedMark`), which needs
   * `recallable`. For bases that return rows.
   */
  readonly marks?: readonly ReportMark[];
  /** The columns that group the rows, outermost first. Each group has subtotals. */
  readonly groupBy: readonly string[];
  /** Columns that keep figures separate: rows with different values (currency, state) are never added up. */
  readonly splitBy: readonly string[];
  /**
   * The column that names a part left out of a sum. Defaults to the first reference that isn't a group. `counted` is the plural noun for coverage;
   * defaults to `rows`.
   */
  readonly partOf?: string;
  readonly counted?: string;
  readonly charts?: readonly ReportChart[];
  /** On a phone, a card for each outermost group with the sums of these columns, instead of a table that scrolls sideways. */
  readonly phone?: {
    readonly amounts: readonly string[];
    /** A difference: the first figure of a card, unless it is zero. */
    readonly alert?: string;
    /** A column whose texts each card lists. */
    readonly text?: string;
  };
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly pageSize?: number;
  /** The records whose changes make a screen read the report again. */
  readonly tags: readonly string[];
}

/** Preserves the literal types. */
export function defineReport<const R extends ReportDefinition>(report: R): R {
  return report;
}

/** The sums of a group, or of the whole report if `keys` is empty: one per currency, state or other column that keeps figures separate. */
export interface Subtotal {
  /** The group's values in the grouping columns, outermost first (`groupKey`). */
  readonly keys: readonly string[];
  /** The values that separate these figures from others of the group: `Disbursed`, `USD`. */
  readonly splitKeys: readonly string[];
  /** Null if no row is determined. */
  readonly totals: readonly {
    readonly field: string;
    readonly total: string | null;
    /** Present if the sum leaves rows out or carries them forward. */
    readonly coverage?: StatedCoverage | undefined;
  }[];
}

/** A parameter of a report in printable form: a reference by its name. */
export interface ReportParameterText {
  readonly name: string;
  readonly title: string;
  readonly kind: 'date' | 'text';
  readonly text: string;
}

/** Returns the key that distinguishes the values of a grouping column. */
export function groupKey(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object'
    ? ((value as Partial<Reference & StatusValue>).id ?? (value as StatusValue).code)
    : String(value);
}

const people: ReadonlySet<string> = new Set(['participant', 'user']);
/** Returns true if a reference names people, including entities. */
export const isPeopleReference = ({ target: type = '' }: Pick<Field, 'target'>): boolean =>
  people.has(type) || findRecordType(type)?.parent === 'participant';

/** Applies the titles that depend on the report's parameters. */
export function applyTitles<C extends Column>(
  { titles }: Pick<ReportDefinition, 'titles'>,
  columns: readonly C[],
  values: Readonly<Record<string, unknown>>,
): readonly C[] {
  const own = titles?.(values) ?? {};
  return columns.map((column) => ({ ...column, title: own[column.field] ?? column.title }));
}

/** Returns the columns of a response. If people are hidden, cells have no links. */
export const requestedColumns = (
  report: Pick<ReportDefinition, 'columns' | 'titles'>,
  values: Readonly<Record<string, unknown>>,
  hides: boolean,
): readonly ReportColumn[] => {
  const columns = applyTitles(report, report.columns, values);
  return hides ? columns.map(({ href: _leads, ...column }) => column) : columns;
};

export const figureColumns = ({ columns }: Pick<ReportDefinition, 'columns'>): readonly ReportColumn[] =>
  columns.filter(({ adds, countOf }) => adds || countOf);

/** Returns the figures that are added up in groups at a level, counted from the outermost. Level 0 is the whole report. */
export const addedAt = (
  report: Pick<ReportDefinition, 'columns' | 'groupBy'>,
  level: number,
): readonly ReportColumn[] => {
  const within = new Set(report.groupBy.slice(0, level));
  return figureColumns(report).filter(({ addsWithin }) => addsWithin === undefined || within.has(addsWithin));
};

/** Returns a report for its reader: in an investor's tenant, without the choices of managers and the note on them, or with its own note. */
export function reportFor<R extends Pick<ReportDefinition, 'parameters' | 'note' | 'ownNote'>>(
  report: R,
  isLpTenant: boolean,
): R {
  if (!isLpTenant) return report;
  const parameters = Object.entries(report.parameters);
  const others = parameters.filter(([, { ofManagers }]) => ofManagers !== true);
  const { note, ownNote, ...rest } = report;
  const visibleNote = ownNote ?? (others.length === parameters.length ? note : undefined);
  return {
    ...rest,
    parameters: Object.fromEntries(others),
    ...(visibleNote === undefined ? {} : { note: visibleNote }),
  } as R;
}

/** Returns the remark of a report for its parameters. */
export const reportNote = (
  { note }: Pick<ReportDefinition, 'note'>,
  values: Readonly<Record<string, unknown>>,
): string | undefined => (typeof note === 'function' ? note(values) : note);

/**
 * Returns the parameters of a report; `nameOf` gives the name of a reference. Missing parameters are omitted, except choices with a default, which
 * files state too.
 */
export function parameterTexts(
  { parameters }: Pick<ReportDefinition, 'parameters'>,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string | undefined,
): readonly ReportParameterText[] {
  return Object.entries(parameters).flatMap(([name, { title, kind, options, defaultText }]): ReportParameterText[] => {
    const value = values[name];
    if (value === undefined || value === null || value === '' || value === false) {
      const isChoice = options?.some(({ description }) => description === defaultText);
      return isChoice && defaultText !== undefined ? [{ name, title, kind: 'text', text: defaultText }] : [];
    }
    if (kind === 'date') return [{ name, title, kind, text: String(value) }];
    const option = options?.find(({ code }) => code === value)?.description;
    return [
      { name, title, kind: 'text', text: kind === 'boolean' ? 'Yes' : (option ?? nameOf(name) ?? String(value)) },
    ];
  });
}
