import type { Distribution } from '@carrara/contract/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/distributionRun';
import { decimal, moneyText, zero } from '@carrara/domain/kernel';

type Person = ParticipantDetail['participant'];
const figureNames = [
  'grossCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
  'netCarryDistributed',
] as const;
export type LetterFigures = Readonly<Record<(typeof figureNames)[number], string>>;

/** What one source pays a participant, directly or through entities. */
export interface LetterLine {
  readonly source: string;
  /** Names of the entities passed through, outermost first; empty when reached directly. */
  readonly through: readonly string[];
  readonly figures: LetterFigures;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amount: string }[];
}
export interface LetterContent {
  readonly participant: Person;
  readonly lines: readonly LetterLine[];
  readonly totals: LetterFigures;
}

const figuresOf = (detail: LetterFigures): LetterFigures =>
  Object.fromEntries(figureNames.map((name) => [name, detail[name]])) as LetterFigures;
const sumOf = (lines: readonly LetterLine[]): LetterFigures =>
  Object.fromEntries(
    figureNames.map((name) => [
      name,
      moneyText(lines.reduce((sum, line) => sum.plus(decimal(line.figures[name])), zero)),
    ]),
  ) as LetterFigures;

/** Taxes of a person, or of everybody below an entity, those of one name and percent together. */
function taxesOf(detail: ParticipantDetail): LetterLine['taxes'] {
  const below = (each: ParticipantDetail): ParticipantDetail['taxAllocations'] =>
    each.memberDetails.length > 0 ? each.memberDetails.flatMap(below) : each.taxAllocations;
  const found = new Map<string, { name: string; percent: string; amount: ReturnType<typeof decimal> }>();
  for (const { name, taxAllocationPercent: percent, taxAllocationAmount } of below(detail)) {
    const key = `${percent}|${name}`;
    const amount = (found.get(key)?.amount ?? zero).plus(decimal(taxAllocationAmount));
    found.set(key, { name, percent, amount });
  }
  return [...found.values()].map((tax) => ({ ...tax, amount: moneyText(tax.amount) }));
}

interface Found {
  readonly detail: ParticipantDetail;
  readonly line: LetterLine;
}

function* rowsOf(source: string, details: readonly ParticipantDetail[], through: readonly string[]): Generator<Found> {
  for (const detail of details) {
    yield { detail, line: { source, through, figures: figuresOf(detail), taxes: taxesOf(detail) } };
    yield* rowsOf(source, detail.memberDetails, [...through, detail.participant.name]);
  }
}
const allRows = (distribution: Distribution): Found[] =>
  distribution.distributionSources.flatMap(({ source, details }) => [...rowsOf(source.name, details, [])]);

const isNothing = ({ figures }: LetterLine): boolean => figureNames.every((name) => decimal(figures[name]).isZero());

function contentOf(rows: readonly Found[]): LetterContent {
  const all = rows.map(({ line }) => line);
  const lines = all.filter((line) => !isNothing(line));
  return { participant: rows[0]!.detail.participant, lines: lines.length > 0 ? lines : all, totals: sumOf(all) };
}

/** The letter of one participant, an entity included; nothing when the distribution does not know it. */
export function letterContent(distribution: Distribution, participantId: string): LetterContent | undefined {
  const rows = allRows(distribution).filter(({ detail }) => detail.participant.participantId === participantId);
  return rows.length > 0 ? contentOf(rows) : undefined;
}

/** A letter for everybody who is paid: people and trusts, not the entities that only pass on. By name. */
export function letterContents(distribution: Distribution): LetterContent[] {
  const people = new Map<string, Found[]>();
  for (const found of allRows(distribution)) {
    if (found.detail.memberDetails.length > 0) continue;
    const id = found.detail.participant.participantId;
    people.set(id, [...(people.get(id) ?? []), found]);
  }
  return [...people.values()]
    .map(contentOf)
    .filter(({ lines }) => lines.some((line) => !isNothing(line)))
    .sort(
      (a, b) =>
        a.participant.name.localeCompare(b.participant.name, 'en') || (a.participant.id < b.participant.id ? -1 : 1),
    );
}
