import { decimal, moneyText, required } from '../../kernel/index.ts';
import type { FiguresOrNull, FigureTexts, RunRows, SourceLine } from './rows.ts';

/** Asserts that a value is determined. Submitted runs always are, and only those are paid or reversed. */
function determined<T>(value: T | null): T {
  if (value === null) throw new Error('a paid or posted run must be determined');
  return value;
}

const figureTextsOf = (totals: FiguresOrNull): FigureTexts => ({
  gross: determined(totals.gross),
  tax: determined(totals.tax),
  escrow: determined(totals.escrow),
  loanRepayment: determined(totals.loanRepayment),
  otherAdjustment: determined(totals.otherAdjustment),
  net: determined(totals.net),
});

/** Returns the rows with every figure, including those of lines, with the opposite sign. Source: docs/calculations/distribution.md. */
export function reversedRows<S extends SourceLine>({ sources, totals }: RunRows<S>, newId: () => string): RunRows<S> {
  return {
    sources: sources.map((source) => {
      const ids = new Map(source.details.map(({ id }) => [id, newId()]));
      const newIdOf = (id: string) => required(ids.get(id), 'the new id of a line');
      return {
        ...source,
        id: newId(),
        netDistributableAmount: turn(source.netDistributableAmount),
        gross: turn(determined(source.gross)),
        adjustments: turn(determined(source.adjustments)),
        net: turn(determined(source.net)),
        unallocated: turn(determined(source.unallocated)),
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
      ...turnFigures(figureTextsOf(totals)),
      netDistributable: turn(totals.netDistributable),
      unallocated: turn(determined(totals.unallocated)),
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
