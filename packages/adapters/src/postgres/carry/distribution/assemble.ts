import { isShareOf } from '@carrara/domain/carry/distribution';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type {
  AppliedVesting,
  DistributionParticipant,
  DistributionSource,
  OutlineDetail,
  ParticipantDetail,
} from '@carrara/contract/carry/run/distributionRun';
import {
  type DetailLine,
  type FigureTexts,
  hasAmount,
  isDetermined,
  type OutlineLine,
  determinedPart,
  proofOfRun,
  type PathTotal,
  pathTotals,
  type RunRequest,
  type RunRows,
  type SourceLine,
  type SourceRequest,
  sourceFigures,
  untaxedLines,
  withoutTax,
} from '@carrara/domain/carry/run';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { required } from '@carrara/domain/kernel';
import { type RunLabels, taxName } from '../run/labels.ts';
import { nestRows } from '../run/nestRows.ts';
import { type PersonLine, namePeople, type Person } from '../run/people.ts';
import { typedCells } from './typedCells.ts';

export type AssembledRun = Pick<Distribution, 'distributionSources' | 'distributionParticipants' | 'reconciliation'>;

/**
 * Assembles the rows of a run as the contract returns them: sources with their trees of participants, participants
 * across all sources, and the reconciliation. With the request, adds the typed values. With `rowsOf`, adds rows for
 * those sources only.
 */
export function assembleRun(
  rows: RunRows,
  labels: RunLabels,
  request?: RunRequest,
  rowsOf?: readonly string[],
): AssembledRun {
  const { source, whole } = assembly(rows, labels, request, rowsOf);
  return whole(rows.sources.map(source));
}

/** Does the same source by source, and lets other work of the thread run in between. */
export async function assembleRunInTurns(
  rows: RunRows,
  labels: RunLabels,
  request: RunRequest,
  each: (source: DistributionSource) => void,
  rowsOf?: readonly string[],
): Promise<AssembledRun> {
  const { source, whole } = assembly(rows, labels, request, rowsOf);
  const sources: DistributionSource[] = [];
  for (const line of rows.sources) {
    const created = source(line);
    each(created);
    sources.push(created);
    await nextTurn();
  }
  return whole(sources);
}

function assembly(rows: RunRows, labels: RunLabels, request: RunRequest | undefined, rowsOf?: readonly string[]) {
  const expanded = rowsOf && new Set(rowsOf);
  const personOf = namePeople(labels);
  const requestsById = new Map(request?.sources.map((source) => [source.sourceId, source]));
  return {
    source: (line: SourceLine) =>
      sourceOf(line, labels, personOf, requestsById.get(line.sourceId), expanded?.has(line.sourceId) ?? true),
    whole: (distributionSources: DistributionSource[]): AssembledRun => ({
      distributionSources,
      distributionParticipants: participantsOf(pathTotals(rows), personOf),
      reconciliation: reconciliationOf(rows, [...requestsById.values()].every(hasAmount)),
    }),
  };
}

/** Returns the sources of a run with their trees of participants. */
export const assembleSources = (rows: RunRows, labels: RunLabels): DistributionSource[] =>
  rows.sources.map(assembly(rows, labels, undefined).source);

type FiguresOfRow = FigureTexts & Record<'tax' | 'net', string | null>;

/** `U` is the type of the figures that depend on the tax. */
const figuresOf = <T, U = T>({
  gross,
  tax,
  escrow,
  loanRepayment,
  otherAdjustment,
  net,
}: Record<Exclude<keyof FigureTexts, 'tax' | 'net'>, T> & Record<'tax' | 'net', U>) => ({
  grossCarryDistributed: gross,
  tax,
  escrow,
  loanRepayment,
  otherAdjustment,
  netCarryDistributed: net,
});

/** Returns the rows of the sources that are not determined. */
export function assembleOutlines(outlines: ReadonlyMap<string, readonly OutlineLine[]>, labels: RunLabels) {
  const personOf = namePeople(labels);
  const detail = (line: OutlineLine, memberDetails: OutlineDetail[]): OutlineDetail => ({
    participant: personOf(line),
    via: [...line.path],
    effectiveAllocation: line.effective,
    originalAllocation: line.original,
    memberDetails,
  });
  return [...outlines].map(([sourceId, lines]) => ({ sourceId, details: nestRows(lines, detail) }));
}

function sourceOf(
  source: SourceLine,
  labels: RunLabels,
  personOf: (line: DetailLine) => Person,
  request: SourceRequest | undefined,
  withRows: boolean,
): DistributionSource {
  const { sourceId } = source;
  const label = required(labels.sources.get(sourceId), `source ${sourceId}`);
  const { id, name, code, fund, fundId, coinvestmentId, investmentId, holder } = label;
  const untaxed = untaxedLines(source);
  const isTaxed = untaxed.size === 0;
  const profile = source.profileId === null ? undefined : labels.profiles.get(source.profileId);
  return {
    id: source.id,
    source: { id, name, code, fund, fundId, coinvestmentId, investmentId, holder },
    type: source.type,
    allocationProfile: profile ? { id: profile.id, name: profile.name, version: profile.version } : null,
    defaultEscrow: source.defaultEscrow,
    netDistributableAmount: hasAmount(request) ? source.netDistributableAmount : null,
    totalDistributed: source.gross,
    grossCarryDistributed: source.gross,
    totalCarryAdjustment: isTaxed ? source.adjustments : null,
    ...(isDetermined(source) ? deductionsOf(source.details, isTaxed) : withoutDeductions),
    netCarryDistributed: isTaxed ? source.net : null,
    unallocated: source.unallocated,
    numberOfParticipants: source.numberOfParticipants,
    numberOfEntries: isDetermined(source) ? source.details.filter(({ parentId }) => parentId === null).length : null,
    taxCharacterizations: source.characterizations.map((part) => ({
      taxCharacterization: labels.characterizations.get(part.id) ?? { id: part.id },
      characterizationPercentage: part.percent,
    })),
    vestingApplied: appliedVesting(source, request, labels),
    details: withRows ? detailsOf(source.details, untaxed, labels, personOf) : [],
    rowsOmitted: !withRows,
    isDetermined: isDetermined(source),
    typed: typedCells(request),
  };
}

