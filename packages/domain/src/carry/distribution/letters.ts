import { type Decimal, decimal, moneyText, roundMoney, zero } from '../../kernel/index.ts';

const figureNames = [
  'grossCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
  'netCarryDistributed',
] as const;
export type LetterFigures = Readonly<Record<(typeof figureNames)[number], string>>;

interface Payee {
  readonly id: string;
  readonly participantId: string;
  readonly name: string;
}
/** One participant of one source, an entity with its members. */
interface LetterRow<P extends Payee> extends LetterFigures {
  readonly participant: P;
  readonly taxAllocations: readonly {
    readonly name: string;
    readonly taxProfile: { readonly name?: string | null | undefined } | null;
    readonly taxAllocationAmount: string;
  }[];
  readonly memberDetails: readonly LetterRow<P>[];
}
/** A stored run, as much of it as letters are made of. */
export interface LetterRun<P extends Payee> {
  readonly distributionSources: readonly {
    readonly source: { readonly id: string; readonly name: string };
    readonly details: readonly LetterRow<P>[];
  }[];
}

/** What a line is asked about: the source, and whose allocation it comes by. */
export interface VestedQuestion {
  readonly sourceId: string;
  /** The participant, or the outermost entity passed through: whoever the source's profile names. */
  readonly holderId: string;
  /** Who gets it: the participant, or whoever it reaches through the entity. */
  readonly memberId: string;
}
/** The vested percentage; null where it cannot be determined. */
export type VestedOf = (question: VestedQuestion) => Decimal | null;

/** What one source pays a participant, directly or through entities. */
export interface LetterLine {
  readonly source: string;
  /** Names of the entities passed through, outermost first; empty when reached directly. */
  readonly through: readonly string[];
  readonly figures: LetterFigures;
  /** Null: not determined. */
  readonly vested: string | null;
}
export interface LetterContent<P extends Payee = Payee> {
  readonly participant: P;
  readonly lines: readonly LetterLine[];
  readonly totals: LetterFigures;
  /** Taxes of all lines, those of one kind together; none that takes nothing. */
  readonly taxes: readonly { readonly name: string; readonly amount: string }[];
  /** Of all lines; null when one of them is not determined. */
  readonly vested: string | null;
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

/** Taxes by their kind, the profile that levies them, of a person or of everybody below an entity; none that takes nothing. */
function taxesByKind<P extends Payee>(details: readonly LetterRow<P>[]): LetterContent['taxes'] {
  const below = (each: LetterRow<P>): LetterRow<P>['taxAllocations'] =>
    each.memberDetails.length > 0 ? each.memberDetails.flatMap(below) : each.taxAllocations;
  const found = new Map<string, Decimal>();
  for (const { name, taxProfile, taxAllocationAmount } of details.flatMap(below)) {
    const kind = taxProfile?.name ?? name;
    found.set(kind, (found.get(kind) ?? zero).plus(decimal(taxAllocationAmount)));
  }
  return [...found].flatMap(([name, amount]) => (amount.isZero() ? [] : [{ name, amount: moneyText(amount) }]));
}

interface Found<P extends Payee> {
  readonly detail: LetterRow<P>;
  readonly sourceId: string;
  readonly holderId: string;
  readonly line: Omit<LetterLine, 'vested'>;
}

function* rowsOf<P extends Payee>(
  source: { readonly id: string; readonly name: string },
  details: readonly LetterRow<P>[],
  through: readonly P[],
): Generator<Found<P>> {
  for (const detail of details) {
    yield {
      detail,
      sourceId: source.id,
      holderId: (through[0] ?? detail.participant).participantId,
      line: {
        source: source.name,
        through: through.map(({ name }) => name),
        figures: figuresOf(detail),
      },
    };
    yield* rowsOf(source, detail.memberDetails, [...through, detail.participant]);
  }
}
const allRows = <P extends Payee>({ distributionSources }: LetterRun<P>): Found<P>[] =>
  distributionSources.flatMap(({ source, details }) => [...rowsOf(source, details, [])]);

const isNothing = (figures: LetterFigures): boolean => figureNames.every((name) => decimal(figures[name]).isZero());

function contentOf<P extends Payee>(rows: readonly Found<P>[], vestedOf: VestedOf): LetterContent<P> {
  const all = rows.map(({ line, sourceId, holderId, detail }): LetterLine => {
    const percent = vestedOf({ sourceId, holderId, memberId: detail.participant.participantId });
    const gross = decimal(line.figures.grossCarryDistributed);
    return { ...line, vested: percent && moneyText(roundMoney(gross.times(percent).div(100))) };
  });
  const paying = all.filter(({ figures }) => !isNothing(figures));
  const lines = paying.length > 0 ? paying : all;
  const parts = lines.map(({ vested }) => vested);
  return {
    participant: rows[0]!.detail.participant,
    lines,
    totals: sumOf(all),
    taxes: taxesByKind(rows.map(({ detail }) => detail)),
    vested: parts.some((part) => part === null)
      ? null
      : moneyText(parts.reduce<Decimal>((sum, part) => sum.plus(decimal(part!)), zero)),
  };
}

/**
 * The letter of one participant, an entity included; nothing when the distribution does not know it.
 *
 * What it says of each source is the stored run's; the totals are the sums of the rows that are shown.
 *
 *     vested part of a line = round2(gross x vested % / 100)
 *
 * Units:  money with 2 decimals, percent units.
 * Source: carry specification, letters; calculations 5.5 and 5.6.
 */
export function letterContent<P extends Payee>(
  run: LetterRun<P>,
  participantId: string,
  vestedOf: VestedOf,
): LetterContent<P> | undefined {
  const rows = allRows(run).filter(({ detail }) => detail.participant.participantId === participantId);
  return rows.length > 0 ? contentOf(rows, vestedOf) : undefined;
}

/** The rows of everybody who is paid: people and trusts, not the entities that only pass on. By name. */
function paidRows<P extends Payee>(run: LetterRun<P>): Found<P>[][] {
  const people = new Map<string, Found<P>[]>();
  for (const found of allRows(run)) {
    if (found.detail.memberDetails.length > 0) continue;
    const id = found.detail.participant.participantId;
    const known = people.get(id);
    if (known) known.push(found);
    else people.set(id, [found]);
  }
  const nameOf = (rows: readonly Found<P>[]) => rows[0]!.detail.participant;
  return [...people.values()]
    .filter((rows) => rows.some(({ line }) => !isNothing(line.figures)))
    .sort((a, b) => nameOf(a).name.localeCompare(nameOf(b).name, 'en') || (nameOf(a).id < nameOf(b).id ? -1 : 1));
}

/** Who gets a letter: everybody who is paid, once. By name. */
export const letterPayees = <P extends Payee>(run: LetterRun<P>): P[] =>
  paidRows(run).map((rows) => rows[0]!.detail.participant);

/** The letters of all who get one. By name. */
export const letterContents = <P extends Payee>(run: LetterRun<P>, vestedOf: VestedOf): LetterContent<P>[] =>
  paidRows(run).map((rows) => contentOf(rows, vestedOf));

/**
 * The part of what a letter pays that has not vested; null where nothing is unvested, or where it cannot be determined.
 *
 *     unvested = gross - vested part
 *
 * Units:  money with 2 decimals.
 * Source: design, documents people receive; calculations 5.6.
 */
export function unvestedOf({ totals, vested }: Pick<LetterContent, 'totals' | 'vested'>): string | null {
  if (vested === null) return null;
  const rest = decimal(totals.grossCarryDistributed).minus(decimal(vested));
  return rest.isPositive() && !rest.isZero() ? moneyText(rest) : null;
}
