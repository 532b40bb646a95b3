import { type Decimal, decimal, type Failure, moneyText, numberText } from '../../kernel/index.ts';
import { OVERRIDE_ROW, type TaxAllocation } from '../tax/index.ts';
import type {
  CarryFigures,
  DetailRow,
  DistributionInput,
  DistributionResult,
  DistributionTotals,
  SourceResult,
} from './distribution.ts';
import { originalKey } from './runInput.ts';
import type { SourceType } from './runRequest.ts';

/** Money as text, as it is stored and answered. */
export interface FigureTexts {
  readonly gross: string;
  readonly tax: string;
  readonly escrow: string;
  readonly loanRepayment: string;
  readonly otherAdjustment: string;
  readonly net: string;
}

export interface TaxLine {
  /** Null for a given tax that has no profile to be split over. */
  readonly taxProfileId: string | null;
  readonly characterizationId: string | null;
  /** The rate of the profile, before the characterization's part of it. */
  readonly rate: string | null;
  readonly percent: string;
  readonly amount: string;
}

/** One way by which carry reaches someone; an entity's line is the sum of the lines below it. */
export interface DetailLine extends FigureTexts {
  readonly id: string;
  readonly participantId: string;
  readonly parentId: string | null;
  readonly path: readonly string[];
  readonly isLeaf: boolean;
  readonly effective: string;
  readonly original: string | null;
  readonly escrowPercent: string | null;
  readonly isTerminated: boolean;
  readonly taxOverridden: boolean;
  readonly escrowOverridden: boolean;
  readonly taxes: readonly TaxLine[];
}

export interface SourceLine {
  readonly id: string;
  readonly sourceId: string;
  readonly type: SourceType;
  readonly profileId: string | null;
  /** The source's own; null where it is the run's default. */
  readonly defaultEscrow: string | null;
  readonly netDistributableAmount: string;
  /** Null, as everything that follows from it, for a source that is not determined: it has no rows then. */
  readonly gross: string | null;
  readonly adjustments: string | null;
  readonly net: string | null;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
  readonly characterizations: readonly { readonly id: string; readonly percent: string }[];
  readonly details: readonly DetailLine[];
}

/** Of all sources; null where one of them is not determined. */
export interface RunTotals extends FiguresOrNull {
  readonly netDistributable: string;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
}

export type FiguresOrNull = { readonly [K in keyof FigureTexts]: string | null };

/** Whether all figures of a source, or of a run, are known. */
export const isDetermined = ({ gross }: Pick<SourceLine | RunTotals, 'gross'>): boolean => gross !== null;

/** A run as it is stored: every figure, row by row; entities come before the rows below them. */
export interface RunRows {
  readonly sources: readonly SourceLine[];
  readonly totals: RunTotals;
}

/** What a source's line says beside its figures. */
export type SourceOfRun = Pick<
  SourceLine,
  'id' | 'sourceId' | 'type' | 'profileId' | 'defaultEscrow' | 'characterizations'
> & {
  readonly netDistributableAmount: string;
  /** Something that was typed for it holds no figure. */
  readonly isUnread: boolean;
};

/** Makes the rows of a computed run; a source that could not be computed, or only without what was typed for it, has no rows and no figures. */
export function runRows(
  sources: readonly SourceOfRun[],
  input: DistributionInput,
  result: DistributionResult,
  originals: ReadonlyMap<string, Decimal>,
  newId: () => string,
): RunRows {
  const results = new Map(result.sources.map((source) => [source.id, source]));
  const rates = ratesOf(input);
  const terminated = new Set(input.participants.filter(({ status }) => status === 'terminated').map(({ id }) => id));
  const lines = sources.map(({ isUnread, ...source }): SourceLine => {
    const found = results.get(source.sourceId);
    if (isUnread || !found || isWithoutRows(source, found)) return { ...source, ...notDetermined, details: [] };
    const details: DetailLine[] = [];
    const visit = (row: DetailRow, path: readonly string[], parentId: string | null): void => {
      const id = newId();
      const original = path.length === 0 ? originals.get(originalKey(source.sourceId, row.participantId)) : undefined;
      details.push({
        id,
        participantId: row.participantId,
        parentId,
        path,
        isLeaf: row.members === undefined,
        effective: numberText(row.effective),
        original: original ? numberText(original) : null,
        escrowPercent: row.escrowPercent ? numberText(row.escrowPercent) : null,
        isTerminated: terminated.has(row.participantId),
        taxOverridden: row.taxOverridden === true,
        escrowOverridden: row.escrowOverridden === true,
        taxes: row.taxAllocations.map((tax) => taxLine(tax, rates)),
        ...figureTexts(row),
      });
      if (row.members === undefined) return;
      const below = [...path, row.participantId];
      for (const member of row.members) visit(member, below, id);
    };
    for (const row of found.details) visit(row, [], null);
    return {
      ...source,
      gross: moneyText(found.gross),
      adjustments: moneyText(found.adjustments),
      net: moneyText(found.net),
      unallocated: moneyText(found.unallocated),
      numberOfParticipants: found.numberOfParticipants,
      details,
    };
  });
  return { sources: lines, totals: totalsOf(lines, result.totals) };
}

