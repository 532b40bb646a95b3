import { expect, it } from 'vitest';
import { decideCurrency, isSameCurrency } from './index.ts';

it("a vehicle's currency changes only before it has amounts", () => {
  const usd = { id: 'A', code: 'USD' };
  expect(isSameCurrency({ id: 'a' }, usd)).toBe(true);
  expect(isSameCurrency(null, usd)).toBe(false);
  expect(decideCurrency(usd, null)).toEqual([]);
  const [failure] = decideCurrency(usd, '2 distributions');
  expect(failure?.code).toBe('CURRENCY_IN_USE');
  expect(failure?.detail).toBe('The currency must stay USD, because 2 distributions already use it.');
});
