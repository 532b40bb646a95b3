import { type Decimal, decimal, moneyText, numberText, roundMoney, zero } from '../../kernel/index.ts';

const figureNames = [
  'grossCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
  'netCarryDistributed',
] as const;
export type LetterFigures = Readonly<Record<(typeof figureNames)[number], string>>;

/** The figures of a row. In a draft, the tax and with it the net may not be determined. */
type FiguresOfRow = Omit<LetterFigures, 'tax' | 'netCarryDistributed'> &
  Readonly<Record<'tax' | 'netCarryDistributed', string | null>>;

interface Payee {
  readonly id: string;
  readonly participantId: string;
  readonly name: string;
}
/** A participant's row at one source. An entity includes its members. */
interface LetterRow<P extends Payee> extends FiguresOfRow {
  readonly participant: P;
  readonly taxAllocations: readonly {
    readonly name: string;
    readonly taxProfile: { readonly name?: string | null | undefined } | null;
    readonly taxAllocationAmount: string;
  }[];
  readonly memberDetails: readonly LetterRow<P>[];
}
/** The parts of a stored run that letters use. */
export interface LetterRun<P extends Payee> {
  readonly distributionSources: readonly {
    readonly source: { readonly id: string; readonly name: string };
    readonly details: readonly LetterRow<P>[];
  }[];
}

/** The key of a vested percentage: the source and the holder of the allocation. */
interface VestedQuestion {
  readonly sourceId: string;
  /** The holder that the source's profile names: the participant, or the outermost entity passed through. */
  readonly holderId: string;
  /** The recipient: the participant, or the person reached through the entity. */
  readonly memberId: string;
}
/** Returns the vested percentage; null if it can't be determined. */
export type ComputeVested = (question: VestedQuestion) => Decimal | null;

/** The payment of one source to a participant, directly or through entities. */
interface LetterLine {
  readonly source: string;
  /** Names of the entities passed through, outermost first; empty for a direct payment. */
  readonly through: readonly string[];
  readonly figures: LetterFigures;
  /** Both null if not determined. */
  readonly vestedPercentage: string | null;
  readonly vested: string | null;
}
export interface LetterContent<P extends Payee = Payee> {
  readonly participant: P;
  readonly lines: readonly LetterLine[];
  readonly totals: LetterFigures;
  /** Taxes of all lines, added up by kind. Kinds with a zero amount are left out. */
  readonly taxes: readonly { readonly name: string; readonly amount: string }[];
  /** The vested part of all lines; null if it isn't determined for one of them. */
  readonly vested: string | null;
}

/** Returns the figures of a row in a letter. Runs whose tax isn't determined have no letters. */
function figuresOf(detail: FiguresOfRow): LetterFigures {
  if (detail.tax === null || detail.netCarryDistributed === null) throw new Error('a letter needs determined figures');
  return Object.fromEntries(figureNames.map((name) => [name, detail[name]])) as LetterFigures;
}
const sumOf = (lines: readonly LetterLine[]): LetterFigures =>
  Object.fromEntries(
    figureNames.map((name) => [
      name,
      moneyText(lines.reduce((sum, line) => sum.plus(decimal(line.figures[name])), zero)),
    ]),
  ) as LetterFigures;

/**
 * Adds up taxes by kind, which is the profile that levies them, for a person or for everyone below an entity. Kinds with a zero amount are left out.
 */
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
  readonly line: Pick<LetterLine, 'source' | 'through'>;
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
      },
    };
    yield* rowsOf(source, detail.memberDetails, [...through, detail.participant]);
  }
}
/** The rows of one participant: at least one. */
type RowsOfPayee<P extends Payee> = readonly [Found<P>, ...Found<P>[]];

const allRows = <P extends Payee>({ distributionSources }: LetterRun<P>): Found<P>[] =>
  distributionSources.flatMap(({ source, details }) => [...rowsOf(source, details, [])]);

const isNothing = (figures: FiguresOfRow): boolean =>
  figureNames.every((name) => figures[name] !== null && decimal(figures[name]).isZero());

