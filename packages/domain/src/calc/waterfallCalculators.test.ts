import { expect, it } from 'vitest';
import { calculate } from './calculate.ts';
import type { JsonRecord } from './calculator.ts';
import { waterfallCalculators } from './waterfallCalculators.ts';

const [waterfall] = waterfallCalculators;
const problems = (more: JsonRecord) => {
  const { output } = calculate(waterfall!, { ...waterfall!.example, ...more });
  return 'errors' in output
    ? (output.errors as { code: string; path: string[] }[]).map(({ code, path }) => `${code} ${path.join('.')}`)
    : [];
};
const terms = waterfall!.example['terms'] as JsonRecord;

it('a term with an unknown name is refused', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ terms: { ...terms, tier: [] } })).toEqual(['UNKNOWN_FIELD terms.tier']);
});

it('rows that are listed twice are refused', () => {
  const recipients = [
    { id: 'GP', share: '50' },
    { id: 'GP', share: '50' },
  ];
  expect(problems({ terms: { ...terms, recipients } })).toEqual(['DUPLICATE terms.recipients.1']);
  const income = { year: 2023, amount: '1.00', source: 'K-1' };
  const taxDistribution = { rate: '40', incomes: [income, income] };
  expect(problems({ terms: { ...terms, taxDistribution } })).toEqual(['DUPLICATE terms.taxDistribution.incomes.1']);
  const value = { id: 'A', fairValue: '1.00' };
  expect(problems({ investments: [value, value] })).toEqual(['DUPLICATE investments.1']);
  expect(problems({ investments: [{ ...value, date: '2023-06-30' }, value] })).toEqual([]);
});
