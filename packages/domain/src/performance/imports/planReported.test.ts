import { calendarDate as day, decimal } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { planReported } from './planReported.ts';

const existing = {
  ledger: {
    commitments: [{ id: 'a', investorId: 'x', investorCode: 'LP-A', investorName: 'Acorn', isGp: false }],
    events: [],
    entries: [],
    securities: [],
    locked: new Set<ReturnType<typeof day>>(),
  },
  holdings: [],
  securities: [],
  notices: [],
};
const row = (number: number, values: Readonly<Record<string, string>>) => ({
  row: number,
  rounded: 0,
  values: { vehicle: 'FUND', date: `2025-03-${String(number).padStart(2, '0')}`, ...values },
});
const sums = { contributions: '126521860.00', distributions: '0', nav: '130106578.58' };

it('compares TVPI with the sums of its row at four decimals, and refuses negative sums [Published values]', () => {
  const { ties, reports, refusals, warnings } = planReported(
    [
      row(2, { ...sums, tvpi: '1.0283' }),
      // Half away from zero: 1.02835 is 1.0284.
      row(3, { contributions: '100000', distributions: '2835', nav: '100000', tvpi: '1.0284' }),
      row(4, { ...sums, tvpi: '1.0284' }),
      row(5, { ...sums, distributions: '-1', tvpi: '1.0283' }),
      row(6, sums),
      row(7, { ...sums, contributions: '0', tvpi: '1' }),
      row(8, { contributions: '1', nav: '1', tvpi: '1' }),
    ],
    existing,
    [],
  );
  expect(ties).toEqual({ tied: 3, different: 1, unchecked: 3 });
  const text = 'Distributions are the total since inception and can’t be negative. Check the value and its sign.';
  expect(refusals).toEqual([{ row: 5, field: 'distributions', reason: text }]);
  expect(warnings.filter(({ text }) => text.startsWith('TVPI'))).toEqual([
    {
      row: 4,
      text: 'TVPI is 1.0284x, but (distributions of 0.00 + NAV of 130,106,578.58) / contributions of 126,521,860.00 is 1.0283x.',
    },
  ]);
  // The rows are of consecutive days, so totals since inception must not fall.
  expect(warnings).toContainEqual({
    row: 3,
    text: 'Contributions are 100,000.00, less than 126,521,860.00 on 03/02/2025. They are totals since inception.',
  });
  // A mismatch causes a warning rather than a rejection, because it is what was reported.
  expect(reports.find((report) => report.row === 4 && report.figure === 'tvpi')?.value).toEqual(decimal('1.0284'));
});

it('says that each figure has its own column, if a row has none of them', () => {
  expect(planReported([row(2, {})], existing, []).refusals).toEqual([
    {
      row: 2,
      field: 'date',
      reason: expect.stringMatching(/^The row has no figure\. Each figure has a column of its own: NAV, .*TVPI.*\.$/),
    },
  ]);
});