/** Returns the applied forfeitures. For a draft, adds those that were requested but can't be applied. */
function appliedVesting(
  { forfeitures = [] }: SourceLine,
  request: SourceRequest | undefined,
  { participants }: RunLabels,
) {
  const named = (id: string) => ({ id, name: participants.get(id)?.name ?? '' });
  const applied = (row: { readonly participantId: string; readonly via?: readonly string[] | undefined }) =>
    forfeitures.some(({ participantId, via = [] }) => isShareOf(participantId, via)({ ...row, via: row.via ?? [] }));
  const requested = request?.vestingApplied?.filter((vestingRequest) => !applied(vestingRequest)) ?? [];
  return [
    ...forfeitures.map(
      ({ participantId, via = [], effective, vested, vestedOn, forfeited, ofSource, recipients }): AppliedVesting => ({
        participant: named(participantId),
        via: via.map(named),
        effectiveAllocation: ofSource?.effective ?? effective,
        vestedPercentage: vested,
        vestedOn,
        forfeitedAllocation: ofSource?.forfeited ?? forfeited,
        recipients: recipients.map((recipient) => ({
          participant: named(recipient.participantId),
          adjustment: recipient.ofSource?.adjustment ?? recipient.adjustment,
        })),
      }),
    ),
    ...requested.map(
      ({ participantId, via = [], recipients }): AppliedVesting => ({
        participant: named(participantId),
        via: via.map(named),
        effectiveAllocation: null,
        vestedPercentage: null,
        vestedOn: null,
        forfeitedAllocation: null,
        recipients: recipients.map((id) => ({ participant: named(id), adjustment: null })),
      }),
    ),
  ];
}

function detailsOf(
  lines: readonly DetailLine[],
  untaxed: ReadonlySet<string>,
  labels: RunLabels,
  personOf: (line: DetailLine) => Person,
): ParticipantDetail[] {
  return nestRows(
    lines,
    (line, memberDetails: ParticipantDetail[]): ParticipantDetail => ({
      participant: personOf(line),
      via: [...line.path],
      effectiveAllocation: line.effective,
      originalAllocation: line.original,
      ...figuresOf(untaxed.has(line.id) ? withoutTax<FiguresOfRow>(line) : line),
      taxOverridden: line.taxOverridden,
      escrowOverridden: line.escrowOverridden,
      escrowPercent: line.escrowPercent,
      taxAllocations: line.taxes.map((tax) => ({
        name: taxName(labels, tax),
        taxProfile: tax.taxProfileId === null ? null : (labels.taxProfiles.get(tax.taxProfileId) ?? null),
        taxProfileRate: tax.rate === null ? null : rateOf(tax, tax.rate, labels),
        taxAllocationPercent: tax.percent,
        taxAllocationAmount: tax.amount,
      })),
      memberDetails,
    }),
  );
}

/** Returns the deductions from a source, by kind. */
function deductionsOf(details: readonly DetailLine[], isTaxed: boolean) {
  const { tax, escrow, loanRepayment, otherAdjustment } = sourceFigures(details);
  return { tax: isTaxed ? tax : null, escrow, loanRepayment, otherAdjustment };
}

const withoutDeductions = { tax: null, escrow: null, loanRepayment: null, otherAdjustment: null };

function rateOf(tax: DetailLine['taxes'][number], taxRate: string, { rates }: RunLabels) {
  const { taxProfileId, characterizationId: taxCharacterizationId } = tax;
  const id = rates.get(`${taxProfileId} ${taxCharacterizationId}`)?.id ?? null;
  return { id, taxCharacterizationId, taxRate };
}

function participantsOf(
  totals: readonly PathTotal[],
  personOf: (line: PersonLine) => Person,
): DistributionParticipant[] {
  return totals.map((total) => ({
    participant: personOf(total),
    via: [...total.via],
    effectiveAllocation: total.percent,
    ...(total.figures === null ? noFigures : figuresOf(total.figures)),
    memberParticipants: participantsOf(total.members, personOf),
  }));
}

const noFigures = {
  grossCarryDistributed: null,
  tax: null,
  escrow: null,
  loanRepayment: null,
  otherAdjustment: null,
  netCarryDistributed: null,
};

function reconciliationOf(rows: RunRows, hasAmounts: boolean): Distribution['reconciliation'] {
  const isTaxed = rows.sources.every((source) => untaxedLines(source).size === 0);
  const totals = isTaxed ? rows.totals : withoutTax(rows.totals);
  const part = determinedPart(rows);
  const netDistributableAmount = hasAmounts ? totals.netDistributable : null;
  const { adjustments: totalCarryAdjustment, difference } = proofOfRun(totals);
  return {
    netDistributableAmount,
    unallocated: totals.unallocated,
    ...figuresOf(totals),
    totalCarryAdjustment,
    difference,
    determined: part && {
      netDistributableAmount: part.netDistributable,
      ...figuresOf(part),
      unallocated: part.unallocated,
      numberOfSources: part.numberOfSources,
      numberDetermined: part.numberDetermined,
      numberTaxed: part.numberTaxed,
    },
  };
}
