import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '../../kernel/index.ts';
import { decideSampleFirm, type SampleFirmFacts, sampleFirmName } from './index.ts';

const today = calendarDate('2026-11-30');
const facts: SampleFirmFacts = { isSample: false, hasOpen: false, isComing: false, addedOn: [], today };
const refusal = (other: Partial<SampleFirmFacts>) =>
  decideSampleFirm({ ...facts, ...other }).match(
    () => undefined,
    ([failure]) => `${failure?.code ?? ''} ${failure?.detail ?? ''}`,
  );

describe('a sample firm', () => {
  it('can be added by a firm without one', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ addedOn: [addDays(today, -1), today] })).toBeUndefined();
  });

  it.each([
    [{ isSample: true }, /of its own/],
    [{ hasOpen: true }, /already has/],
    [{ isComing: true }, /being added/],
    [{ addedOn: [addDays(today, -29), addDays(today, -1), today] }, /3 sample firms within 30 days/],
  ])('is refused if %o', (other, reason) => expect(refusal(other)).toMatch(reason));

  it('can be added again once the earlier ones are 30 days old', () => {
    expect(refusal({ addedOn: [addDays(today, -30), addDays(today, -1), today] })).toBeUndefined();
  });

  it('is named after its firm, within the length of a name', () => {
    expect(sampleFirmName('Harbour Partners')).toBe('Sample: Harbour Partners');
    expect(sampleFirmName('x'.repeat(200))).toHaveLength(188);
  });
});
