import { describe, expect, it } from 'vitest';
import { plan, smallPlan, tenantWith, writesOfKind } from './plan.fixture.ts';

describe('the leaving of a stored employee', () => {
  const event = (kind: string, eventDate: string, reason: string | null = null) => ({ kind, eventDate, reason });
  const hired = event('HIRED', '2012-10-01');
  const leaving = event('TERMINATED', '2020-01-31', 'Retired');
  const back = event('REHIRED', '2024-03-01', 'Back');
  const active = {
    status: { code: 'ACTIVE', description: 'Active' },
    terminationDate: null,
    employmentEvents: [hired],
  };
  const retired = {
    status: { code: 'TERMINATED', description: 'Terminated' },
    terminationDate: '2020-01-31',
    terminationReason: 'Retired',
    employmentEvents: [hired, leaving],
  };
  const stored = tenantWith(plan().writes);
  const existing = (state: object) => ({
    ...stored,
    employee: stored.employee.map((each) => (each['code'] === 'E2' ? { ...each, ...state } : each)),
  });
  /** Plans the workbook with these cells of Noah Okafor. */
  const planned = (state: object, terminationDate: string | null, status: string | null) => {
    const participants = smallPlan.participants.map((row) =>
      row[0] === 'E2' ? row.map((cell, at) => (at === 8 ? terminationDate : at === 9 ? status : cell)) : row,
    );
    const { errors, warnings, notes, changes, writes } = plan({ participants }, existing(state));
    const [write] = writesOfKind(writes, 'employee');
    const ownNotes = notes.filter((note) => note.startsWith('E2 '));
    return {
      errors: errors.map(({ column, reason }) => `${column}: ${reason}`),
      warnings,
      ...(ownNotes.length > 0 ? { notes: ownNotes } : {}),
      changes: changes.map(({ field, before, after }) => [field, before, after]),
      events: write?.values['employmentEvents'],
    };
  };
  const refused = (...errors: string[]) => ({ errors, warnings: [], changes: [], events: undefined });

  it('is not undone by an empty cell', () => {
    const text =
      'Noah Okafor left on 01/31/2020, and an import can’t undo that. Enter Terminated with that date, or use Rehire on the employee’s page first';
    expect(planned(retired, null, 'Active')).toEqual(refused(`Status: ${text}`));
    expect(planned(retired, null, null)).toEqual(refused(`Termination Date: ${text}`));
    expect(planned({ ...retired, terminationDate: '2027-01-31' }, null, 'Active').errors).toEqual([
      expect.stringContaining('leaves on 01/31/2027'),
    ]);
  });

  it('stays as it is without a change of its cells', () => {
    const unchanged = { errors: [], warnings: [], changes: [], events: undefined };
    expect(planned(retired, '2020-01-31', 'Terminated')).toEqual(unchanged);
    expect(planned(retired, '2020-01-31', null)).toEqual(unchanged);
    expect(planned(active, null, 'Active')).toEqual(unchanged);
    expect(planned({ ...active, employmentEvents: [hired, leaving, back] }, null, 'Active')).toEqual(unchanged);
  });

  it('is recorded as a step, after a confirmation', () => {
    expect(planned(active, '2026-10-31', 'Terminated')).toEqual({
      errors: [],
      warnings: ['E2 Noah Okafor: The employment ends on 10/31/2026.'],
      changes: [
        ['Status', 'Active', 'Terminated'],
        ['Termination date', null, '2026-10-31'],
        ['Termination reason', null, 'Import of a carry plan'],
      ],
      events: [hired, event('TERMINATED', '2026-10-31', 'Import of a carry plan')],
    });
  });

  it('is corrected with its reason, after a confirmation, unless something was built upon it', () => {
    expect(planned(retired, '2020-02-29', 'Terminated')).toEqual({
      errors: [],
      warnings: ['E2 Noah Okafor: The last day of employment changes from 01/31/2020 to 02/29/2020.'],
      changes: [['Termination date', '2020-01-31', '2020-02-29']],
      events: [hired, { ...leaving, eventDate: '2020-02-29' }],
    });
    const leavingDependents = [{ title: 'vesting applied in a distribution', on: '2020-06-30', isSettlement: false }];
    expect(planned({ ...retired, leavingDependents }, '2020-02-29', 'Terminated')).toEqual(
      refused(
        'Termination Date: The last day of employment was used by: vesting applied in a distribution on 06/30/2020. Reverse these first, or leave the day unchanged.',
      ),
    );
  });

  it('is refused before the last rehire, and more than ten years ahead', () => {
    expect(planned({ ...active, employmentEvents: [hired, leaving, back] }, '2020-01-31', 'Terminated')).toEqual(
      refused('Termination Date: The termination can’t be before the rehire on 03/01/2024.'),
    );
    for (const state of [active, retired])
      expect(planned(state, '2099-12-31', 'Terminated').errors).toEqual([
        expect.stringContaining('Termination Date: A termination can be entered at most 10 years ahead'),
      ]);
  });

  it('stays with a planned rehire, which an earlier workbook doesn’t undo', () => {
    const ahead = { ...active, employmentEvents: [hired, leaving, event('REHIRED', '2026-12-15')] };
    const unchanged = { errors: [], warnings: [], changes: [], events: undefined };
    expect(planned(ahead, '2020-01-31', 'Terminated')).toEqual({
      ...unchanged,
      notes: ['E2 Noah Okafor returns on 12/15/2026. The plan doesn’t change that.'],
    });
    expect(planned(ahead, null, 'Active')).toEqual(unchanged);
    for (const day of ['2020-02-29', '2027-01-31'])
      expect(planned(ahead, day, 'Terminated')).toEqual(
        refused(
          'Termination Date: Noah Okafor returns on 12/15/2026, and an import can’t undo that. Use Terminate on the employee’s page first',
        ),
      );
  });
});
