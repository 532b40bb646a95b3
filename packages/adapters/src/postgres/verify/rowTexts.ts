import { asText } from '@carrara/contract/core/asText';
import { carryTermTexts } from '@carrara/contract/performance/carryTerms/carryTerms';
import { figureTitle, isPeriodFigure } from '@carrara/contract/performance/period/periodFigures';
import { payAccessLifecycle } from '@carrara/domain/compensation/access';
import { awardLifecycle } from '@carrara/domain/compensation/award';
import { deferredKinds, leaverKinds } from '@carrara/domain/compensation/deferred';
import { payStatementLifecycle } from '@carrara/domain/compensation/statement';
import { employeeLifecycle, employmentSteps } from '@carrara/domain/people/participant';
import {
  commitmentEventKinds,
  entryTypeCodes,
  entryTypeRule,
  ledgerAct,
  ledgerActKinds,
} from '@carrara/domain/performance/ledger';
import { moneyFigures } from '@carrara/domain/performance/period';
import { unlistedColumns } from '../engine/journal/recordStates.ts';
import { tableManifests } from '../tables/all.ts';
import type { TableManifest } from '../tables/tableManifest.ts';
import { maskValue } from './maskValue.ts';
import { numberText } from './numberText.ts';

export type Row = Readonly<Record<string, string | null>>;

const declared = (name: 'subjects' | 'nouns'): ReadonlyMap<string, string> =>
  new Map(tableManifests.flatMap((manifest: TableManifest) => Object.entries(manifest[name] ?? {})));
const subjects = declared('subjects');
const nouns = declared('nouns');

/** Returns the columns that say what a row of a table is about. */
export const subjectColumns = (table: string): readonly string[] => subjects.get(table)?.split(' ') ?? [];

const ofWhole: ReadonlySet<string> = new Set(['commitment_id', 'investor_id']);

/** Returns what a row is about, from its owner inward: fund, investor, figure or its withdrawal, date. Empty if its table declares nothing. */
export const subjectsOf = (table: string, row: Row, without?: string): readonly string[] =>
  namedValues(
    table,
    subjectColumns(table)
      .filter((column) => column !== without && column in row)
      .map((column) => [column, row[column] ?? null]),
    Boolean(row['reverses_id']),
  );

/** Returns the values of columns that name rows. A figure without an investor is of the fund as a whole. */
export const namedValues = (
  table: string,
  values: readonly (readonly [column: string, value: string | null])[],
  isReversal = false,
): readonly string[] =>
  values.flatMap(([column, value]) =>
    value === null
      ? ofWhole.has(column) && values.some(([other]) => other === 'vehicle_id')
        ? ['fund as a whole']
        : []
      : [`${isReversal && column === 'figure' ? 'withdrawal of ' : ''}${valueText(table, column, value)}`],
  );

/** Returns the noun for a kind of record. */
export const typeLabel = (type: string): string => type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const nounOf = (table: string): string => nouns.get(table) ?? table.replaceAll('_', ' ');
export const nounsOf = (table: string): string =>
  nounOf(table)
    .replace(/y$/, 'ie')
    .replace(/(?<!s)$/, 's');

/** Returns the name of a column within a sentence. The link to a person is the user on screens. */
export const columnLabel = (column: string): string =>
  column === 'person_id' ? 'user' : column.replace(/^is_|_id$/g, '').replaceAll('_', ' ');

/** Returns the title of a figure or other field, as screens have it. */
export function fieldTitle(field: string): string {
  const name = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (isPeriodFigure(name)) return figureTitle(name);
  const figure = name.replace(/Annualized$/, '');
  return figure !== name && isPeriodFigure(figure) ? `${figureTitle(figure)} annualized` : asText(name);
}

/** Columns that only the product reads. */
const technical =
  /^(id|tenant_id|row_version|seq|position|source_row|names_vehicle|bears_carry|(created|updated)_(at|by))$/;

/** Columns with amounts in the currency of a vehicle. */
const amounts: ReadonlySet<string> = new Set(['amount', 'cost', 'cost_relieved', 'fair_value', 'unfunded']);

/** True for an amount. A reported figure is one unless it is a rate or a multiple. */
export const isAmount = (column: string, { figure }: Row): boolean =>
  amounts.has(column) || (column === 'value' && moneyFigures.some((name) => name === figure));

