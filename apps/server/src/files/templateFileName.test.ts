import { expect, it } from 'vitest';
import { templateFileName } from './templateFileName.ts';

it.each([
  ['2026-06-30T15:04:05Z', undefined, 'pm-FundProfile 06-30-2026 3.04.05 PM.pdf'],
  ['2026-06-30T15:04:05Z', 'America/New_York', 'pm-FundProfile 06-30-2026 11.04.05 AM.pdf'],
  ['2027-01-01T00:30:09Z', 'UTC', 'pm-FundProfile 01-01-2027 12.30.09 AM.pdf'],
])('a PDF created at %s in time zone %s is named %s [U-T-109]', (now, zone, name) => {
  expect(templateFileName('pm-FundProfile', new Date(now), zone)).toBe(name);
});
