import { queryName } from '@carrara/contract/wireNames';
import { TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOfTenant, plantRecords, stateOfTenant } from './planted.ts';
import { inFormOf, namesRecord, pathOf, servedCalls, unknownId, urlOf } from './servedCalls.ts';

const everything = {
  carry: 'administrator',
  comp: 'administrator',
  performance: 'administrator',
  reporting: 'administrator',
} as const;
const writes = servedCalls.filter(({ endpoint }) => endpoint.method !== 'GET');
const reads = servedCalls.filter(({ endpoint }) => endpoint.method === 'GET');

describe('every call', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenantId: string;
  let token: string;

  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    tenantId = await server.tenant();
    otherTenantId = await server.tenant();
    token = (await server.person(tenantId, everything)).token;
    await plantRecords(server, tenantId);
    await plantRecords(server, otherTenantId);
  });
  afterAll(() => server.stop());

  describe('T03: an id of another tenant', () => {
    const named = servedCalls.filter(({ endpoint }) => namesRecord(endpoint) && endpoint.permission !== 'public');
    it.each(named)('$concept $name answers it like an unknown one', async ({ endpoint }) => {
      const ask = async (id: string) => {
        const payload = endpoint.method === 'POST' ? { payload: {} } : {};
        const answer = await server.call(token, tenantId, {
          method: endpoint.method,
          url: urlOf(endpoint, id),
          ...payload,
        });
        return { status: answer.statusCode, body: answer.body.replaceAll(id, 'ID') };
      };
      const unknown = await ask(unknownId);
      // A list that hangs on a record may answer nothing for one that is not there.
      if (endpoint.method !== 'POST') expect([200, 404]).toContain(unknown.status);
      for (const [table, id] of await idsOfTenant(server, otherTenantId)) expect(await ask(id), table).toEqual(unknown);
    });
  });

  describe('S40: a field that nobody named', () => {
    const withBody = servedCalls.filter(({ endpoint }) => endpoint.body !== undefined && endpoint.accepts !== 'upload');
    it.each(withBody)('$concept $name is refused with one', async ({ endpoint }) => {
      const strange = { TenantId: otherTenantId, CreatedBy: 'me', CanDelete: true, NoSuchField: 1 };
      const answer = await server.call(token, tenantId, {
        method: endpoint.method,
        url: pathOf(endpoint),
        payload: inFormOf(endpoint, strange),
      });
      expect(answer.statusCode).toBe(400);
      const refused = answer.json<{ Errors: { Path: string; Code: string }[] }>().Errors;
      expect(
        refused.filter(({ Code }) => Code === 'UNKNOWN_FIELD').map(({ Path }) => Path.replace('[0].', '')),
      ).toEqual(expect.arrayContaining(['TenantId', 'CreatedBy', 'CanDelete', 'NoSuchField']));
    });
  });

  describe('S42: a page of another site', () => {
    it.each(writes)('$concept $name is not run for it', async ({ endpoint }) => {
      const headers = { origin: 'https://evil.example' };
      const answer = await server.call(token, tenantId, {
        method: endpoint.method,
        url: pathOf(endpoint),
        headers,
        payload: {},
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ Errors: [{ Code: 'FOREIGN_ORIGIN' }] });
    });

    it('and no GET changes a record', async () => {
      const before = await stateOfTenant(server, tenantId);
      const ids = [...(await idsOfTenant(server, tenantId)).values()];
      // The session of this test is to go on.
      for (const { endpoint } of reads.filter(({ name }) => name !== 'signOut')) {
        for (const id of namesRecord(endpoint) ? ids : [unknownId]) {
          const { statusCode } = await server.call(token, tenantId, { method: 'GET', url: urlOf(endpoint, id) });
          expect(statusCode, endpoint.path).toBeLessThan(500);
        }
      }
      expect(await stateOfTenant(server, tenantId)).toBe(before);
    });
  });

  describe('S44: odd values', () => {
    const odd = [
      "' OR 1=1 --",
      '%',
      '_',
      '\\',
      '"',
      '"%"',
      '\u0000',
      '\ud800',
      '💰',
      'a'.repeat(5_000),
      '-1',
      '1e309',
      'NaN',
      '9'.repeat(400),
    ];
    const more = [
      '2026-02-30',
      '0000-00-00',
      '99999-01-01',
      '[]',
      '{}',
      '../../etc/passwd',
      '%00',
      '__proto__',
      'constructor',
      '',
    ];
    const values = [...odd, ...more];

    it.each(reads)('$concept $name never fails on them', async ({ endpoint }) => {
      const names = Object.keys(endpoint.query?.shape ?? {});
      for (const value of values) {
        const encoded = encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '\ufffd'));
        const urls = names.map((name) => `${pathOf(endpoint)}?${queryName(name)}=${encoded}`);
        if (endpoint.params) urls.push(endpoint.path.replace(/:[A-Za-z]+/g, encoded === '' ? 'x' : encoded));
        for (const url of urls) {
          const answer = await server.call(token, tenantId, { method: 'GET', url });
          expect(answer.statusCode, `${url}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
        }
      }
    });

    it.each(writes.filter(({ name }) => name !== 'signInLocal'))(
      '$concept $name never fails on them',
      async ({ endpoint }) => {
        const bodies = [
          null,
          1,
          'text',
          [],
          [[]],
          { Id: '\u0000' },
          JSON.parse('{"__proto__":{"a":1}}'),
          { Id: {} },
          { Code: ['x'] },
        ];
        for (const payload of bodies) {
          const answer = await server.call(token, tenantId, {
            method: endpoint.method,
            url: pathOf(endpoint),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
          });
          expect(answer.statusCode, `${JSON.stringify(payload)}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
        }
        const torn = await server.call(token, tenantId, {
          method: endpoint.method,
          url: pathOf(endpoint),
          headers: { 'content-type': 'application/json' },
          payload: '{"Id": ',
        });
        expect(torn.statusCode).toBe(400);
      },
    );
  });
});
