import type { Distribution } from '@carrara/contract/distributionRecord';
import type { DistributionParticipant, DistributionSource, ParticipantDetail } from '@carrara/contract/distributionRun';
import type { DetailLine, FigureTexts, RunRows, RunTotals, SourceLine } from '@carrara/domain/distribution';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { type RunLabels, taxName } from './labels.ts';

type Computed = Pick<Distribution, 'distributionSources' | 'distributionParticipants' | 'reconciliation'>;
type Person = ParticipantDetail['participant'];

/** The rows of a run as the contract shows them: sources with their trees of participants, participants over all sources, and the proof. */
export function assembleRun(rows: RunRows, labels: RunLabels): Computed {
  const people = new Map<string, Person>();
  const personOf = (line: DetailLine): Person => {
    const known = people.get(line.participantId);
    if (known) return known;
    const { id, ...label } = labels.participants.get(line.participantId)!;
    const person = { id, participantId: id, status: line.isTerminated ? 'Terminated' : 'Active', ...label };
    people.set(id, person);
    return person;
  };
  return {
    distributionSources: rows.sources.map((source) => sourceOf(source, labels, personOf)),
    distributionParticipants: participantsOf(rows.sources, personOf),
    reconciliation: reconciliationOf(rows.totals),
  };
}

const figuresOf = ({ gross, tax, escrow, loanRepayment, otherAdjustment, net }: FigureTexts) => ({
  grossCarryDistributed: gross,
  tax,
  escrow,
  loanRepayment,
  otherAdjustment,
  netCarryDistributed: net,
});

function sourceOf(source: SourceLine, labels: RunLabels, personOf: (line: DetailLine) => Person): DistributionSource {
  const { id, name, code, fund, fundId, coinvestmentId, investmentId } = labels.sources.get(source.sourceId)!;
  const profile = source.profileId === null ? undefined : labels.profiles.get(source.profileId);
  return {
    id: source.id,
    source: { id, name, code, fund, fundId, coinvestmentId, investmentId },
    type: source.type,
    allocationProfile: profile ? { id: profile.id, name: profile.name, version: profile.version } : null,
    netDistributableAmount: source.netDistributableAmount,
    totalDistributed: source.gross,
    grossCarryDistributed: source.gross,
    totalCarryAdjustment: source.adjustments,
    netCarryDistributed: source.net,
    unallocated: source.unallocated,
    numberOfParticipants: source.numberOfParticipants,
    taxCharacterizations: source.characterizations.map((part) => ({
      taxCharacterization: labels.characterizations.get(part.id) ?? { id: part.id },
      characterizationPercentage: part.percent,
    })),
    details: detailsOf(source.details, labels, personOf),
  };
}

function detailsOf(
  lines: readonly DetailLine[],
  labels: RunLabels,
  personOf: (line: DetailLine) => Person,
): ParticipantDetail[] {
  const outermost: ParticipantDetail[] = [];
  const members = new Map<string, ParticipantDetail[]>();
  for (const line of lines) {
    const memberDetails: ParticipantDetail[] = [];
    if (!line.isLeaf) members.set(line.id, memberDetails);
    const detail: ParticipantDetail = {
      participant: personOf(line),
      via: [...line.path],
      effectiveAllocation: line.effective,
      originalAllocation: line.original,
      ...figuresOf(line),
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
    };
    // Entities come before the rows below them.
    if (line.parentId === null) outermost.push(detail);
    else members.get(line.parentId)!.push(detail);
  }
  return outermost;
}

function rateOf(tax: DetailLine['taxes'][number], taxRate: string, { rates }: RunLabels) {
  const { taxProfileId, characterizationId: taxCharacterizationId } = tax;
  const id = rates.get(`${taxProfileId} ${taxCharacterizationId}`)?.id ?? null;
  return { id, taxCharacterizationId, taxRate };
}

interface Sum {
  readonly participant: Person;
  readonly cents: Record<keyof FigureTexts, bigint>;
  readonly members: Map<string, Sum>;
}
const names = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;

/** Whoever is reached, over all sources; below an entity whoever is reached through it, so that the outermost rows add up to the total. */
function participantsOf(
  sources: readonly SourceLine[],
  personOf: (line: DetailLine) => Person,
): DistributionParticipant[] {
  const outermost = new Map<string, Sum>();
  for (const { details } of sources) {
    for (const line of details) {
      let level = outermost;
      for (const entity of line.path) level = level.get(entity)!.members;
      let sum = level.get(line.participantId);
      if (!sum) {
        const cents = { gross: 0n, tax: 0n, escrow: 0n, loanRepayment: 0n, otherAdjustment: 0n, net: 0n };
        sum = { participant: personOf(line), cents, members: new Map() };
        level.set(line.participantId, sum);
      }
      for (const name of names) sum.cents[name] += BigInt(line[name].replace('.', ''));
    }
  }
  return shown(outermost);
}

function shown(level: ReadonlyMap<string, Sum>): DistributionParticipant[] {
  return [...level.values()].map(({ participant, cents, members }) => {
    const texts = Object.fromEntries(names.map((name) => [name, centsText(cents[name])])) as unknown as FigureTexts;
    return { participant, ...figuresOf(texts), memberParticipants: shown(members) };
  });
}

function centsText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function reconciliationOf(totals: RunTotals): Distribution['reconciliation'] {
  const { netDistributable, unallocated, gross, tax, escrow, loanRepayment, otherAdjustment, net } = totals;
  const left = [unallocated, net, tax, escrow, loanRepayment, otherAdjustment].reduce(
    (rest, part) => rest.minus(part),
    decimal(netDistributable),
  );
  const lost = decimal(gross).minus(decimal(netDistributable).minus(unallocated)).abs();
  return {
    netDistributableAmount: netDistributable,
    unallocated,
    ...figuresOf(totals),
    difference: moneyText(left.isZero() ? lost : left),
  };
}
