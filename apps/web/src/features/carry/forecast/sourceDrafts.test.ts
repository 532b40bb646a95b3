import type { ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { describe, expect, it } from 'vitest';
import {
  sourceDrafts,
  type ForecastOption,
  isChanged,
  missingAmounts,
  toSourceInput,
  applySourceChoice,
  setAmountText,
} from './sourceDrafts.ts';

const stored = (isProfileChosen: boolean) =>
  ({
    source: { id: 's1', name: 'Helios' },
    type: 'Fund',
    allocationProfile: { id: 'p1', name: 'Profile', version: 2 },
    isProfileChosen,
    investedAmount: '100.00',
    multiple: '1.5',
    editedLast: 'multiple',
    grossCarryDistributed: '150.00',
    totalCarryAdjustment: '0.00',
  }) as ForecastSource;

describe('editing a stored source', () => {
  it('uses the profile effective on its date if none was chosen', () => {
    const [draft] = sourceDrafts([stored(false)]);
    expect(toSourceInput(draft!)).not.toHaveProperty('allocationProfile');
  });

  it('keeps the chosen profile until another or none is chosen', () => {
    const [draft] = sourceDrafts([stored(true)]);
    expect([isChanged(draft!), toSourceInput(draft!)]).toMatchObject([false, { allocationProfile: { id: 'p1' } }]);
    const free = { ...draft!, profileId: null };
    expect(isChanged(free)).toBe(true);
    expect(toSourceInput(free)).not.toHaveProperty('allocationProfile');
  });
});

it("starts a new source with the specification's multiple of 1 and its gross", () => {
  const option = { id: 's2', type: 'Fund', name: 'Fund II' } as ForecastOption;
  const [invested, unknown] = applySourceChoice([], [
    { ...option, investedAmount: '250.00' },
    { ...option, id: 's3', investedAmount: null },
  ] as ForecastOption[]);
  expect(invested).toMatchObject({ multiple: '1', grossCarryDistributed: '250.00', editedLast: 'multiple' });
  expect(unknown).toMatchObject({ investedAmount: '', grossCarryDistributed: '' });
  expect(missingAmounts(unknown!)).toEqual(['investedAmount']);
});

describe('a typed amount', () => {
  const [draft] = sourceDrafts([stored(false)]);
  const typed = (name: Parameters<typeof setAmountText>[1], text: string) => setAmountText(draft!, name, text);

  it.each(['1,500,000', '1500000.00', '$1 500 000', ' 1,500,000.00 '])(
    '%s is parsed like a displayed grouped number',
    (text) => {
      const next = typed('grossCarryDistributed', text);
      expect(next).toMatchObject({ grossCarryDistributed: text, multiple: '15000' });
      expect([missingAmounts(next), toSourceInput(next)]).toMatchObject([[], { grossCarryDistributed: '1500000' }]);
    },
  );

  it.each(['abc', '12.5m', '1,5', '1e5', '-5', '1.234', '.', ''])(
    '%s stays as typed and changes nothing else',
    (text) => {
      const next = typed('grossCarryDistributed', text);
      expect(next).toMatchObject({ grossCarryDistributed: text, multiple: '' });
      expect([missingAmounts(next), isChanged(next)]).toEqual([['grossCarryDistributed'], true]);
    },
  );

  it('clears the gross of an earlier multiple or invested amount', () => {
    expect(typed('multiple', '1,5')).toMatchObject({ multiple: '1,5', grossCarryDistributed: '' });
    const without = typed('investedAmount', '5m');
    expect(without).toMatchObject({ investedAmount: '5m', multiple: '1.5', grossCarryDistributed: '' });
    expect(setAmountText(without, 'investedAmount', '5,000,000').grossCarryDistributed).toBe('7500000.00');
  });

  it('in another format is not a change', () => expect(isChanged(typed('investedAmount', '100'))).toBe(false));
});
