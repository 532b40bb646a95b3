import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { quarterValues, sumValues, valueChange } from './index.ts';

const end = calendarDate('2024-06-30');
const trade = (type: 'BUY' | 'SELL', amount: string, day: string, cost: string | null = null, securityId = 's') => ({
  id: `${securityId} ${type} ${day}`,
  type,
  amount: decimal(amount),
  effective: calendarDate(day),
  booked: end,
  key: 'INVESTING' as const,
  holdingId: 'h',
  securityId,
  noticeId: null,
  costRelieved: cost === null ? null : decimal(cost),
  isRecallable: false,
  isOutside: false,
  settledOn: null,
  reversalOf: null,
  shares: [],
});
const valued = (seq: number, day: string, value: string | null, securityId = 's') => ({
  id: `v${String(seq)}`,
  securityId,
  date: calendarDate(day),
  booked: end,
  fairValue: value === null ? null : decimal(value),
  seq,
});
const at = (entries: readonly ReturnType<typeof trade>[], valuations: readonly ReturnType<typeof valued>[]) =>
  quarterValues({ securities: [{ id: 's', holdingId: 'h' }], entries, valuations }, end).map(
    ({ cost, last, lastDate, valuation }) => [cost.toFixed(2), last.toFixed(2), lastDate, valuation?.id],
  );

describe('the values to enter at a quarter end', () => {
  it('are compared with the value that counts without a new one', () => {
    const bought = [trade('BUY', '100.00', '2024-01-10'), trade('BUY', '20.00', '2024-05-10')];
    // At cost before the first value; then the last value, plus the later purchase.
    expect(at(bought, [])).toEqual([['120.00', '120.00', null, undefined]]);
    expect(at(bought, [valued(1, '2024-03-31', '150.00')])).toEqual([['120.00', '170.00', '2024-03-31', undefined]]);
    // A third of the cost was sold, so a third of the value has left.
    const sold = [...bought, trade('SELL', '70.00', '2024-06-15', '40.00')];
    expect(at(sold, [valued(1, '2024-03-31', '100.00')])).toEqual([['80.00', '80.00', '2024-03-31', undefined]]);
  });

  it('have the valuation of the day that counts, and skip withdrawn ones before', () => {
    const bought = [trade('BUY', '100.00', '2024-01-10')];
    const valuations = [
      valued(1, '2023-12-31', '90.00'),
      valued(2, '2024-03-31', '95.00'),
      valued(3, '2024-03-31', null),
      valued(4, '2024-06-30', '130.00'),
      valued(5, '2024-06-30', '131.00'),
    ];
    expect(at(bought, valuations)).toEqual([['100.00', '190.00', '2023-12-31', 'v5']]);
  });

  it('leave out sold securities, unless they are valued on the day', () => {
    const sold = [trade('BUY', '100.00', '2024-01-10'), trade('SELL', '130.00', '2024-02-10', '100.00')];
    expect(at(sold, [])).toEqual([]);
    expect(at(sold, [valued(1, '2024-06-30', '0.00')])).toEqual([['0.00', '0.00', null, 'v1']]);
  });

  it('change by an amount and a percentage, and add up', () => {
    const change = valueChange(decimal('80'), decimal('100'));
    expect([change.change.toFixed(2), change.percent?.toFixed(2)]).toEqual(['20.00', '25.00']);
    expect(valueChange(decimal('0'), decimal('5')).percent).toBeNull();
    const sums = sumValues([
      { cost: decimal('60'), last: decimal('80'), value: decimal('100') },
      { cost: decimal('20'), last: decimal('20'), value: null },
    ]);
    expect([sums.cost, sums.last, sums.value, sums.change, sums.percent].map(String)).toEqual([
      '80',
      '100',
      '120',
      '20',
      '20',
    ]);
  });
});
