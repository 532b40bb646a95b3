import { decimal, moneyText, numberText } from '../../kernel/index.ts';
import { computeDistributionAt } from './engineVersions.ts';
import { distributionInputFromJson } from './json.ts';
import type { StoredInputs } from './storedInputs.ts';
import { reversedRows } from './reversedRows.ts';
import type { DetailLine, RunRows, SourceLine } from './rows.ts';
import { isUnread } from './runRequest.ts';
import { runRows } from './runRows.ts';

/** A stored figure that differs from the result of its stored inputs. */
export interface RunDifference {
  /** The ids of the source and of the participants on the path; empty for figures of the whole run. */
  readonly location: readonly string[];
  readonly figure: string;
  readonly stored: string;
  readonly computed: string;
}

export interface RunVerification {
  /** The number of compared figures. */
  readonly figures: number;
  readonly differences: readonly RunDifference[];
  /** The reason why nothing could be compared: an unknown engine version, or inputs that the engine rejects. */
  readonly refusal?: string;
}

const names = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;

/**
 * Recomputes a stored run from its stored inputs with the engine version that produced it. Compares everything that
 * is displayed to the cent: sources and rows, figures and percentages, counts, tax rows with their rates, and
 * terminations.
 *
 * Source: decision 0019.
 */
export function verifyRun(stored: RunRows, inputs: StoredInputs, engineVersion: string): RunVerification {
  const input = distributionInputFromJson(inputs.input);
  const result = computeDistributionAt(engineVersion, input);
  if (result.isErr()) {
    return { figures: 0, differences: [], refusal: result.error.map(({ code }) => code).join(', ') };
  }
  const profiles = new Map(stored.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const isByBalance = inputs.request.investorBalanceBased;
  const requested = inputs.request.sources.map((source) => ({
    id: source.sourceId,
    sourceId: source.sourceId,
    type: source.type,
    // A run by balance uses no profile. Without a requested profile, use the one that was in force.
    profileId: (isByBalance ? undefined : source.profileId) ?? profiles.get(source.sourceId) ?? null,
    defaultEscrow: source.defaultEscrow ? numberText(decimal(source.defaultEscrow)) : null,
    netDistributableAmount: moneyText(decimal(source.netDistributableAmount)),
    characterizations: source.characterizations,
    isUnread: isUnread(source),
  }));
  return compareRuns(stored, runRows(requested, input, result.value, new Map(), createIdGenerator()));
}

/** Compares a reversal with the original run: each figure must have the opposite sign. */
export function verifyReversal(stored: RunRows, undone: RunRows): RunVerification {
  return compareRuns(stored, reversedRows(undone, createIdGenerator()));
}

/** Returns an id generator. Rows need ids so that rows below them can refer to them. */
export function createIdGenerator(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return String(next);
  };
}

type Compare = (location: readonly string[], figure: string, stored: unknown, computed: unknown) => void;

/** Compares a stored run with the result of its inputs, figure by figure. */
export function compareRuns(stored: RunRows, computed: RunRows): RunVerification {
  const differences: RunDifference[] = [];
  let figures = 0;
  const compare: Compare = (location, figure, first, other) => {
    figures += 1;
    if (!isSame(first, other)) differences.push({ location, figure, stored: textOf(first), computed: textOf(other) });
  };
  const sources = bySource(stored);
  const others = bySource(computed);
  for (const id of new Set([...sources.keys(), ...others.keys()])) {
    const [source, other] = [sources.get(id), others.get(id)];
    if (source && other) compareSources([id], source, other, compare);
    else compare([id], 'source', sourceText(source), sourceText(other));
  }
  for (const name of [...names, 'netDistributable', 'unallocated', 'numberOfParticipants'] as const) {
    compare([], name, stored.totals[name], computed.totals[name]);
  }
  return { figures, differences };
}

const sourceText = (source: SourceLine | undefined) =>
  source && `net distributable amount ${source.netDistributableAmount}, gross ${source.gross ?? 'not determined'}`;

const bySource = ({ sources }: RunRows) => new Map(sources.map((source) => [source.sourceId, source]));

function compareSources(location: readonly string[], first: SourceLine, other: SourceLine, compare: Compare): void {
  for (const name of [
    'type',
    'profileId',
    'defaultEscrow',
    'netDistributableAmount',
    'gross',
    'adjustments',
    'net',
    'unallocated',
  ] as const) {
    compare(location, name, first[name], other[name]);
  }
  compare(location, 'numberOfParticipants', first.numberOfParticipants, other.numberOfParticipants);
  compareKeyed(location, 'characterization', partsOf(first), partsOf(other), compare);
  compareKeyed(location, 'vesting applied', forfeitedOf(first), forfeitedOf(other), compare);
  compareRows(location, linesOf(first.details), linesOf(other.details), compare);
}

