import { add, centsOfText, negate, type Whole } from '../../kernel/cents/index.ts';
import { decimal, type Decimal, moneyText, required, sumOfMoney } from '../../kernel/index.ts';
import { percentOfRun } from './percentOfRun.ts';
import {
  type DetailLine,
  type FiguresOrNull,
  type FigureTexts,
  isDetermined,
  isTaxed,
  type RunRows,
  type RunTotals,
  untaxedLines,
  withoutTax,
} from './rows.ts';

const names = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;
type Cents = Record<(typeof names)[number], Whole>;

const noCents = (): Cents => ({ gross: 0, tax: 0, escrow: 0, loanRepayment: 0, otherAdjustment: 0, net: 0 });

function addLine(sums: Cents, line: FigureTexts): void {
  for (const name of names) sums[name] = add(sums[name], centsOfText(line[name]));
}

function textOf(cents: Whole): string {
  const digits = String(cents < 0 ? negate(cents) : cents).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const textsOf = (cents: Cents): FigureTexts => ({
  gross: textOf(cents.gross),
  tax: textOf(cents.tax),
  escrow: textOf(cents.escrow),
  loanRepayment: textOf(cents.loanRepayment),
  otherAdjustment: textOf(cents.otherAdjustment),
  net: textOf(cents.net),
});

/** Adds up a determined source: the sums of its outermost rows. */
export function sourceFigures(details: readonly DetailLine[]): FigureTexts {
  const sums = noCents();
  for (const line of details) if (line.parentId === null) addLine(sums, line);
  return textsOf(sums);
}

/** A participant's total over all sources of a run, on one path. */
export interface PathTotal {
  readonly participantId: string;
  readonly isTerminated: boolean;
  readonly via: readonly string[];
  /** Null if a source isn't determined, because everyone may get more from it. */
  readonly figures: FiguresOrNull | null;
  /** Percentage of the run's total. */
  readonly percent: string | null;
  /** For an entity, the participants reached through it. */
  readonly members: readonly PathTotal[];
}

interface Sum {
  readonly line: DetailLine;
  readonly cents: Cents;
  isTaxUnknown: boolean;
  readonly members: Map<string, Sum>;
}

/**
 * Returns the totals of all participants over all sources. Those reached through an entity are nested below it, so the outermost rows add up to the
 * total.
 *
 * Source: docs/calculations/distribution.md.
 */
export function pathTotals({ sources, totals }: RunRows): readonly PathTotal[] {
  const outermost = new Map<string, Sum>();
  for (const source of sources) {
    const untaxed = untaxedLines(source);
    for (const line of source.details) {
      let level = outermost;
      for (const entity of line.path) level = required(level.get(entity), 'the row of an entity').members;
      let sum = level.get(line.participantId);
      if (!sum) {
        sum = { line, cents: noCents(), isTaxUnknown: false, members: new Map() };
        level.set(line.participantId, sum);
      }
      addLine(sum.cents, line);
      sum.isTaxUnknown ||= untaxed.has(line.id);
    }
  }
  return totalsOf(outermost, isDetermined(totals) ? totals.netDistributable : null);
}

function totalsOf(level: ReadonlyMap<string, Sum>, netDistributable: string | null): readonly PathTotal[] {
  return [...level.values()].map(({ line: { participantId, isTerminated, path }, cents, isTaxUnknown, members }) => {
    const existing = netDistributable === null ? null : textsOf(cents);
    const figures = existing && isTaxUnknown ? withoutTax<FiguresOrNull>(existing) : existing;
    return {
      participantId,
      isTerminated,
      via: path,
      figures,
      percent: existing && netDistributable !== null ? percentOfRun(existing.gross, netDistributable) : null,
      members: totalsOf(members, netDistributable),
    };
  });
}

/** Sums over the sources of a run for which each figure is determined, if it isn't for others. */
export interface DeterminedPart extends Omit<FigureTexts, 'tax' | 'net'> {
  readonly tax: string | null;
  readonly net: string | null;
  readonly numberOfSources: number;
  /** The sources that all sums cover, apart from the tax and the net. */
  readonly numberDetermined: number;
  /** The sources that the tax and the net cover. If there are none, both are null. */
  readonly numberTaxed: number;
  readonly netDistributable: string;
  readonly unallocated: string;
}

/**
 * Adds up each figure of a run over the sources for which it is determined, and counts them. The tax and the net need the characterizations of a
 * source, the other figures don't. Null if that adds nothing to the totals of the run, or if no source is determined.
 *
 * Units:  money in major units, texts with 2 decimals.
 * Source: decision 0032.
 */
export function determinedPart({ sources }: Pick<RunRows, 'sources'>): DeterminedPart | null {
  const determined = sources.filter(isDetermined);
  const taxed = determined.filter(isTaxed);
  if (determined.length === 0 || taxed.length === sources.length) return null;
  if (determined.length === sources.length && taxed.length === 0) return null;
  const figures = sourceFigures(determined.flatMap(({ details }) => details));
  const { tax, net } = sourceFigures(taxed.flatMap(({ details }) => details));
  return {
    ...figures,
    ...(taxed.length === 0 ? { tax: null, net: null } : { tax, net }),
    numberOfSources: sources.length,
    numberDetermined: determined.length,
    numberTaxed: taxed.length,
    netDistributable: sumOfMoney(determined.map(({ netDistributableAmount }) => netDistributableAmount)),
    unallocated: sumOfMoney(determined.map(({ unallocated }) => unallocated ?? '0')),
  };
}

/** The reconciliation of a run's totals: the deductions, and the difference, which should be zero. */
export interface RunProof {
  readonly adjustments: string | null;
  readonly difference: string | null;
}

/**
 * Reconciles the totals of a run. Both figures are null if the totals, or their tax, aren't determined.
 *
 *     difference = net distributable - unallocated - net - tax - escrow - loan repayment - other adjustment;
 *     where that is zero, |gross - (net distributable - unallocated)|
 *
 * Source: docs/calculations/distribution.md.
 */
export function proofOfRun(totals: RunTotals): RunProof {
  const { netDistributable, unallocated, gross, tax, escrow, loanRepayment, otherAdjustment, net } = totals;
  if (gross === null || net === null || unallocated === null) return { adjustments: null, difference: null };
  const deductions = [tax, escrow, loanRepayment, otherAdjustment].map((amount) => amount ?? '0');
  const remaining = [unallocated, net, ...deductions].reduce<Decimal>(
    (rest, part) => rest.minus(part),
    decimal(netDistributable),
  );
  const lost = decimal(gross).minus(decimal(netDistributable).minus(unallocated)).abs();
  return {
    adjustments: moneyText(decimal(gross).minus(net)),
    difference: moneyText(remaining.isZero() ? lost : remaining),
  };
}
