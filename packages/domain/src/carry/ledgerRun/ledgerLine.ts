import { decimal, type Decimal, moneyText, sumOfMoney, zero } from '../../kernel/index.ts';
import type { AccountKey } from '../ledger/index.ts';

/** What a run of the ledger does: tells what a firm brings along, releases escrow, or claws carry back. */
export const ledgerRunTypes = { OPENING: 'Opening balances', RELEASE: 'Escrow release', CLAWBACK: 'Clawback' } as const;
export type LedgerRunType = keyof typeof ledgerRunTypes;

/** A row as a person asks for it; which amounts it has depends on the type of the run. */
export interface AskedLine {
  /** Of a release: null for everybody for whom escrow of the source is held. */
  readonly participantId: string | null;
  readonly sourceId: string;
  /** Of an opening: accrued, distributed and held in escrow by the day. */
  readonly accrued?: string | null | undefined;
  readonly distributed?: string | null | undefined;
  readonly escrow?: string | null | undefined;
  /** Of a release or a clawback; null of a release is all that is held. */
  readonly asked?: string | null | undefined;
}

export interface LedgerRunRequest {
  readonly type: LedgerRunType;
  /** The day of its entries. */
  readonly runDate: string;
  readonly lines: readonly AskedLine[];
}

/** The amounts of a row, each as people say it: opened, released or applied escrow is above zero; those of a reversal are below. */
export const lineFigures = ['accrued', 'distributed', 'escrow', 'clawback'] as const;
export type LineFigures = Readonly<Record<(typeof lineFigures)[number], string>>;

/** A row of a run as it is kept: an account, what it held in escrow before, and what is entered into it. */
export interface LedgerLine extends AccountKey, LineFigures {
  readonly id: string;
  readonly held: string | null;
}

export type LedgerTotals = LineFigures & { readonly numberOfParticipants: number };

/** The sums of a run's rows. */
export function ledgerTotals(lines: readonly (LineFigures & Pick<LedgerLine, 'participantId'>)[]): LedgerTotals {
  const sums = Object.fromEntries(
    lineFigures.map((name) => [
      name,
      moneyText(lines.reduce((sum: Decimal, line) => sum.plus(decimal(line[name])), zero)),
    ]),
  ) as Record<(typeof lineFigures)[number], string>;
  return { ...sums, numberOfParticipants: new Set(lines.map(({ participantId }) => participantId)).size };
}

const turned = (text: string) => moneyText(decimal(text).negated());

/** The rows that undo these: each with its signs turned. */
export const reversedLines = (lines: readonly LedgerLine[], newId: () => string): LedgerLine[] =>
  lines.map((line) => ({
    ...line,
    id: newId(),
    held: null,
    ...(Object.fromEntries(lineFigures.map((name) => [name, turned(line[name])])) as unknown as LineFigures),
  }));

/** What a release pays somebody: the rows, each with where it stands in the run, and what is left of each. */
export interface Released {
  readonly participantId: string;
  readonly released: string;
  readonly rows: readonly (Pick<LedgerLine, 'held' | 'escrow'> & {
    readonly at: number;
    readonly left: string | null;
  })[];
}

/** The payees of a release in the order of its rows: `left = held - released`. */
export function releasedTo(lines: readonly LedgerLine[]): readonly Released[] {
  const payees = [...new Set(lines.map(({ participantId }) => participantId))];
  return payees.map((participantId) => {
    const rows = lines.flatMap(({ participantId: payee, held, escrow }, at) => {
      if (payee !== participantId) return [];
      const left = held === null ? null : moneyText(decimal(held).minus(decimal(escrow)));
      return [{ at, held, escrow, left }];
    });
    return { participantId, released: sumOfMoney(rows.map(({ escrow }) => escrow)), rows };
  });
}

/** A row of a release that asks for more than is held, and what is released instead; positions are those of what was asked. */
export interface CutRelease {
  readonly at: number;
  readonly asked: string;
  readonly released: string;
}

/** The rows of a release that are cut to what is held: `released = min(asked, held)`. Source: calculations section 6. */
export function cutReleases(
  { type, lines }: LedgerRunRequest,
  rows: readonly Pick<LedgerLine, 'participantId' | 'sourceId' | 'escrow'>[],
): readonly CutRelease[] {
  if (type !== 'RELEASE') return [];
  return lines.flatMap(({ participantId, sourceId, asked }, at) => {
    if (!asked) return [];
    const own = rows.filter(
      (row) => row.sourceId === sourceId && (participantId === null || row.participantId === participantId),
    );
    const released = sumOfMoney(own.map(({ escrow }) => escrow));
    return decimal(asked).gt(decimal(released)) ? [{ at, asked, released }] : [];
  });
}
