import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import {
  checkEligibility,
  checkRehire,
  checkTermination,
  decideRehire,
  decideTermination,
  employedSpans,
  employmentHistory,
  isCarryEligible,
  failuresAtFields,
  rehireOffered,
  yearsOfService,
  vestingDate,
} from './index.ts';

const [hired, leavingDate, today] = [
  calendarDate('2020-01-31'),
  calendarDate('2023-02-28'),
  calendarDate('2026-11-21'),
];

describe('employment', () => {
  it('vests until the termination on every date from it on [U-C-064]', () => {
    const dayBefore = calendarDate('2023-02-27');
    expect(vestingDate(dayBefore, leavingDate)).toBe(dayBefore);
    expect(vestingDate(leavingDate, leavingDate)).toBe(leavingDate);
    expect(vestingDate(today, leavingDate)).toBe(leavingDate);
    expect(vestingDate(today, null)).toBe(today);
    expect(vestingDate(today, undefined)).toBe(today);
  });

  it('counts service in whole months, to the termination or to today', () => {
    expect(yearsOfService({ hireDate: hired }, calendarDate('2021-07-31'))?.toString()).toBe('1.5');
    expect(yearsOfService({ hireDate: hired, terminationDate: leavingDate }, today)?.toString()).toBe('3.08333333333');
    expect(yearsOfService({ hireDate: hired, terminationDate: null }, hired)?.toString()).toBe('0');
    expect(yearsOfService({}, today)).toBeNull();
    expect(yearsOfService({ hireDate: today }, hired)).toBeNull();
  });

  it('makes people carry-eligible from the eligibility date on', () => {
    expect([isCarryEligible(hired, hired), isCarryEligible(today, hired), isCarryEligible(null, hired)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('makes nobody carry-eligible before the hire', () => {
    expect(checkEligibility(hired, { hireDate: hired })).toEqual([]);
    expect(checkEligibility(null, { hireDate: hired })).toEqual([]);
    expect(checkEligibility(hired, {})).toEqual([]);
    expect(checkEligibility(hired, { hireDate: leavingDate })).toMatchObject([
      { code: 'ELIGIBLE_BEFORE_HIRE', path: ['carryEligibleDate'] },
    ]);
  });

  it('ends after its start, and restarts after its end', () => {
    expect(checkTermination(leavingDate, { hireDate: hired })).toEqual([]);
    expect(checkTermination(leavingDate, {})).toEqual([]);
    expect(checkTermination(hired, { hireDate: leavingDate })[0]!.code).toBe('TERMINATED_BEFORE_HIRE');
    const again = [
      { kind: 'TERMINATED', eventDate: leavingDate },
      { kind: 'REHIRED', eventDate: today },
    ] as const;
    expect(checkTermination(today, { hireDate: hired }, again)).toEqual([]);
    expect(checkTermination(leavingDate, { hireDate: hired }, again), 'before the last rehire').toMatchObject([
      { code: 'TERMINATED_BEFORE_HIRE', path: ['terminationDate'] },
    ]);
    expect(checkRehire(today, { terminationDate: leavingDate })).toEqual([]);
    expect(checkRehire(today, {})).toEqual([]);
    expect(checkRehire(hired, { terminationDate: leavingDate })[0]!.code).toBe('REHIRED_BEFORE_TERMINATION');
    expect(
      checkRehire(leavingDate, { terminationDate: leavingDate })[0]!.code,
      'a day of the employment that ended',
    ).toBe('REHIRED_BEFORE_TERMINATION');
    expect(rehireOffered(leavingDate, leavingDate)).toBe('2023-03-01');
    expect(rehireOffered(leavingDate, today)).toBe(today);
    expect(checkRehire(rehireOffered(leavingDate, leavingDate), { terminationDate: leavingDate })).toEqual([]);
  });

  it('has a history consistent with its dates', () => {
    const hire = { kind: 'HIRED', eventDate: hired, reason: null } as const;
    const end = { kind: 'TERMINATED', eventDate: leavingDate, reason: 'Retired' } as const;
    const back = { kind: 'REHIRED', eventDate: today, reason: 'Asked back' } as const;
    expect(employmentHistory([], {})).toEqual([]);
    expect(employmentHistory([], { hireDate: hired })).toEqual([hire]);
    expect(employmentHistory([hire], { hireDate: leavingDate })).toEqual([{ ...hire, eventDate: leavingDate }]);
    expect(
      employmentHistory([], { hireDate: hired, terminationDate: leavingDate, terminationReason: 'Retired' }),
      'of an import that tells the dates only',
    ).toEqual([hire, end]);
    expect(employmentHistory([hire, end], { hireDate: hired, terminationDate: today })).toEqual([
      hire,
      { ...end, eventDate: today },
    ]);
    expect(employmentHistory([hire, end, back], { hireDate: hired })).toEqual([hire, end, back]);
  });

  it('has spans from each hire to the next termination', () => {
    const event = (kind: 'HIRED' | 'TERMINATED' | 'REHIRED', eventDate: typeof hired) => ({ kind, eventDate });
    expect(employedSpans([])).toEqual([]);
    expect(employedSpans([event('HIRED', hired)])).toEqual([{ from: hired, to: null }]);
    expect(employedSpans([event('HIRED', hired), event('TERMINATED', leavingDate), event('REHIRED', today)])).toEqual([
      { from: hired, to: leavingDate },
      { from: today, to: null },
    ]);
  });
});

describe('a change of employment', () => {
  const hire = { kind: 'HIRED', eventDate: hired, reason: null } as const;
  const end = { kind: 'TERMINATED', eventDate: leavingDate, reason: 'Retired' } as const;

  it('adds a termination to the history, then a rehire', () => {
    const employed = { hireDate: hired, employmentEvents: [] };
    expect(decideTermination(employed, leavingDate, 'Retired')._unsafeUnwrap()).toEqual({
      terminationDate: leavingDate,
      terminationReason: 'Retired',
      employmentEvents: [hire, end],
    });
    const early = { hireDate: leavingDate, employmentEvents: [] };
    expect(decideTermination(early, hired, '')._unsafeUnwrapErr()).toMatchObject([{ code: 'TERMINATED_BEFORE_HIRE' }]);
    const terminated = { hireDate: hired, terminationDate: leavingDate, employmentEvents: [hire, end] };
    expect(decideRehire(terminated, today, 'Asked back', today)._unsafeUnwrap()).toEqual({
      terminationDate: null,
      terminationReason: null,
      employmentEvents: [hire, end, { kind: 'REHIRED', eventDate: today, reason: 'Asked back' }],
    });
    expect(decideRehire(terminated, leavingDate, '', today)._unsafeUnwrapErr()).toMatchObject([
      { code: 'REHIRED_BEFORE_TERMINATION' },
    ]);
  });

  it('reverses a future termination', () => {
    const leaving = { hireDate: hired, terminationDate: today, employmentEvents: [hire, { ...end, eventDate: today }] };
    expect(decideRehire(leaving, leavingDate, '', leavingDate)._unsafeUnwrap().employmentEvents).toEqual([hire]);
  });

  it('requires pay access for fields that show pay', () => {
    expect(failuresAtFields(undefined)).toEqual([]);
    expect(failuresAtFields('title')).toMatchObject([{ code: 'PAY_ACCESS_NOT_YOURS', path: ['title'] }]);
  });
});
