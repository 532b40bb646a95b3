import {
  applications,
  type Application,
  hasPermission,
  type Permission,
  type Role,
  roles,
} from '@carrara/contract/core/permissions';
import { TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, callPath, servedCalls, unservedConcepts } from './servedCalls.ts';

/** Set by `npm run prove -- access` to test each role of each application with each call. */
const proving = process.env['PROVE_RUNS'] !== undefined;

/** S21: every role with every call of the contract. People without permission are refused before any part of the request is examined. */
describe('S21: access to calls', () => {
  let server: TestServer;
  let tenantId: string;
  let stranger: string;
  let member: string;
  const byRole = new Map<string, { token: string; grants: Partial<Record<Application, Role>> }>();

  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    tenantId = await server.tenant();
    stranger = (await server.person(await server.tenant(), { carry: 'administrator', performance: 'administrator' }))
      .token;
    member = (await server.person(tenantId, {})).token;
    for (const application of applications) {
      for (const role of roles) {
        const grants = { [application]: role };
        byRole.set(`${application} ${role}`, { token: (await server.person(tenantId, grants)).token, grants });
      }
    }
  });
  afterAll(() => server.stop());

  /**
   * Returns the roles at the boundary, by turns. These are the lowest with the permission, the highest of its application without it, and
   * another application's administrator. `permissions.test.ts` has the table of all roles.
   */
  function callersOf(permission: Permission, turn: number) {
    const all = [...byRole];
    if (proving) return all;
    const holding = all.filter(([, { grants }]) => hasPermission(grants, permission));
    const missing = all.filter((each) => !holding.includes(each));
    const least = holding[0];
    const application = least?.[0].split(' ')[0] ?? '';
    const others = missing.filter(([role]) => role.endsWith(' administrator'));
    const highest = missing.findLast(([role]) => role.startsWith(`${application} `));
    return [...new Set([least, highest, others[turn % others.length]])].filter((caller) => caller !== undefined);
  }

  const statusOf = async (
    call: (typeof calls)[number],
    token: string | undefined,
    tenant: string | undefined = tenantId,
  ) => {
    const { method } = call.endpoint;
    const answer = await server.call(token, tenant, {
      method,
      url: callPath(call.endpoint),
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    const { Message } = String(answer.headers['content-type']).includes('json')
      ? (answer.json<{ Message?: string } | null>() ?? {})
      : {};
    expect(Message, `${call.name} is served`).not.toBe('There is no such call.');
    return answer.statusCode;
  };

  it('serves every concept of the contract', () => {
    expect(unservedConcepts).toEqual([]);
  });

  it('has a permission for every call, and few public ones', () => {
    expect(calls.every(({ endpoint }) => endpoint.permission !== undefined)).toBe(true);
    expect(
      calls
        .filter(({ endpoint }) => endpoint.permission === 'public')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'beginPasskeySignIn',
      'exchangeLoginCode',
      'getTenantApi',
      'getTenantLogo',
      'joinByInvitation',
      'listLoginUrls',
      'openInvitation',
      'openReset',
      'requestPasswordReset',
      'resetPassword',
      'signInLocal',
      'signInWithPasskey',
      'signOut',
    ]);
  });

  describe.each(servedCalls.filter(({ endpoint }) => endpoint.permission !== 'public'))('$concept $name', (call) => {
    const { permission } = call.endpoint;

    it('is refused without a session', async () => {
      expect(await statusOf(call, undefined)).toBe(401);
      expect(await statusOf(call, 'a-token-that-never-was')).toBe(401);
    });

    it.runIf(permission !== 'signedIn')(
      'is refused to people of other tenants and without a tenant [U-T-081]',
      async () => {
        expect(await statusOf(call, stranger)).toBe(403);
        const noTenant = await server.call(stranger, undefined, {
          method: call.endpoint.method,
          url: callPath(call.endpoint),
        });
        expect(noTenant.statusCode).toBe(400);
      },
    );

    it.runIf(permission === 'staff')(
      "is open to the firm's members, and not to a participant of its portal",
      async () => {
        const statusIn = (role: string) => statusOf(call, byRole.get(role)?.token);
        expect(await statusIn('participant-portal administrator')).toBe(403);
        expect([401, 403]).not.toContain(await statusIn('reporting viewer'));
      },
    );

    it.runIf(permission !== 'signedIn' && permission !== 'member' && permission !== 'staff')(
      'is open to exactly the roles that have its permission [U-T-003 U-T-081]',
      async () => {
        if (permission === 'signedIn' || permission === 'member' || permission === 'staff' || permission === 'public')
          return;
        expect(await statusOf(call, member)).toBe(403);
        for (const [role, { token, grants }] of callersOf(permission, servedCalls.indexOf(call))) {
          const status = await statusOf(call, token);
          if (hasPermission(grants, permission)) expect([401, 403], `${role}: ${status}`).not.toContain(status);
          else expect(status, role).toBe(403);
        }
      },
    );
  });
});
