import { type Decimal, decimal } from '../kernel/index.ts';
import { computeDistributionAt } from './engineVersions.ts';
import { distributionInputFromJson } from './json.ts';
import type { KeptInputs } from './ports.ts';
import { type DetailLine, type FigureTexts, type RunRows, reversedRows, runRows } from './runRows.ts';

/** A stored figure that is not what its kept inputs come to. */
export interface RunDifference {
  /** Source and participants on the way, by their ids; empty for a total. */
  readonly place: readonly string[];
  readonly figure: string;
  readonly stored: string;
  readonly computed: string;
}

export interface RunVerification {
  /** How many figures were compared. */
  readonly figures: number;
  readonly differences: readonly RunDifference[];
  /** Why nothing could be compared: an unknown engine version, or inputs that the engine refuses. */
  readonly refusal?: string;
}

const names = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;

/**
 * Computes a stored run again from its kept inputs with the engine that made it, and compares every figure to the cent.
 *
 * Source: calculations 5.9.
 */
export function verifyRun(stored: RunRows, kept: KeptInputs, engineVersion: string): RunVerification {
  const input = distributionInputFromJson(kept.input);
  const result = computeDistributionAt(engineVersion, input);
  if (result.isErr()) {
    return { figures: 0, differences: [], refusal: result.error.map(({ code }) => code).join(', ') };
  }
  return compareRuns(stored, runRows(stored.sources, input, result.value, new Map(), numbered()));
}

/** Compares a reversal with what it undoes: each figure with its sign turned. */
export function verifyReversal(stored: RunRows, undone: RunRows): RunVerification {
  return compareRuns(stored, reversedRows(undone, numbered()));
}

/** Rows need identifiers of their own to know those below them. */
function numbered(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return String(next);
  };
}

function compareRuns(stored: RunRows, computed: RunRows): RunVerification {
  const differences: RunDifference[] = [];
  let figures = 0;
  const compare = (place: readonly string[], figure: string, one: string | undefined, other: string | undefined) => {
    figures += 1;
    if (one !== undefined && other !== undefined && decimal(one).eq(other)) return;
    differences.push({ place, figure, stored: one ?? 'nothing', computed: other ?? 'nothing' });
  };
  const compareFigures = (place: readonly string[], one: FigureTexts | undefined, other: FigureTexts | undefined) => {
    for (const name of names) compare(place, name, one?.[name], other?.[name]);
  };
  stored.sources.forEach((source, i) => {
    const other = computed.sources[i];
    for (const name of ['gross', 'adjustments', 'net', 'unallocated'] as const) {
      compare([source.sourceId], name, source[name], other?.[name]);
    }
    const lines = linesOf(source.details);
    const others = linesOf(other?.details ?? []);
    for (const key of new Set([...lines.keys(), ...others.keys()])) {
      const place = [source.sourceId, ...key.split(' ')];
      compareFigures(place, lines.get(key), others.get(key));
      compareTaxes(place, lines.get(key), others.get(key), compare);
    }
  });
  compareFigures([], stored.totals, computed.totals);
  compare([], 'unallocated', stored.totals.unallocated, computed.totals.unallocated);
  return { figures, differences };
}

const linesOf = (details: readonly DetailLine[]) =>
  new Map(details.map((line) => [[...line.path, line.participantId].join(' '), line]));

function compareTaxes(
  place: readonly string[],
  one: DetailLine | undefined,
  other: DetailLine | undefined,
  compare: (place: readonly string[], figure: string, one: string | undefined, other: string | undefined) => void,
): void {
  const sums = (line: DetailLine | undefined) => {
    const found = new Map<string, Decimal>();
    for (const { taxProfileId, characterizationId, amount } of line?.taxes ?? []) {
      const key = `tax row ${taxProfileId ?? ''} ${characterizationId ?? ''}`.trim();
      found.set(key, (found.get(key) ?? decimal('0')).plus(amount));
    }
    return found;
  };
  const [stored, computed] = [sums(one), sums(other)];
  for (const key of new Set([...stored.keys(), ...computed.keys()])) {
    compare(place, key, stored.get(key)?.toFixed(2), computed.get(key)?.toFixed(2));
  }
}
