import { type Decimal, decimal, moneyText, numberText } from '../../kernel/index.ts';
import { OVERRIDE_ROW, type TaxAllocation } from '../tax/index.ts';
import type {
  CarryFigures,
  DetailRow,
  DistributionInput,
  DistributionResult,
  DistributionTotals,
  ParticipantInput,
  SourceInput,
  SourceResult,
} from './distribution.ts';
import { runInputToJson } from './json.ts';
import { originalKey } from './outlineRows.ts';
import {
  type DetailLine,
  type FigureTexts,
  isDetermined,
  type RunRows,
  type RunTotals,
  type SourceLine,
  type TaxLine,
} from './rows.ts';

/** The parts of a source's line other than its figures. */
export type SourceOfRun = Pick<
  SourceLine,
  'id' | 'sourceId' | 'type' | 'profileId' | 'defaultEscrow' | 'characterizations'
> & {
  readonly netDistributableAmount: string;
  /** True if a typed cell of the source is unreadable. */
  readonly isUnread: boolean;
};

/** The inputs that rows display in addition to the figures: terminated participants and tax rates. */
export interface InputOfRows extends Pick<DistributionInput, 'taxProfiles'> {
  readonly sources: readonly (Pick<SourceInput, 'taxProfiles'> & Partial<Pick<SourceInput, 'id' | 'forfeitures'>>)[];
  readonly participants: readonly (Pick<ParticipantInput, 'id' | 'taxProfiles'> &
    Partial<Pick<ParticipantInput, 'status'>>)[];
}

/** Builds the rows of a computed run. A source that can't be computed, or only without an unreadable cell, has no rows and no figures. */
export function runRows(
  sources: readonly SourceOfRun[],
  input: InputOfRows,
  result: Pick<DistributionResult, 'sources' | 'totals'>,
  originals: ReadonlyMap<string, Decimal>,
  newId: () => string,
): RunRows {
  const results = new Map(result.sources.map((source) => [source.id, source]));
  const rates = ratesOf(input);
  // Many rows share their percentages.
  const percentTexts = new Map<Decimal, string>();
  const percentText = (percent: Decimal): string => {
    const text = percentTexts.get(percent) ?? numberText(percent);
    percentTexts.set(percent, text);
    return text;
  };
  const terminated = new Set(input.participants.filter(({ status }) => status === 'terminated').map(({ id }) => id));
  const forfeited = new Map(input.sources.map(({ id, forfeitures }) => [id, forfeitures]));
  const lines = sources.map(({ isUnread, ...request }): SourceLine => {
    const forfeitures = forfeited.get(request.sourceId) ?? [];
    const source = { ...request, ...(forfeitures.length > 0 ? { forfeitures: runInputToJson(forfeitures) } : {}) };
    const found = results.get(source.sourceId);
    if (isUnread || !found || isWithoutRows(source, found)) return { ...source, ...notDetermined, details: [] };
    const details: DetailLine[] = [];
    const visit = (row: DetailRow, path: readonly string[], parentId: string | null): void => {
      const id = newId();
      const original = originals.get(originalKey(source.sourceId, row.participantId, path));
      details.push({
        id,
        participantId: row.participantId,
        parentId,
        path,
        isLeaf: row.members === undefined,
        effective: numberText(row.effective),
        original: original ? numberText(original) : null,
        escrowPercent: row.escrowPercent ? percentText(row.escrowPercent) : null,
        isTerminated: terminated.has(row.participantId),
        taxOverridden: row.taxOverridden === true,
        escrowOverridden: row.escrowOverridden === true,
        taxes: row.taxAllocations.map((tax) => taxLine(tax, rates, percentText)),
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

/** Returns true if a source has an amount but nobody who shares in it. */
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

function figureTexts(figures: CarryFigures): FigureTexts {
  return {
    gross: moneyText(figures.gross),
    tax: moneyText(figures.tax),
    escrow: moneyText(figures.escrow),
    loanRepayment: moneyText(figures.loanRepayment),
    otherAdjustment: moneyText(figures.otherAdjustment),
    net: moneyText(figures.net),
  };
}

function taxLine(tax: TaxAllocation, rates: Rates, percentText: (percent: Decimal) => string): TaxLine {
  const isOverride = tax.taxProfileId === OVERRIDE_ROW;
  const characterizationId = tax.characterizationId ?? null;
  return {
    taxProfileId: isOverride ? null : tax.taxProfileId,
    characterizationId,
    rate: isOverride ? null : (rates.get(tax.taxProfileId)?.get(characterizationId) ?? null),
    percent: percentText(tax.percent),
    amount: moneyText(tax.amount),
  };
}

/** The rates of tax profiles by profile and characterization. */
type Rates = ReadonlyMap<string, ReadonlyMap<string | null, string>>;

/** Returns the rates of all tax profiles of an input. */
function ratesOf(input: InputOfRows): Rates {
  const rates = new Map<string, Map<string | null, string>>();
  const lists = [
    input.taxProfiles,
    ...input.sources.map((s) => s.taxProfiles),
    ...input.participants.map((p) => p.taxProfiles),
  ];
  for (const { id, rate, rates: own = [] } of lists.flatMap((list) => list ?? [])) {
    const ofProfile = rates.get(id) ?? new Map<string | null, string>();
    rates.set(id, ofProfile);
    if (rate) ofProfile.set(null, numberText(rate));
    for (const { characterizationId, rate: each } of own) ofProfile.set(characterizationId, numberText(each));
  }
  return rates;
}
