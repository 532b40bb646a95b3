import { describe, expect, it } from 'vitest';
import { calendarDate, decimal } from '../../kernel/index.ts';
import { type RunHolding, vestingOfRun } from './vestingOfRun.ts';

const day = calendarDate;

/** 20% a year from the start of 2020, through an entity's share. */
const schedule = [20, 40, 60, 80, 100].map((vested, year) => ({
  start: year * 12,
  end: year === 4 ? null : (year + 1) * 12,
  vested: decimal(vested),
}));
const share: RunHolding = {
  sourceId: 'fund',
  holderId: 'entity',
  memberId: null,
  terminationDate: null,
  position: { schedule, own: { initialCloseDate: day('2020-01-01') }, tranches: [] },
  isApplied: false,
};
const vestedOf = (holding: Partial<RunHolding>) =>
  vestingOfRun([{ ...share, ...holding }], day('2024-12-31')).map(({ vested }) => vested?.toString() ?? null);

describe("the vested part of a run's shares", () => {
  it('keeps growing for an entity, and stops for a person in it who has left', () => {
    expect(vestedOf({})).toEqual(['100']);
    expect(vestedOf({ memberId: 'stays' })).toEqual(['100']);
    expect(vestedOf({ memberId: 'left', terminationDate: day('2021-06-30') })).toEqual(['40']);
  });

  it('is as of the day of the run if the termination lies ahead', () => {
    expect(vestedOf({ memberId: 'leaves', terminationDate: day('2030-01-01') })).toEqual(['100']);
  });

  it('is everything if vesting was applied, and not determined without a schedule', () => {
    expect(vestedOf({ isApplied: true, terminationDate: day('2021-06-30') })).toEqual(['100']);
    expect(vestedOf({ position: { ...share.position, schedule: null } })).toEqual([null]);
  });
});