/** An amount of which nobody is known who shares in it. */
const isWithoutRows = ({ netDistributableAmount }: Pick<SourceOfRun, 'netDistributableAmount'>, found: SourceResult) =>
  found.details.length === 0 && !decimal(netDistributableAmount).isZero();

const notDetermined = { gross: null, adjustments: null, net: null, unallocated: null, numberOfParticipants: null };
const noFigures = { gross: null, tax: null, escrow: null, loanRepayment: null, otherAdjustment: null, net: null };

function totalsOf(sources: readonly SourceLine[], totals: DistributionTotals): RunTotals {
  const netDistributable = moneyText(
    sources.reduce((total, source) => total.plus(source.netDistributableAmount), decimal('0')),
  );
  if (!sources.every(isDetermined)) {
    return { ...noFigures, netDistributable, unallocated: null, numberOfParticipants: null };
  }
  return {
    ...figureTexts(totals),
    netDistributable,
    unallocated: moneyText(totals.unallocated),
    numberOfParticipants: totals.numberOfParticipants,
  };
}

/** What is submitted, and so what is paid or reversed, is determined. */
function known<T>(value: T | null): T {
  if (value === null) throw new Error('a distribution that is paid is determined');
  return value;
}

const knownFigures = (totals: FiguresOrNull): FigureTexts => ({
  gross: known(totals.gross),
  tax: known(totals.tax),
  escrow: known(totals.escrow),
  loanRepayment: known(totals.loanRepayment),
  otherAdjustment: known(totals.otherAdjustment),
  net: known(totals.net),
});

export function figureTexts(figures: CarryFigures): FigureTexts {
  return {
    gross: moneyText(figures.gross),
    tax: moneyText(figures.tax),
    escrow: moneyText(figures.escrow),
    loanRepayment: moneyText(figures.loanRepayment),
    otherAdjustment: moneyText(figures.otherAdjustment),
    net: moneyText(figures.net),
  };
}

function taxLine(tax: TaxAllocation, rates: ReadonlyMap<string, string>): TaxLine {
  const isGiven = tax.taxProfileId === OVERRIDE_ROW;
  const characterizationId = tax.characterizationId ?? null;
  return {
    taxProfileId: isGiven ? null : tax.taxProfileId,
    characterizationId,
    rate: isGiven ? null : (rates.get(`${tax.taxProfileId} ${characterizationId ?? ''}`) ?? null),
    percent: numberText(tax.percent),
    amount: moneyText(tax.amount),
  };
}

/** The rates of all tax profiles of an input, by profile and characterization. */
function ratesOf(input: DistributionInput): ReadonlyMap<string, string> {
  const rates = new Map<string, string>();
  const lists = [
    input.taxProfiles,
    ...input.sources.map((s) => s.taxProfiles),
    ...input.participants.map((p) => p.taxProfiles),
  ];
  for (const { id, rate, rates: own = [] } of lists.flatMap((list) => list ?? [])) {
    if (rate) rates.set(`${id} `, numberText(rate));
    for (const { characterizationId, rate: each } of own) rates.set(`${id} ${characterizationId}`, numberText(each));
  }
  return rates;
}

