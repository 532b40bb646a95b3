import type { Failures } from '@carrara/domain/kernel';
import { defaultFormats, localText } from '@carrara/domain/kernel/displayFormat';
import { personalFormats } from '@carrara/ui/value/personalFormats.ts';

type Node = Readonly<Record<string, unknown>>;

/** Lists of sentences that the server writes. */
const sentenceLists: ReadonlySet<string> = new Set(['warnings', 'notes', 'remarks', 'problems', 'missing', 'reasons']);

/**
 * The sentences that the server writes, by the field that identifies them. A reason is next to the date of a figure. A message can be anywhere
 * except in an edited record, whose message a person wrote.
 */
const sentences: readonly (readonly [field: string, isIn: (node: Node) => boolean])[] = [
  ['message', (node) => !('rowVersion' in node)],
  ['contradiction', () => true],
  ['refusal', () => true],
  ['obstacle', () => true],
  ['derivation', () => true],
  ['reason', (node) => reasonsOf.some((names) => names.every((name) => name in node))],
  ['text', (node) => 'acknowledgedBy' in node || isApprovalRule(node)],
  ['source', (node) => isApprovalRule(node)],
  ['detail', (node) => 'state' in node && 'on' in node],
  ['subject', (node) => 'readDate' in node],
];

/** The fields next to a reason that the server gives: of coverage, uploads, key figures, days, vesting and the portal. */
const reasonsOf: readonly (readonly string[])[] = [
  ['lastDate'],
  ['row', 'column'],
  ['value', 'series'],
  ['value', 'on'],
  ['vested'],
  ['sourceName'],
];

const isApprovalRule = (node: Node): boolean => Object.keys(node).toSorted().join() === 'source,text';

/** The sentences in the derivation of a figure. It refers to its parts by name, so all its names change alike. */
const derivationTexts: ReadonlySet<string> = new Set(['name', 'text', 'note', 'title', 'mend', 'message', 'sharedBy']);
const isDerivation = (node: Node): boolean => 'formula' in node && 'inputs' in node && 'children' in node;

/** True if messages of the server are already in the person's format. */
const isDefaultFormat = (): boolean => {
  const { dateFormat, numberFormat } = personalFormats();
  return dateFormat === defaultFormats.dateFormat && numberFormat === defaultFormats.numberFormat;
};

/** Formats a sentence of the server for the person. */
export const localSentence = (text: string): string => (isDefaultFormat() ? text : localText(text, personalFormats()));

const localDerivation = (value: unknown, field = ''): unknown =>
  typeof value === 'string'
    ? derivationTexts.has(field)
      ? localSentence(value)
      : value
    : mapParts(value, localDerivation);

/** Applies a function to the items of an array, or to the values of an object with their names. */
function mapParts(value: unknown, change: (part: unknown, field?: string) => unknown, field?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

/** The first refusal of a rule that runs in the browser, for the person. */
export const firstSentence = ([first]: Failures): string | undefined =>
  first?.detail === undefined ? undefined : localSentence(first.detail);

function localNode(value: unknown, list?: string): unknown {
  if (typeof value === 'string') return list !== undefined && sentenceLists.has(list) ? localSentence(value) : value;
  if (Array.isArray(value)) return mapParts(value, localNode, list);
  if (value === null || typeof value !== 'object') return value;
  const node = value as Node;
  if (isDerivation(node)) return localDerivation(node);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(node)) {
    const item = node[key];
    out[key] = typeof item === 'object' ? localNode(item, Array.isArray(item) ? key : undefined) : item;
  }
  for (const [field, isIn] of sentences) {
    const text = node[field];
    if (typeof text === 'string' && isIn(node)) out[field] = localSentence(text);
  }
  return out;
}

/**
 * Formats the dates and numbers in the sentences of a response for the person. The server writes them in the default format. Everything that people
 * entered stays as it is. It happens once, where responses arrive, because a second time could swap day and month back.
 */
export const localTexts = (answer: unknown): unknown => (isDefaultFormat() ? answer : localNode(answer));
