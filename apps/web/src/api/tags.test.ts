import { describe, expect, it } from 'vitest';
import { callData } from './operations.ts';
import { callTags, staleTags } from './tags.ts';

describe('a comparison of payroll with the salaries', () => {
  it('is stale after a change of anything that it is computed from', () => {
    const tags = callTags(callData('reportPayrollTieOut'));
    // A payroll file, a salary, and an employment that ended or began again.
    for (const changed of ['DataUpload', 'PayrollFile', 'PayrollExplanation', 'Salary', 'Employee', 'CompEmployee'])
      expect(
        staleTags(changed).some((tag) => tags.includes(tag)),
        changed,
      ).toBe(true);
    expect(staleTags('Fund').some((tag) => tags.includes(tag))).toBe(false);
  });
});