/** The stored rows as a result again: what a reversal turns, a disbursement posts and verify compares. */
export function runResult({ sources, totals }: RunRows): DistributionResult {
  return {
    sources: sources.map(sourceResult),
    participants: [],
    entities: [],
    totals: {
      ...figuresOf(knownFigures(totals)),
      adjustments: decimal(known(totals.gross)).minus(known(totals.net)),
      unallocated: decimal(known(totals.unallocated)),
      numberOfParticipants: known(totals.numberOfParticipants),
    },
    warnings: [] as readonly Failure[],
  };
}

function sourceResult(source: SourceLine): SourceResult {
  const byParent = new Map<string | null, DetailLine[]>();
  for (const line of source.details) {
    const siblings = byParent.get(line.parentId);
    if (siblings) siblings.push(line);
    else byParent.set(line.parentId, [line]);
  }
  const rowOf = (line: DetailLine): DetailRow => ({
    participantId: line.participantId,
    effective: decimal(line.effective),
    ...figuresOf(line),
    taxAllocations: line.taxes.map((tax) => ({
      taxProfileId: tax.taxProfileId ?? OVERRIDE_ROW,
      ...(tax.characterizationId ? { characterizationId: tax.characterizationId } : {}),
      percent: decimal(tax.percent),
      amount: decimal(tax.amount),
    })),
    ...(line.escrowPercent === null ? {} : { escrowPercent: decimal(line.escrowPercent) }),
    ...(line.taxOverridden ? { taxOverridden: true as const } : {}),
    ...(line.escrowOverridden ? { escrowOverridden: true as const } : {}),
    ...(line.isLeaf ? {} : { members: (byParent.get(line.id) ?? []).map(rowOf) }),
  });
  const details = (byParent.get(null) ?? []).map(rowOf);
  const sum = (name: keyof CarryFigures) => details.reduce((total, row) => total.plus(row[name]), decimal('0'));
  return {
    id: source.sourceId,
    gross: decimal(known(source.gross)),
    tax: sum('tax'),
    escrow: sum('escrow'),
    loanRepayment: sum('loanRepayment'),
    otherAdjustment: sum('otherAdjustment'),
    net: decimal(known(source.net)),
    adjustments: decimal(known(source.adjustments)),
    unallocated: decimal(known(source.unallocated)),
    numberOfParticipants: known(source.numberOfParticipants),
    details,
  };
}

function figuresOf(texts: FigureTexts): CarryFigures {
  return {
    gross: decimal(texts.gross),
    tax: decimal(texts.tax),
    escrow: decimal(texts.escrow),
    loanRepayment: decimal(texts.loanRepayment),
    otherAdjustment: decimal(texts.otherAdjustment),
    net: decimal(texts.net),
  };
}

/** Every figure, also of the lines, with its sign turned: calculations 5.8. */
export function reversedRows({ sources, totals }: RunRows, newId: () => string): RunRows {
  return {
    sources: sources.map((source) => {
      const ids = new Map(source.details.map(({ id }) => [id, newId()]));
      return {
        ...source,
        id: newId(),
        netDistributableAmount: turn(source.netDistributableAmount),
        gross: turn(known(source.gross)),
        adjustments: turn(known(source.adjustments)),
        net: turn(known(source.net)),
        unallocated: turn(known(source.unallocated)),
        details: source.details.map((line) => ({
          ...line,
          ...turnFigures(line),
          id: ids.get(line.id)!,
          parentId: line.parentId === null ? null : ids.get(line.parentId)!,
          taxes: line.taxes.map((tax) => ({ ...tax, amount: turn(tax.amount) })),
        })),
      };
    }),
    totals: {
      ...turnFigures(knownFigures(totals)),
      netDistributable: turn(totals.netDistributable),
      unallocated: turn(known(totals.unallocated)),
      numberOfParticipants: totals.numberOfParticipants,
    },
  };
}

function turnFigures({ gross, tax, escrow, loanRepayment, otherAdjustment, net }: FigureTexts): FigureTexts {
  return {
    gross: turn(gross),
    tax: turn(tax),
    escrow: turn(escrow),
    loanRepayment: turn(loanRepayment),
    otherAdjustment: turn(otherAdjustment),
    net: turn(net),
  };
}

const turn = (amount: string): string => moneyText(decimal(amount).negated());
