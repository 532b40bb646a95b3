import { defineFormula } from '../../kernel/index.ts';

export const grossFormula = defineFormula({
  id: 'forecast.gross',
  text: 'gross = invested amount x multiple',
  inputs: { investedAmount: 'money', multiple: 'multiple' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/forecast.md',
});

export const multipleFormula = defineFormula({
  id: 'forecast.multiple',
  text: 'multiple = gross / invested amount',
  inputs: { gross: 'money', investedAmount: 'money' },
  result: 'multiple',
  rounding: 'half away from zero, to 2 decimals',
  source: 'docs/calculations/forecast.md',
});

export const netFormula = defineFormula({
  id: 'forecast.net',
  text: 'net = gross - carry adjustment',
  inputs: { gross: 'money', carryAdjustment: 'money' },
  result: 'money',
  source: 'docs/calculations/forecast.md',
});

export const carryPercentFormula = defineFormula({
  id: 'forecast.carryPercent',
  text: "carry percent = participant's gross / sum of the participants' gross x 100",
  inputs: { gross: 'money', total: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/forecast.md',
});

export const totalFormula = defineFormula({
  id: 'forecast.total',
  text: 'total = sum of the sources',
  inputs: { source: 'money' },
  result: 'money',
  source: 'docs/calculations/forecast.md',
});

export const enteredGrossFormula = defineFormula({
  id: 'forecast.enteredGross',
  text: 'gross = the amount entered',
  inputs: { entered: 'money' },
  result: 'money',
  source: 'docs/calculations/forecast.md',
});

export const movedMultipleFormula = defineFormula({
  id: 'forecast.movedMultiple',
  text: 'multiple = forecast multiple + scenario step',
  inputs: { multiple: 'multiple', step: 'multiple' },
  result: 'multiple',
  source: 'docs/calculations/forecast.md',
});

export const movedGrossFormula = defineFormula({
  id: 'forecast.movedGross',
  text: 'gross = forecast gross + invested amount x scenario step',
  inputs: { entered: 'money', investedAmount: 'money', step: 'multiple' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/forecast.md',
});