/** Returns the values of a row as text, without those that its location names. `currency` is that of its amounts. */
export function rowText(table: string, row: Row, without: readonly string[] = [], currency?: string): string {
  const named = new Set([...subjectColumns(table), ...without]);
  return Object.entries(row)
    .flatMap(([column, value]) => {
      if (!value || technical.test(column) || unlistedColumns.has(column) || named.has(column)) return [];
      const text = valueText(table, column, value);
      const isMoney = currency !== undefined && isAmount(column, row);
      return text === nothing ? [] : [`${columnLabel(column)} ${numberText(text, isMoney ? currency : undefined)}`];
    })
    .join(', ');
}

const titlesOf = (column: string, labels: Readonly<Record<string, string>>) => ({
  [column]: (code: string) => labels[code],
});
const titles: Readonly<Record<string, (code: string) => string | undefined>> = {
  'ledger_entry.type': (code) => entryTypeCodes.find((type) => type === code) && entryTypeRule(code as never).title,
  'commitment_event.kind': (code) =>
    new Map<string, { title: string }>(Object.entries(commitmentEventKinds)).get(code)?.title,
  'reported_figure.figure': fieldTitle,
  'ledger_act.kind': (code) => ledgerActKinds.find((kind) => kind === code) && ledgerAct(code as never).title,
  'reference_entry.type': (type) => type.replaceAll('-', ' '),
  'carry_tier.position': (position) => `tier ${String(Number(position) + 1)}`,
  ...titlesOf('carry_tier.kind', carryTermTexts),
  ...titlesOf('award.status', awardLifecycle.states),
  ...titlesOf('deferred_entry.kind', deferredKinds),
  ...titlesOf('employee.leaver_kind', leaverKinds),
  ...titlesOf('employment_event.kind', employmentSteps),
  ...titlesOf('participant.status', employeeLifecycle.states),
  ...titlesOf('pay_access.status', payAccessLifecycle.states),
  ...titlesOf('pay_statement.status', payStatementLifecycle.states),
  'economic_terms.row_version': (version) => `version ${version}`,
};

/** Returns a stored value as text: titles for codes, words for JSON, and a digest for personal data. */
function valueText(table: string, column: string, value: string): string {
  const text = maskValue(column, value);
  return titles[`${table}.${column}`]?.(text) ?? (isJson(text) ? jsonText(text) : text);
}

/** Returns JSON in words. Other text stays as it is. */
const jsonText = (text: string): string => {
  const value = parsed(text);
  return value === undefined ? text : readableText(value);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns two stored values as text. Parts of JSON that are equal are left out. */
export function differingTexts(
  table: string,
  column: string,
  values: readonly [string | null, string | null],
): readonly [string | null, string | null] {
  const [a, b] = values.map((value) => {
    // A masked value isn't JSON.
    const text = value && maskValue(column, value);
    return text && isJson(text) ? parsed(text) : undefined;
  });
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b))
    return [readableText(without(a, b)), readableText(without(b, a))];
  const [first, other] = values;
  return [first && valueText(table, column, first), other && valueText(table, column, other)];
}

const isJson = (text: string): boolean => /^[[{]/.test(text);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the parts of JSON that another value doesn't have. */
function without(value: object, other: object): unknown {
  const textOf = (inner: unknown) => JSON.stringify(inner);
  if (Array.isArray(value)) {
    const present = new Set(Object.values(other).map(textOf));
    return value.filter((inner) => !present.has(textOf(inner)));
  }
  const present = new Map(Object.entries(other).map(([name, inner]) => [name, textOf(inner)]));
  return Object.fromEntries(Object.entries(value).filter(([name, inner]) => present.get(name) !== textOf(inner)));
}

const nothing = 'nothing';
function readableText(value: unknown): string {
  if (Array.isArray(value))
    return (value.every(isReason) ? reasonTexts(value) : value.map(readableText)).join('; ') || nothing;
  if (!isObject(value)) return typeof value === 'string' && isPeriodFigure(value) ? figureTitle(value) : String(value);
  const present = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '');
  return (
    present.map(([name, inner]) => `${fieldTitle(name.replace(/Id$/, ''))} ${readableText(inner)}`).join(', ') ||
    nothing
  );
}

/** The reason why a figure isn't determined. */
interface Reason {
  readonly field: string;
  readonly message: string;
}
const isReason = (value: unknown): value is Reason =>
  isObject(value) &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Returns each reason once, after the titles of its figures. */
function reasonTexts(reasons: readonly Reason[]): readonly string[] {
  const figures = new Map<string, string[]>();
  for (const { field, message } of reasons) figures.set(message, [...(figures.get(message) ?? []), fieldTitle(field)]);
  return [...figures].map(([message, titles]) => `${titles.join(', ')}: ${message.replace(/\.$/, '')}`);
}
