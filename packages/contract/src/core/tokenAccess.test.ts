import { expect, it } from 'vitest';
import { callsByConcept } from '../contract.ts';
import type { TypedEndpoint } from './endpoint.ts';
import { closedToToken } from './tokenAccess.ts';

const calls: readonly (readonly [string, TypedEndpoint])[] = Object.values(callsByConcept).flatMap((calls) =>
  Object.entries(calls as Readonly<Record<string, TypedEndpoint>>),
);
const isOpen = (endpoint: TypedEndpoint) => closedToToken(endpoint, { access: 'WRITE', withPay: true }) === undefined;

it('denies programs personal calls: the account, the inbox, sign-in, the portal', () => {
  const own = /^\/api\/(account|inbox|signin|portal|apitoken|user\/(password|invitation))(\/|$)/;
  const allowed = calls.filter(([, { path, permission }]) => own.test(path) && permission !== 'public');
  expect(allowed.length).toBeGreaterThan(25);
  expect(allowed.filter(([, endpoint]) => isOpen(endpoint)).map(([name]) => name)).toEqual([]);
});

it('allows programs only the firm, its settings and background jobs of the calls that every member may use', () => {
  const open = calls.filter(([, endpoint]) => ['member', 'signedIn'].includes(endpoint.permission) && isOpen(endpoint));
  expect(open.map(([name]) => name).toSorted()).toEqual([
    'downloadTask',
    'getModuleSettings',
    'getSignedInUser',
    'getTask',
    'getTenantSettings',
    'listTasks',
    'listTenants',
    'stopTask',
    'stopTasks',
  ]);
});
