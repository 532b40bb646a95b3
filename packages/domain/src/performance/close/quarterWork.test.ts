import { calendarDate } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { nextQuarterWork, type QuarterFacts } from './quarterWork.ts';

const facts: QuarterFacts = {
  reportingDate: calendarDate('2026-09-30'),
  lastEnded: calendarDate('2026-09-30'),
  lastEnd: calendarDate('2026-09-30'),
  hasValue: true,
  firstOpen: calendarDate('2026-06-30'),
  openQuarters: 2,
  holdings: 12,
  valued: 12,
};
const at = (changed: Partial<QuarterFacts>) => nextQuarterWork({ ...facts, ...changed });

describe('the next step of a quarter close', () => {
  it('is to enter the figures of a fund that is late', () => {
    expect(at({ lastEnd: calendarDate('2026-03-31') })).toEqual({
      kind: 'LATE',
      quarter: '2026-06-30',
      detail: 'No figures for 09/30/2026. The last ones are for 03/31/2026.',
      part: 'values',
    });
    expect(at({ lastEnd: calendarDate('2026-03-31'), holdings: 0, valued: 0 })?.part).toBe('reported');
    // Nothing is late about a fund that has ended.
    expect(at({ lastEnd: calendarDate('2026-03-31'), hasValue: false })?.kind).toBe('CLOSE');
  });
  it('is to value the holdings of the first open quarter, then to close it', () => {
    expect(at({ valued: 9 })).toMatchObject({
      kind: 'VALUES',
      quarter: '2026-06-30',
      detail: '9 of 12 holdings valued on 06/30/2026',
    });
    expect(at({})).toMatchObject({ kind: 'CLOSE', detail: '2 quarters are open, the first is 06/30/2026' });
    expect(at({ openQuarters: 1 })).toMatchObject({ detail: '06/30/2026 is open', part: 'quarters' });
  });
  it('is to enter the quarter that ended last, once every earlier one is locked', () => {
    const closed = { firstOpen: null, openQuarters: 0, lastEnded: calendarDate('2026-12-31') };
    expect(at(closed)).toEqual({
      kind: 'VALUES',
      quarter: '2026-12-31',
      detail: 'No figures for 12/31/2026 yet',
      part: 'values',
    });
    expect(at({ ...closed, hasValue: false })).toBeNull();
  });
  it('is nothing once every quarter is locked', () => {
    expect(at({ firstOpen: null, openQuarters: 0 })).toBeNull();
  });
});
