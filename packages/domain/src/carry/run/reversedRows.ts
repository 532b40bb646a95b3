import { decimal, moneyText, required } from '../../kernel/index.ts';
import type { FiguresOrNull, FigureTexts, RunRows, SourceLine } from './rows.ts';

/** Asserts that a value is determined. Submitted runs always are, and only those are paid or reversed. */
function known<T>(value: T | null): T {
  if (value === null) throw new Error('a paid or posted run must be determined');
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

/** Returns the rows with every figure, including those of lines, given the opposite sign: calculations 5.8. */
export function reversedRows<S extends SourceLine>({ sources, totals }: RunRows<S>, newId: () => string): RunRows<S> {
  return {
    sources: sources.map((source) => {
      const ids = new Map(source.details.map(({ id }) => [id, newId()]));
      const newIdOf = (id: string) => required(ids.get(id), 'the new id of a line');
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
          id: newIdOf(line.id),
          parentId: line.parentId === null ? null : newIdOf(line.parentId),
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
