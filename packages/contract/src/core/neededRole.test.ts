import { expect, it } from 'vitest';
import { neededRole } from './neededRole.ts';

it.each([
  ['fundLedger.edit', { performance: 'viewer', carry: 'editor' }, 'Editor role in Performance'],
  ['fundLedger.edit', { carry: 'editor' }, 'Editor role in Performance or LP performance'],
  ['period.reopen', { performance: 'editor' }, 'Administrator role in Performance'],
  ['employee.viewPersonalData', { carry: 'viewer' }, 'Editor role in Compensation, or the Administrator role in Carry'],
] as const)('%s by somebody with %j needs the %s', (permission, grants, role) => {
  expect(neededRole(permission, grants)).toBe(role);
});
