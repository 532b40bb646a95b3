import { expect, it } from 'vitest';
import { addressIn, moduleOfPath } from './modules.ts';

it.each([
  ['performance', '/carry/settings/user', '/performance/settings/user'],
  ['performance', '/carry/settings/userProfile/1/activity', '/performance/settings/userProfile/1/activity'],
  ['performance', '/carry/settings/ApplicationUsers', '/performance/settings/ApplicationUsers'],
  ['performance', '/carry/settings/taxes', '/carry/settings/taxes'],
  ['performance', '/carry/datamanagement?upload=exchange-rates', '/performance/datamanagement?upload=exchange-rates'],
  ['performance', '/carry/datamanagement?upload=carry-plan', '/carry/datamanagement?upload=carry-plan'],
  ['performance', '/carry/datamanagement/uploads/1', '/performance/datamanagement/uploads/1'],
  ['reporting', '/carry/settings/user', '/carry/settings/user'],
  ['performance', '/carry/fund/1', '/carry/fund/1'],
  ['carry', '/performance/datamanagement', '/carry/datamanagement'],
  ['performance', '/user/add', '/user/add'],
] as const)('in %s the address %s is %s', (module, address, there) => {
  expect(addressIn(module, address)).toBe(there);
});

it('finds the module of a call and of a screen [U-T-045]', () => {
  expect(['/api/performance/fund', '/performance-lp/fund', '/api/note', '/user'].map(moduleOfPath)).toEqual([
    'performance',
    'performance-lp',
    undefined,
    undefined,
  ]);
});
