import { describe, expect, it } from 'vitest';
import { decimal, moneyText } from '../../kernel/index.ts';
import { sumOverFunds } from './index.ts';

const row = (fund: string, investment: string | null, amount: string | null, reason = '') => ({
  fundId: `id of ${fund}`,
  fund,
  investment,
  amount: amount === null ? null : decimal(amount),
  reason,
});

describe('a sum over funds', () => {
  it('names the funds that it leaves out, and the rows that counted funds leave out', () => {
    const rows = [
      row('I', 'A', '10.01'),
      row('I', 'B', null, 'The allocation has no vesting schedule.'),
      row('II', 'A', null, 'The fund has no carry terms.'),
      row('II', null, null, 'The fund has no carry terms.'),
      row('III', null, '5.00'),
    ];
    const { value, coverage } = sumOverFunds(rows, (found) => found);
    expect(value && moneyText(value)).toBe('15.01');
    expect(coverage).toEqual({
      included: 2,
      total: 3,
      excluded: [{ id: 'id of II', name: 'II', reason: 'The fund has no carry terms.', lastDate: null }],
      carried: [],
      partly: [{ id: 'id of I', name: 'I, B', reason: 'The allocation has no vesting schedule.', lastDate: null }],
    });
  });

  it('isn’t determined if no fund is, and covers everything without a gap', () => {
    const missing = sumOverFunds([row('I', 'A', null, 'No terms.')], (found) => found);
    expect([missing.value, missing.coverage.included, missing.coverage.total]).toEqual([null, 0, 1]);
    const { value, coverage } = sumOverFunds([row('I', 'A', '0.00')], (found) => found);
    expect([value && moneyText(value), coverage]).toEqual([
      '0.00',
      { included: 1, total: 1, excluded: [], carried: [] },
    ]);
  });
});
