import { decimal, type Decimal, fromKeys, moneyText, sumOfMoney, zero } from '../../kernel/index.ts';
import type { AccountKey } from '../ledger/index.ts';

/** The types of ledger runs: enter a firm's opening balances, release escrow, or claw carry back. */
export const ledgerRunTypes = { OPENING: 'Opening balances', RELEASE: 'Escrow release', CLAWBACK: 'Clawback' } as const;
export type LedgerRunType = keyof typeof ledgerRunTypes;

/** A row as requested. Its amounts depend on the type of the run. */
export interface RequestedLine {
  /** For a release, null selects everyone with escrow at the source. */
  readonly participantId: string | null;
  readonly sourceId: string;
  /** For an opening: the amounts accrued, distributed and held in escrow by the date. */
  readonly accrued?: string | null | undefined;
  readonly distributed?: string | null | undefined;
  readonly escrow?: string | null | undefined;
  /** For a release or a clawback. In a release, null requests everything held. */
  readonly requestedAmount?: string | null | undefined;
}

export interface LedgerRunRequest {
  readonly type: LedgerRunType;
  /** The date of its entries. */
  readonly runDate: string;
  readonly lines: readonly RequestedLine[];
}

/** The amounts of a row. Opened, released and applied escrow is positive; a reversal's amounts are negative. */
export const lineFigures = ['accrued', 'distributed', 'escrow', 'clawback'] as const;
export type LineFigures = Readonly<Record<(typeof lineFigures)[number], string>>;

/** A stored row of a run: an account, the escrow it held before, and the amounts posted to it. */
export interface LedgerLine extends AccountKey, LineFigures {
  readonly id: string;
  readonly escrowBefore: string | null;
}

export type LedgerTotals = LineFigures & { readonly numberOfParticipants: number };

/** Returns the totals of a run's rows. */
export function ledgerTotals(lines: readonly (LineFigures & Pick<LedgerLine, 'participantId'>)[]): LedgerTotals {
  const sums = fromKeys(lineFigures, (name) =>
    moneyText(lines.reduce((sum: Decimal, line) => sum.plus(decimal(line[name])), zero)),
  );
  return { ...sums, numberOfParticipants: new Set(lines.map(({ participantId }) => participantId)).size };
}

const turned = (text: string) => moneyText(decimal(text).negated());

/** Returns the rows that reverse these: each with opposite signs. */
export const reversedLines = (lines: readonly LedgerLine[], newId: () => string): LedgerLine[] =>
  lines.map((line) => ({
    ...line,
    id: newId(),
    escrowBefore: null,
    ...fromKeys(lineFigures, (name) => turned(line[name])),
  }));

/** The amount that a release pays somebody, with its rows, their position in the run and the remaining escrow of each. */
export interface PayeeRelease {
  readonly participantId: string;
  readonly released: string;
  readonly rows: readonly (Pick<LedgerLine, 'escrowBefore' | 'escrow'> & {
    readonly at: number;
    readonly remaining: string | null;
  })[];
}

/** Returns the payees of a release in the order of its rows: `remaining = balance - released`. */
export function releasedTo(lines: readonly LedgerLine[]): readonly PayeeRelease[] {
  const payees = [...new Set(lines.map(({ participantId }) => participantId))];
  return payees.map((participantId) => {
    const rows = lines.flatMap(({ participantId: payee, escrowBefore: escrowAmount, escrow }, at) => {
      if (payee !== participantId) return [];
      const remaining = escrowAmount === null ? null : moneyText(decimal(escrowAmount).minus(decimal(escrow)));
      return [{ at, escrowBefore: escrowAmount, escrow, remaining }];
    });
    return { participantId, released: sumOfMoney(rows.map(({ escrow }) => escrow)), rows };
  });
}
