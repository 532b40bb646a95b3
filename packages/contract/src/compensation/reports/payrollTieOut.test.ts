import { expect, it } from 'vitest';
import { reportNote } from '../../core/report.ts';
import { payrollTieOut } from './payrollTieOut.ts';

it('says without dates that it lists the latest period', () => {
  expect(reportNote(payrollTieOut, {})).toBe('Without dates, only the latest period that has ended is listed.');
  for (const dates of [{ from: '2026-01-01' }, { to: '2026-08-31' }])
    expect(reportNote(payrollTieOut, dates)).toBeUndefined();
});
