import { defineFormula } from '@carrara/domain/kernel';

const money = { inputs: { part: 'money' }, result: 'money' } as const;

/** The sums behind the key figures of compensation, over the employees whose pay the reader can see. */
export const keyFigureFormulas = {
  payroll: defineFormula({
    id: 'compensation.keyFigure.payroll',
    text: 'the sum of what the payroll files in force paid this year, by pay type',
    ...money,
    source: 'docs/calculations/payroll-tie-out.md',
  }),
  outstanding: defineFormula({
    id: 'compensation.keyFigure.outstanding',
    text: 'the sum of what each deferred award has granted and neither paid nor forfeited, today',
    ...money,
    source: 'docs/calculations/deferred-award.md',
  }),
  dueAhead: defineFormula({
    id: 'compensation.keyFigure.dueAhead',
    text: 'the sum of what each deferred award is to pay in the next twelve months',
    ...money,
    source: 'docs/calculations/deferred-award.md',
  }),
  drafts: defineFormula({
    id: 'compensation.keyFigure.drafts',
    text: 'the number of draft statements of completed years, by year',
    inputs: { part: 'count' },
    result: 'count',
    source: 'docs/calculations/compensation-statement.md',
  }),
} as const;
