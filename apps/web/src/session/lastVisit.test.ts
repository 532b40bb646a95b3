import { expect, it } from 'vitest';
import { moduleOfVisit } from './lastVisit.ts';

it.each([
  ['/comp/employee', '?redirectedFromNew=1', 'carry', 'comp'],
  ['/performance/fund', '?redirectedFromNew=1', 'carry', 'performance'],
  ['/reporting/fund', '?redirectedFromNew', 'carry', 'reporting'],
  ['/notification', '?redirectedFromNew=1', 'carry', 'carry'],
  ['/comp/employee', '', 'carry', 'carry'],
])('%s%s, displayed in the menu of %s, makes %s the last module [U-T-047]', (pathname, search, displayed, module) => {
  expect(moduleOfVisit(pathname, search, displayed)).toBe(module);
});
