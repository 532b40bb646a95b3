import { describe, expect, it } from 'vitest';
import { calendarDate } from '../kernel/index.ts';
import { checkRehire, checkTermination, isCarryEligible, yearsOfService } from './index.ts';

const [hired, left, today] = [calendarDate('2020-01-31'), calendarDate('2023-02-28'), calendarDate('2026-11-21')];

describe('employment', () => {
  it('counts service in whole months, to the termination or to today', () => {
    expect(yearsOfService({ hireDate: hired }, calendarDate('2021-07-31'))?.toString()).toBe('1.5');
    expect(yearsOfService({ hireDate: hired, terminationDate: left }, today)?.toString()).toBe('3.08333333333');
    expect(yearsOfService({ hireDate: hired, terminationDate: null }, hired)?.toString()).toBe('0');
    expect(yearsOfService({}, today)).toBeNull();
    expect(yearsOfService({ hireDate: today }, hired)).toBeNull();
  });

  it('makes carry-eligible from the eligibility date on', () => {
    expect([isCarryEligible(hired, hired), isCarryEligible(today, hired), isCarryEligible(null, hired)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ends after it began, and begins again after it ended', () => {
    expect(checkTermination(left, { hireDate: hired })).toEqual([]);
    expect(checkTermination(left, {})).toEqual([]);
    expect(checkTermination(hired, { hireDate: left })[0]!.code).toBe('TERMINATED_BEFORE_HIRE');
    expect(checkRehire(today, { terminationDate: left })).toEqual([]);
    expect(checkRehire(today, {})).toEqual([]);
    expect(checkRehire(hired, { terminationDate: left })[0]!.code).toBe('REHIRED_BEFORE_TERMINATION');
  });
});
