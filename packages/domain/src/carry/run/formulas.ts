import { defineFormula } from '../../kernel/index.ts';

/** The formulas of a distribution's figures, except those of tax rows and escrow. */

export const distributedFormula = defineFormula({
  id: 'distribution.distributed',
  text: 'distributed = net distributable amount when the effectives total 100.0000, else net distributable amount x total effective / 100',
  inputs: { netDistributableAmount: 'money', totalEffective: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/distribution.md',
});

export const unallocatedFormula = defineFormula({
  id: 'distribution.unallocated',
  text: 'unallocated = net distributable amount - distributed',
  inputs: { netDistributableAmount: 'money', distributed: 'money' },
  result: 'money',
  source: 'docs/calculations/distribution.md',
});

export const grossFormula = defineFormula({
  id: 'distribution.gross',
  text: 'gross = amount x effective / total effective',
  inputs: { amount: 'money', effective: 'percent', totalEffective: 'percent' },
  result: 'money',
  rounding: 'down to the cent, then one cent each to the largest remainders until the parts total the amount',
  source: 'docs/calculations/allocation.md, docs/calculations/distribution.md',
});

export const vestedEffectiveFormula = defineFormula({
  id: 'distribution.effective.vested',
  text: 'effective = effective before vesting was applied x vested / 100',
  inputs: { before: 'percent', vested: 'percent' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/distribution.md',
});

export const receivedEffectiveFormula = defineFormula({
  id: 'distribution.effective.received',
  text: 'effective = effective before vesting was applied + share forfeited by others',
  inputs: { before: 'percent', received: 'percent' },
  result: 'percent',
  source: 'docs/calculations/distribution.md, docs/calculations/reallocation.md',
});

export const balanceGrossFormula = defineFormula({
  id: 'distribution.gross.balance',
  text: 'gross = amount x balance above 0 / sum of the balances above 0',
  inputs: { amount: 'money', balance: 'money', total: 'money' },
  result: 'money',
  rounding: 'down to the cent, then one cent each to the largest remainders until the parts total the amount',
  source: 'docs/calculations/allocation.md, docs/calculations/distribution.md',
});

export const enteredFormula = defineFormula({
  id: 'distribution.entered',
  text: 'entered by a person; for an entity, entered amount x gross / gross of all its people and trusts',
  inputs: { entered: 'money', gross: 'money', grossOfAll: 'money' },
  result: 'money',
  rounding: 'largest remainder, to cents',
  source: 'docs/calculations/distribution.md',
});

export const taxFormula = defineFormula({
  id: 'distribution.tax',
  text: 'tax = sum of the tax rows',
  inputs: { row: 'money' },
  result: 'money',
  source: 'docs/calculations/tax.md',
});

export const enteredTaxFormula = defineFormula({
  id: 'distribution.tax.entered',
  text: 'tax = the amount that a person entered, instead of the computed tax; for an entity, entered amount x gross / gross of all its people and trusts',
  inputs: { entered: 'money', gross: 'money', grossOfAll: 'money', computedTax: 'money', row: 'money' },
  result: 'money',
  rounding: 'largest remainder, to cents',
  source: 'docs/calculations/distribution.md',
});

export const netFormula = defineFormula({
  id: 'distribution.net',
  text: 'net = gross - loan repayment - other adjustment - tax - escrow',
  inputs: { gross: 'money', loanRepayment: 'money', otherAdjustment: 'money', tax: 'money', escrow: 'money' },
  result: 'money',
  source: 'docs/calculations/distribution.md',
});

export const sumFormula = defineFormula({
  id: 'distribution.sum',
  text: 'sum of the parts',
  inputs: { part: 'money' },
  result: 'money',
  source: 'docs/calculations/distribution.md',
});

export const netDistributableFormula = defineFormula({
  id: 'distribution.netDistributable',
  text: 'entered for the source',
  inputs: { entered: 'money' },
  result: 'money',
  source: 'docs/calculations/distribution.md',
});

const reversedFormula = (id: string, kind: string) =>
  defineFormula({
    id,
    text: `the figure of the reversed ${kind} with the opposite sign`,
    inputs: { undone: 'money' },
    result: 'money',
    source: 'docs/calculations/distribution.md',
  });
/** The formula of a reversal's figure, by the kind of run that it reverses. */
export const reversedFormulas = {
  distribution: reversedFormula('distribution.reversed', 'distribution'),
  realization: reversedFormula('realization.reversed', 'realization'),
  ledgerRun: reversedFormula('ledgerRun.reversed', 'run'),
} as const;

export const adjustmentsFormula = defineFormula({
  id: 'distribution.adjustments',
  text: 'adjustments = loan repayment + other adjustment + tax + escrow',
  inputs: { loanRepayment: 'money', otherAdjustment: 'money', tax: 'money', escrow: 'money' },
  result: 'money',
  source: 'docs/calculations/distribution.md',
});
