import { expect, it } from 'vitest';
import { neededRole } from './neededRole.ts';

it.each([
  ['fundLedger.edit', { performance: 'viewer', carry: 'editor' }, 'editor in Performance'],
  ['fundLedger.edit', { carry: 'editor' }, 'editor in Performance or LP performance'],
  ['period.reopen', { performance: 'editor' }, 'administrator in Performance'],
  ['employee.viewPersonalData', { carry: 'viewer' }, 'editor in Compensation, or administrator in Carry'],
] as const)('%s of somebody with %j takes the role %s', (permission, grants, role) => {
  expect(neededRole(permission, grants)).toBe(role);
});
