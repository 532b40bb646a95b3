import { expect, it } from 'vitest';
import { formatMetric, type Metric, metricRows } from './metricRows.ts';

const metric = (id: string, date: string, containerId = 'a', transactionTypeCode = 'NAV'): Metric => ({
  id,
  containerId,
  name: containerId,
  date,
  transactionTypeCode,
  transactionTypeDescription: transactionTypeCode,
  totalAmount: '1',
  gpAmount: null,
  jvAmount: null,
});

it('fills a date with less than seven figures up to seven rows [U-C-161]', () => {
  const { rows } = metricRows([metric('1', '2026-06-30'), metric('2', '2026-03-31')], '2026-06-30');
  expect(rows.map(({ id }) => id.split(' ')[0])).toEqual(['1', ...Array<string>(6).fill('blank')]);
});

it('omits nothing', () => {
  const nine = Array.from({ length: 9 }, (_, at) => metric(String(at), '2026-06-30'));
  expect(metricRows(nine, '2026-06-30').rows).toEqual(nine);
});

it('names figures of several records', () => {
  const metrics = [metric('1', '2026-06-30'), metric('2', '2026-06-30', 'b'), metric('3', '2026-03-31')];
  expect(metricRows(metrics, '2026-06-30').isNamed).toBe(true);
  expect(metricRows(metrics, '2026-03-31').isNamed).toBe(false);
});

it('shows MULT as a multiple and everything else as an amount without decimals [U-C-049 U-C-165]', () => {
  expect(formatMetric({ transactionTypeCode: 'MULT' })).toBe('multiple');
  expect(formatMetric({ transactionTypeCode: 'NAV' })).toBe('count');
});
