import { defineFormula } from '@carrara/domain/kernel';

const money = { inputs: { part: 'money' }, result: 'money' } as const;

/** The sums behind the key figures of carry. */
export const keyFigureFormulas = {
  accrued: defineFormula({
    id: 'carry.keyFigure.accrued',
    text: 'the sum of what each fund has accrued for participants and not yet paid, today',
    ...money,
    source: 'docs/calculations/account-entries.md',
  }),
  escrow: defineFormula({
    id: 'carry.keyFigure.escrow',
    text: 'the sum of the escrow that is held for each fund today',
    ...money,
    source: 'docs/calculations/escrow.md',
  }),
  distributed: defineFormula({
    id: 'carry.keyFigure.distributed',
    text: 'the sum of the gross carry of the distributions disbursed this year, through today',
    ...money,
    source: 'docs/calculations/distribution.md',
  }),
  netPaid: defineFormula({
    id: 'carry.keyFigure.netPaid',
    text: 'the sum of the net payments of the distributions disbursed this year, through today',
    ...money,
    source: 'docs/calculations/distribution.md',
  }),
  awaiting: defineFormula({
    id: 'carry.keyFigure.awaiting',
    text: 'the sum of the gross carry of the distributions that are submitted for approval',
    ...money,
    source: 'docs/calculations/distribution.md',
  }),
} as const;
