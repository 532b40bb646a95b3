import { expect, it } from 'vitest';
import { archiveFailed, reportedArchive } from './archiveTexts.ts';

it('names the entry that was archived or activated [M-T-048 M-T-049]', () =>
  expect([reportedArchive('Software', true), reportedArchive('Software', false)]).toEqual([
    'Software archived successfully',
    'Software activated successfully',
  ]));

it('names the entry that was not archived or activated, and the reason [M-T-033]', () => {
  const failure = { status: 409, message: 'It is in use.', errors: [] };
  expect(archiveFailed('Software', failure)).toBe('Error updating Software. Error Message: It is in use.');
});
