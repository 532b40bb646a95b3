import { expect, it } from 'vitest';
import { addedAt, parameterTexts, defineReport } from './report.ts';

const report = defineReport({
  name: 'flows',
  title: 'Flows',
  group: 'Funds',
  summary: 'Flows by fund and type.',
  module: 'performance',
  permission: 'fundLedger.view',
  parameters: {},
  columns: [
    { field: 'fund', kind: 'text', title: 'Fund' },
    { field: 'type', kind: 'text', title: 'Type' },
    { field: 'cash', kind: 'money', title: 'Cash', adds: true },
    { field: 'amount', kind: 'money', title: 'Amount', adds: true, addsWithin: 'type' },
  ],
  groupBy: ['fund', 'type'],
  splitBy: [],
  defaultSort: { field: 'fund', ascending: true },
  tags: [],
});

it('says which choice is the default', () => {
  const options = ['Fee payers', 'All'].map((description) => ({ code: description, description }));
  const basis = { kind: 'status', title: 'Basis', options } as const;
  const requested = (query: object) =>
    parameterTexts(
      { parameters: { basis: { ...basis, defaultText: 'Fee payers' }, state: { ...basis, title: 'State' } } },
      { ...query },
      () => undefined,
    ).map(({ title, text }) => `${title}: ${text}`);
  expect(requested({})).toEqual(['Basis: Fee payers']);
  expect(requested({ basis: 'All', state: 'All' })).toEqual(['Basis: All', 'State: All']);
});

it('only sums a figure in groups that share its unit', () => {
  const added = [0, 1, 2].map((level) => addedAt(report, level).map(({ field }) => field));
  expect(added).toEqual([['cash'], ['cash'], ['cash', 'amount']]);
});
