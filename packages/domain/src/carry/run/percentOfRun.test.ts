import { expect, it } from 'vitest';
import { percentOfRun } from './percentOfRun.ts';

it.each([
  ['25.00', '100.00', '25'],
  ['100.00', '300.00', '33.3333333333'],
  // A reversal pays the same percentages.
  ['-25.00', '-100.00', '25'],
  ['0.00', '100.00', '0'],
])('%s of %s is %s %%', (gross, whole, percent) => expect(percentOfRun(gross, whole)).toBe(percent));

it('there is no percentage of a run that distributes nothing', () => expect(percentOfRun('0.00', '0.00')).toBeNull());
