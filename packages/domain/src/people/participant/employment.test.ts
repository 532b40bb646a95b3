import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate, calendarDate, displayedDate } from '../../kernel/index.ts';
import {
  checkEligibility,
  checkRehire,
  checkTermination,
  decideLeavingCorrection,
  decideRehire,
  decideTermination,
  employedSpans,
  employmentHistory,
  isCarryEligible,
  failuresAtFields,
  type LaterPay,
  laterPayFailures,
  leavingOn,
  plannedChangeText,
  plannedRehire,
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
    expect(checkTermination(leavingDate, { hireDate: hired }, today)).toEqual([]);
    expect(checkTermination(leavingDate, {}, today)).toEqual([]);
    expect(checkTermination(hired, { hireDate: leavingDate }, today)[0]!.code).toBe('TERMINATED_BEFORE_HIRE');
    const again = [
      { kind: 'TERMINATED', eventDate: leavingDate },
      { kind: 'REHIRED', eventDate: today },
    ] as const;
    expect(checkTermination(today, { hireDate: hired }, today, again)).toEqual([]);
    expect(checkTermination(leavingDate, { hireDate: hired }, today, again), 'before the last rehire').toMatchObject([
      { code: 'TERMINATED_BEFORE_HIRE', path: ['terminationDate'] },
    ]);
    expect(checkRehire(today, { terminationDate: leavingDate }, today)).toEqual([]);
    expect(checkRehire(today, {}, today)).toEqual([]);
    expect(checkRehire(hired, { terminationDate: leavingDate }, today)[0]!.code).toBe('REHIRED_BEFORE_TERMINATION');
    expect(
      checkRehire(leavingDate, { terminationDate: leavingDate }, today)[0]!.code,
      'a day of the employment that ended',
    ).toBe('REHIRED_BEFORE_TERMINATION');
    expect(rehireOffered(leavingDate, leavingDate)).toBe('2023-03-01');
    expect(rehireOffered(leavingDate, today)).toBe(today);
    expect(checkRehire(rehireOffered(leavingDate, leavingDate), { terminationDate: leavingDate }, today)).toEqual([]);
  });

  it('ends and begins again at most 10 years ahead', () => {
    const [last, tooLate] = [calendarDate('2036-11-21'), calendarDate('2036-11-22')];
    const detail = (subject: string) =>
      `${subject} can be entered at most 10 years ahead. Choose 11/21/2036 or earlier.`;
    expect(checkTermination(last, { hireDate: hired }, today)).toEqual([]);
    expect(checkTermination(tooLate, {}, today)).toMatchObject([
      { code: 'DATE_TOO_LATE', path: ['terminationDate'], detail: detail('A termination') },
    ]);
    expect(checkRehire(last, { terminationDate: leavingDate }, today)).toEqual([]);
    expect(checkRehire(tooLate, { terminationDate: leavingDate }, today)).toMatchObject([
      { code: 'DATE_TOO_LATE', path: ['rehireDate'], detail: detail('A rehire') },
    ]);
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

  it('is ended between a leaving and the rehire, and at no other time', () => {
    const dayBefore = addDays(leavingDate, -1);
    const event = (kind: 'HIRED' | 'TERMINATED' | 'REHIRED', eventDate: typeof hired) => ({ kind, eventDate });
    const end = event('TERMINATED', leavingDate);
    const history = [event('REHIRED', today), event('HIRED', hired), end];
    expect(leavingOn(history, dayBefore)).toBeNull();
    expect(leavingOn(history, leavingDate)).toBe(end);
    expect(leavingOn(history, addDays(today, -1))).toBe(end);
    expect(leavingOn(history, today)).toBeNull();
    expect(leavingOn([...history, event('TERMINATED', addDays(today, 9))], addDays(today, 9))?.eventDate).toBe(
      addDays(today, 9),
    );
    expect(plannedRehire(history, leavingDate)).toBe(today);
    expect(plannedRehire(history, today)).toBeNull();
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
    expect(decideTermination(employed, leavingDate, 'Retired', today)._unsafeUnwrap()).toEqual({
      terminationDate: leavingDate,
      terminationReason: 'Retired',
      employmentEvents: [hire, end],
    });
    const early = { hireDate: leavingDate, employmentEvents: [] };
    expect(decideTermination(early, hired, '', today)._unsafeUnwrapErr()).toMatchObject([
      { code: 'TERMINATED_BEFORE_HIRE' },
    ]);
    const terminated = { hireDate: hired, terminationDate: leavingDate, employmentEvents: [hire, end] };
    expect(decideRehire(terminated, today, 'Asked back', today, [])._unsafeUnwrap()).toEqual({
      terminationDate: null,
      terminationReason: null,
      employmentEvents: [hire, end, { kind: 'REHIRED', eventDate: today, reason: 'Asked back' }],
    });
    expect(decideRehire(terminated, leavingDate, '', today, [])._unsafeUnwrapErr()).toMatchObject([
      { code: 'REHIRED_BEFORE_TERMINATION' },
    ]);
  });

  it('reverses a future termination', () => {
    const leaving = { hireDate: hired, terminationDate: today, employmentEvents: [hire, { ...end, eventDate: today }] };
    const rehire = (day: CalendarDate) => decideRehire(leaving, day, '', leavingDate, []);
    for (const day of [leavingDate, today, addDays(today, 1)])
      expect(rehire(day)._unsafeUnwrap().employmentEvents).toEqual([hire]);
    // The employment would continue without the break that this date means.
    expect(rehire(addDays(today, 2))._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'REHIRED_BEFORE_TERMINATION',
        path: ['rehireDate'],
        detail: expect.stringMatching(/ is in the future\. To reverse the termination, enter that day\./),
      },
    ]);
  });

  it('restarts only after everything that was created because of the leaving', () => {
    const terminated = { hireDate: hired, terminationDate: leavingDate, employmentEvents: [hire, end] };
    const settledOn = calendarDate('2023-06-30');
    const settlement = { title: 'deferred award forfeited', on: settledOn, isSettlement: true };
    const rehire = (day: CalendarDate, employment: Parameters<typeof decideRehire>[0] = terminated) =>
      decideRehire(employment, day, '', today, [settlement]);
    for (const day of [addDays(leavingDate, 1), settledOn])
      expect(rehire(day)._unsafeUnwrapErr()).toEqual([
        {
          code: 'BUILT_UPON',
          path: ['rehireDate'],
          detail:
            'The last day of employment was used by: deferred award forfeited on 06/30/2023. Reverse these first, or choose a later day.',
        },
      ]);
    expect(rehire(addDays(settledOn, 1)).isOk()).toBe(true);
    // A termination that is reversed had no effect on earlier days.
    const run = { title: 'vesting applied in a distribution', on: addDays(today, 2), isSettlement: false };
    const reverse = (terminationDate: CalendarDate) =>
      decideRehire({ ...terminated, terminationDate }, today, '', today, [settlement, run]);
    expect(reverse(addDays(today, 2))._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'BUILT_UPON',
        detail:
          'The last day of employment was used by: vesting applied in a distribution on 11/23/2026. Reverse these first.',
      },
    ]);
    expect(reverse(addDays(today, 3)).isOk()).toBe(true);
  });

  it('reverses a future rehire, and restores the leaving', () => {
    const back = { kind: 'REHIRED', eventDate: today, reason: 'Asked back' } as const;
    const away = { hireDate: hired, employmentEvents: [hire, end, back] };
    const between = addDays(leavingDate, 1);
    expect(decideTermination(away, leavingDate, 'Not back after all', between)._unsafeUnwrap()).toEqual({
      terminationDate: leavingDate,
      terminationReason: 'Retired',
      employmentEvents: [hire, end],
    });
    expect(decideTermination(away, today, '', between)._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'TERMINATED_BEFORE_HIRE',
        path: ['terminationDate'],
        detail: expect.stringMatching(
          /^A rehire on .* is recorded\. To reverse it, enter the last day of employment, /,
        ),
      },
    ]);
  });

  it('names the planned termination or rehire that is in the way of another one', () => {
    const away = { hireDate: hired, employmentEvents: [hire, end, { kind: 'REHIRED' as const, eventDate: today }] };
    const leaving = { hireDate: hired, terminationDate: today, employmentEvents: [hire] };
    const yesterday = addDays(today, -1);
    expect(plannedChangeText('Ada', away, yesterday)).toBe(
      'Ada returns on 11/21/2026. Reverse that rehire first: terminate with the last day of employment.',
    );
    expect(plannedChangeText('Ada', leaving, yesterday)).toBe(
      'Ada leaves on 11/21/2026. Reverse that termination with a rehire first.',
    );
    expect([away, leaving].map((employment) => plannedChangeText('Ada', employment, today))).toEqual(
      Array(2).fill(undefined),
    );
  });

  it('requires pay access for fields that show pay', () => {
    expect(failuresAtFields(undefined)).toEqual([]);
    expect(failuresAtFields('title')).toMatchObject([{ code: 'PAY_ACCESS_NOT_YOURS', path: ['title'] }]);
  });
});

