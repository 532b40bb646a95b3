import { defineFormula, firstFailure } from '@carrara/domain/kernel';
import type { LedgerEntry } from '../ledger/index.ts';
import { hypotheticalLiquidation, type LiquidationBook } from '../liquidation/index.ts';
import { explainLiquidation } from './explainLiquidation.ts';
import { type PerformanceStep, StepRecorder } from './performanceStep.ts';

/** The figures of a carry position, with the figure of the liquidation that each displays. */
const figures: Readonly<Record<string, { readonly name: string; readonly amount: string }>> = {
  earned: { name: 'Carry entitlement', amount: 'earned' },
  paid: { name: 'Carry paid', amount: 'carryPaid' },
  accrued: { name: 'Carry accrued, by terms', amount: 'accrued' },
  exposure: { name: 'Exposure to clawback', amount: 'clawbackGross' },
};

const undetermined = defineFormula({
  id: 'performance.carryPosition',
  text: 'the fund is sold at its NAV before carry, and everything is distributed under its terms',
  inputs: {},
  result: 'money',
  source: 'docs/calculations/waterfall.md',
});

/**
 * Explains a figure of a fund's carry position, which is that of the hypothetical liquidation: `earned`, `paid`, `accrued` or `exposure`.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  never; undefined for an unknown figure. A position that isn't determined gives the reason; carry paid is a fact of the ledger.
 */
export function explainCarry(
  book: LiquidationBook,
  entries: readonly LedgerEntry[],
  name: string,
): PerformanceStep | undefined {
  const displayed = figures[name];
  if (displayed === undefined) return undefined;
  const explain = explainLiquidation({
    book,
    whatIf: { exitValue: null, exitDate: null },
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    investorId: null,
    recipients: [],
  });
  const step = explain(displayed.amount);
  if (step !== undefined) return { ...step, name: displayed.name };
  const found = hypotheticalLiquidation(book);
  if (found.isOk()) return undefined;
  const { code, detail: message } = firstFailure(found.error);
  const steps = new StepRecorder();
  steps.step(['carry', name], undetermined, {}, null, {
    name: displayed.name,
    whyNot: { code, message, mend: 'Complete the terms on the fund’s Carry tab, or the figures that they need.' },
  });
  return steps.tree(['carry', name]);
}
