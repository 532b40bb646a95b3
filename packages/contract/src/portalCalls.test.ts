import { expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';
import { type Grants, hasPermission, hasAccessAs, type Permission } from './core/permissions.ts';

const calls = Object.values(callsByConcept).flatMap((endpoints) => Object.entries(endpoints));
/** The highest role of a participant. */
const participant: Grants = { 'participant-portal': 'administrator' };
const open = calls.filter(
  ([, { permission }]) =>
    permission !== 'public' &&
    permission !== 'signedIn' &&
    (permission === 'member' || permission === 'staff'
      ? hasAccessAs(participant, permission)
      : hasPermission(participant, permission as Permission)),
);

it('allows portal participants the portal and calls about themselves, and no other call of the firm', () => {
  const elsewhere = open.filter(([, { path }]) => !path.startsWith('/api/participant-portal/'));
  // Saved views are the person's own in the portal.
  const isOwn = (permission: string) => permission === 'member' || /^savedView\.(view|edit)$/.test(permission);
  expect(elsewhere.filter(([, { permission }]) => !isOwn(permission)).map(([name]) => name)).toEqual([]);
  expect(open.length - elsewhere.length).toBeGreaterThan(12);
});

it('lets no portal call choose whose figures to return', () => {
  const own = open.filter(([, { path }]) => path.startsWith('/api/participant-portal/'));
  const named = own.flatMap(([name, { params, query, body }]) =>
    [params, query, body]
      .flatMap((part) => Object.keys((part as { shape?: object } | undefined)?.shape ?? {}))
      .filter((field) => /participant|employee|trust|person|user/i.test(field))
      .map((field) => `${name} ${field}`),
  );
  expect(named).toEqual([]);
});