describe('a correction of a leaving', () => {
  const [rehired, other] = [calendarDate('2024-01-15'), calendarDate('2024-06-30')];
  const event = (kind: 'HIRED' | 'TERMINATED' | 'REHIRED', eventDate: CalendarDate, reason: string | null = null) => ({
    kind,
    eventDate,
    reason,
  });
  const earlier = [event('HIRED', hired), event('TERMINATED', leavingDate, 'Left'), event('REHIRED', rehired)];
  const last = event('TERMINATED', calendarDate('2024-05-31'), 'Left again');
  const stored = {
    hireDate: hired,
    terminationDate: last.eventDate,
    terminationReason: last.reason,
    employmentEvents: [...earlier, { ...last, id: 'last' }],
  };
  const settlement = (on: CalendarDate) => ({ title: 'Deferred award forfeited', on, isSettlement: true });
  const correct = (day: CalendarDate, dependents: Parameters<typeof decideLeavingCorrection>[4] = []) =>
    decideLeavingCorrection(stored, day, 'Retired', today, dependents);

  it('replaces the day and the reason of the last leaving only', () => {
    expect(correct(other)._unsafeUnwrap()).toEqual({
      terminationDate: other,
      terminationReason: 'Retired',
      employmentEvents: [...earlier, { ...last, id: 'last', eventDate: other, reason: 'Retired' }],
    });
  });

  it('is checked like a first recording', () => {
    expect(correct(leavingDate)._unsafeUnwrapErr()).toMatchObject([{ code: 'TERMINATED_BEFORE_HIRE' }]);
    expect(correct(calendarDate('2099-01-01'))._unsafeUnwrapErr()).toMatchObject([{ code: 'DATE_TOO_LATE' }]);
    expect(correct(rehired).isOk()).toBe(true);
  });

  it('is refused while anything from the earlier day on depends on the day, but the reason can change', () => {
    const built = [settlement(last.eventDate)];
    expect(correct(other, built)._unsafeUnwrapErr()).toEqual([
      {
        code: 'BUILT_UPON',
        path: ['terminationDate'],
        detail:
          'The last day of employment was used by: deferred award forfeited on 05/31/2024. Reverse these first, or leave the day unchanged.',
      },
    ]);
    const record = { type: 'deferredAward', id: 'award' };
    const [linked] = correct(other, [{ ...settlement(last.eventDate), record }])._unsafeUnwrapErr();
    expect(linked?.records).toEqual([{ ...record, name: 'Deferred award forfeited on 05/31/2024' }]);
    const hidden = { ...settlement(last.eventDate), title: null, record };
    expect(correct(other, [hidden])._unsafeUnwrapErr()[0]?.records).toBeUndefined();
    expect(correct(last.eventDate, built).isOk()).toBe(true);
    expect(correct(other, [settlement(leavingDate)]).isOk()).toBe(true);
  });

  it('is possible to the day of its settlement, but not to the day of a distribution', () => {
    expect(correct(other, [settlement(other)]).isOk()).toBe(true);
    const run = { title: 'vesting applied in a distribution', on: other, isSettlement: false };
    expect(correct(other, [run]).isErr()).toBe(true);
  });

  it('counts records that the author can’t see, without describing them', () => {
    const hidden = { ...settlement(last.eventDate), title: null };
    const details = (...dependents: Parameters<typeof correct>[1] & object) =>
      correct(other, dependents)
        ._unsafeUnwrapErr()
        .map(({ detail }) => detail);
    expect(details(hidden)).toEqual([
      'The last day of employment was used by: compensation records that you can’t see. Reverse these first, or leave the day unchanged.',
    ]);
    expect(details(hidden, settlement(last.eventDate))).toEqual([
      'The last day of employment was used by: deferred award forfeited on 05/31/2024, and compensation records that you can’t see. Reverse these first, or leave the day unchanged.',
    ]);
  });
});

describe('a last day of employment before pay records', () => {
  const warned = (...later: readonly LaterPay[]) => laterPayFailures(leavingDate, later).map(({ detail }) => detail);
  const check = 'Check the last day of employment, or confirm it to save the leaving.';
  const day = displayedDate(leavingDate);

  it('needs a confirmation that names their number by kind', () => {
    const pay = (kind: LaterPay['kind'], records: number) => ({ kind, records, isVisible: true });
    expect(warned()).toEqual([]);
    expect(warned(pay('salary', 1))).toEqual([`1 pay record is dated after ${day}: 1 salary. ${check}`]);
    expect(warned(pay('salary', 2), pay('award', 1), pay('deferredAward', 3), pay('payroll', 1_200))).toEqual([
      `1,206 pay records are dated after ${day}: 2 salaries, 1 award, 3 deferred awards, 1,200 payroll payments. ${check}`,
    ]);
  });

  it('doesn’t count the records that a person can’t see', () => {
    expect(warned({ kind: 'salary', records: 2, isVisible: false })).toEqual([
      `Pay records that you can’t see are dated after ${day}. ${check}`,
    ]);
  });
});