function contentOf<P extends Payee>(rows: RowsOfPayee<P>, vestedOf: ComputeVested): LetterContent<P> {
  const all = rows.map(({ line, sourceId, holderId, detail }): LetterLine => {
    const percent = vestedOf({ sourceId, holderId, memberId: detail.participant.participantId });
    const figures = figuresOf(detail);
    const gross = decimal(figures.grossCarryDistributed);
    return {
      ...line,
      figures,
      vestedPercentage: percent && numberText(percent),
      vested: percent && moneyText(roundMoney(gross.times(percent).div(100))),
    };
  });
  const paying = all.filter(({ figures }) => !isNothing(figures));
  const lines = paying.length > 0 ? paying : all;
  const parts = lines.map(({ vested }) => vested);
  return {
    participant: payeeOf(rows),
    lines,
    totals: sumOf(all),
    taxes: taxesByKind(rows.map(({ detail }) => detail)),
    vested: parts.every((part) => part !== null)
      ? moneyText(parts.reduce<Decimal>((sum, part) => sum.plus(decimal(part)), zero))
      : null,
  };
}

const payeeOf = <P extends Payee>([first]: RowsOfPayee<P>): P => first.detail.participant;

/**
 * Returns the letter of one participant or entity; undefined if the distribution doesn't include them.
 *
 * The figures of each source are those of the stored run. The totals are the sums of the displayed rows.
 *
 *     vested part of a line = round2(gross x vested % / 100)
 *
 * Units:  money with 2 decimals, percent units.
 * Source: docs/calculations/distribution.md.
 */
export function letterContent<P extends Payee>(
  run: LetterRun<P>,
  participantId: string,
  vestedOf: ComputeVested,
): LetterContent<P> | undefined {
  const [first, ...others] = allRows(run).filter(({ detail }) => detail.participant.participantId === participantId);
  return first && contentOf([first, ...others], vestedOf);
}

/** Returns the rows of everyone who is paid, sorted by name: people and trusts, but not the entities that only pass money on. */
function paidRows<P extends Payee>(run: LetterRun<P>): RowsOfPayee<P>[] {
  const people = new Map<string, [Found<P>, ...Found<P>[]]>();
  for (const found of allRows(run)) {
    if (found.detail.memberDetails.length > 0) continue;
    const id = found.detail.participant.participantId;
    const existing = people.get(id);
    if (existing) existing.push(found);
    else people.set(id, [found]);
  }
  return [...people.values()]
    .filter((rows) => rows.some(({ detail }) => !isNothing(detail)))
    .sort((a, b) => comparePayees(payeeOf(a), payeeOf(b)));
}

const comparePayees = (a: Payee, b: Payee): number => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1);

/** Returns everyone who gets a letter: each person or trust that is paid, once, sorted by name. */
export const letterPayees = <P extends Payee>(run: LetterRun<P>): P[] => paidRows(run).map(payeeOf);

/** Returns all letters, sorted by name. */
export const letterContents = <P extends Payee>(run: LetterRun<P>, vestedOf: ComputeVested): LetterContent<P>[] =>
  paidRows(run).map((rows) => contentOf(rows, vestedOf));

/**
 * Returns the unvested part of a letter's payment; null if nothing is unvested or it can't be determined.
 *
 *     unvested = gross - vested part
 *
 * Units:  money with 2 decimals.
 * Source: decision 0010; docs/calculations/distribution.md.
 */
export function unvestedAmount({ totals, vested }: Pick<LetterContent, 'totals' | 'vested'>): string | null {
  if (vested === null) return null;
  const rest = decimal(totals.grossCarryDistributed).minus(decimal(vested));
  return rest.isPositive() && !rest.isZero() ? moneyText(rest) : null;
}

/** The unvested part of a payment. */
interface UnvestedLine extends Pick<LetterLine, 'source' | 'through'> {
  readonly vestedPercentage: string;
  readonly unvested: string;
}

/**
 * Returns the payments of a letter that aren't fully vested. They add up to `unvestedAmount`. Empty if that is null.
 *
 *     unvested = gross - vested part
 *
 * Units:  money with 2 decimals, percent units.
 * Source: decision 0010; docs/calculations/distribution.md.
 */
export function unvestedLines(content: Pick<LetterContent, 'lines' | 'totals' | 'vested'>): readonly UnvestedLine[] {
  if (unvestedAmount(content) === null) return [];
  return content.lines.flatMap(({ source, through, figures, vestedPercentage, vested }) => {
    if (vested === null || vestedPercentage === null) return [];
    const rest = decimal(figures.grossCarryDistributed).minus(decimal(vested));
    return rest.isZero() ? [] : [{ source, through, vestedPercentage, unvested: moneyText(rest) }];
  });
}
