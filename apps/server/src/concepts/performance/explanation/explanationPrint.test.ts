import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { expect, it } from 'vitest';
import { explanationPrint } from './explanationPrint.ts';

it('labels inputs as the screen does', () => {
  const node = {
    path: ['dpi'],
    name: 'DPI',
    text: 'DPI = distributed / paid in',
    note: null,
    result: '0.5',
    unit: 'multiple',
    inputs: [
      { name: 'paidIn', value: '18900000.00', unit: 'money' },
      { name: 'counted', value: '5', unit: 'count' },
    ],
    children: [],
  } as unknown as ExplanationNode;
  const { facts, tables } = explanationPrint(node);
  expect(facts?.map(({ label }) => label)).toEqual(['Result', 'Paid in', 'Counted']);
  expect(tables?.[0]?.rows[0]).toMatchObject({ inputs: 'Paid in: 18,900,000.00; Counted: 5' });
});