/** Compares the rows of a source. A row with another path or without its counterpart is one difference, whatever its figures. */
function compareRows(
  location: readonly string[],
  lines: ReadonlyMap<string, DetailLine>,
  others: ReadonlyMap<string, DetailLine>,
  compare: Compare,
): void {
  const strays = new Map([...lines].filter(([key]) => !others.has(key)));
  for (const [key, other] of others) {
    const at = [...location, ...key.split(' ')];
    const line = lines.get(key);
    if (line) {
      compareLines(at, line, other, compare);
      continue;
    }
    const [strayKey, stray] = [...strays].find(([, { participantId }]) => participantId === other.participantId) ?? [];
    if (strayKey === undefined || stray === undefined) {
      compare(at, 'row', undefined, rowText(other));
      continue;
    }
    strays.delete(strayKey);
    compare(at, 'path', pathText(stray), pathText(other));
    compareLines(at, stray, other, compare);
  }
  for (const [key, line] of strays) compare([...location, ...key.split(' ')], 'row', rowText(line), undefined);
}

const pathText = ({ path }: DetailLine) => (path.length > 0 ? path.join(' > ') : 'direct');
const rowText = ({ gross, effective }: DetailLine) => `gross ${gross}, effective ${effective}`;

const partsOf = ({ characterizations }: SourceLine) =>
  new Map(characterizations.map(({ id, percent }) => [id, percent]));

/** Returns the forfeited and received percentages, by giver and recipient. */
const forfeitedOf = ({ forfeitures = [] }: SourceLine) =>
  new Map(
    forfeitures.flatMap(({ participantId, via = [], effective, vested, vestedOn, forfeited, recipients }) => {
      const holder = [...via, participantId].join(' ');
      return [
        [holder, `effective ${effective}, vested ${vested} on ${vestedOn}, forfeited ${forfeited}`] as const,
        ...recipients.map((recipient) => [`${holder} ${recipient.participantId}`, recipient.adjustment] as const),
      ];
    }),
  );

function compareLines(location: readonly string[], first: DetailLine, other: DetailLine, compare: Compare): void {
  for (const name of names) compare(location, name, first[name], other[name]);
  for (const name of [
    'effective',
    'escrowPercent',
    'isLeaf',
    'isTerminated',
    'taxOverridden',
    'escrowOverridden',
  ] as const) {
    compare(location, name, first[name], other[name]);
  }
  for (const name of ['amount', 'rate', 'percent'] as const) {
    compareKeyed(location, `tax ${name}`, taxesOf(first, name), taxesOf(other, name), compare);
  }
}

/** Compares values by the ids of the records that they are about. */
function compareKeyed(
  location: readonly string[],
  figure: string,
  first: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  compare: Compare,
): void {
  for (const key of new Set([...first.keys(), ...other.keys()])) {
    compare([...location, ...key.split(' ').filter((id) => id !== '')], figure, first.get(key), other.get(key));
  }
}

const number = /^-?\d+(\.\d+)?$/;

/** Returns true if two numbers are equal to the ten decimals that are stored, regardless of trailing zeros. */
function isSame(first: unknown, other: unknown): boolean {
  if (typeof first === 'string' && typeof other === 'string' && number.test(first) && number.test(other)) {
    return decimal(first).toDecimalPlaces(10).eq(decimal(other).toDecimalPlaces(10));
  }
  // Two absent figures differ in nothing that a reader could see.
  return textOf(first) === textOf(other);
}

const textOf = (value: unknown): string => (value === undefined || value === null ? 'nothing' : String(value));

const linesOf = (details: readonly DetailLine[]) =>
  new Map(details.map((line) => [[...line.path, line.participantId].join(' '), line]));

/** Returns a line's tax rows. Rows of the same profile and kind of income are added up. */
function taxesOf({ taxes }: DetailLine, name: 'amount' | 'rate' | 'percent'): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { taxProfileId, characterizationId, ...tax } of taxes) {
    const key = `${taxProfileId ?? ''} ${characterizationId ?? ''}`.trim();
    const earlier = found.get(key);
    found.set(
      key,
      earlier === undefined || name === 'rate' ? (tax[name] ?? '') : decimal(earlier).plus(tax[name]).toFixed(),
    );
  }
  return found;
}
