import type { Endpoint } from '@carrara/contract/core/endpoint';
import { recordTypes } from '@carrara/contract/core/registry';
import { queryName, toWire } from '@carrara/contract/core/wireNames';
import { demoGround } from '@carrara/server/testing/demoGround';
import { TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idsOfTenant, plantedFirms, stateOfTenant } from './plantedFirms.ts';
import { buildSample } from './samples.ts';
import { toFormBody, namesRecord, callPath, servedCalls, unknownId, callUrl } from './servedCalls.ts';

const everything = {
  carry: 'administrator',
  comp: 'administrator',
  performance: 'administrator',
  reporting: 'administrator',
  'participant-portal': 'viewer',
} as const;
/** Set by `npm run prove -- values` to test all combinations. */
const proving = process.env['PROVE_RUNS'] !== undefined;
const writes = servedCalls.filter(({ endpoint }) => endpoint.method !== 'GET');
const reads = servedCalls.filter(({ endpoint }) => endpoint.method === 'GET');

/** Tables of the records that bodies refer to. */
const bodyTables = [
  'container',
  'participant',
  'investment',
  'allocation_profile',
  'distribution',
  'reference_entry',
  'tax_profile',
  'vesting_schedule',
  'user_group',
  'document',
];

/** Calls that count failures and then require a wait, so that repeating a request gives another response. */
const countingCalls: ReadonlySet<string> = new Set([
  'changePassword',
  'beginSecondFactor',
  'enableSecondFactor',
  'beginPasskey',
]);
/** Calls whose body refers to no record. The sample id becomes a name there, which has to be unique. */
const namingCalls: ReadonlySet<string> = new Set(['createProgram']);

describe('every call', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenantId: string;
  let token: string;
  let ownIds: ReadonlyMap<string, string>;
  let otherState: string;
  let otherIds: ReadonlyMap<string, string>;

  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' }, ground: await demoGround() });
    ({ own: tenantId, other: otherTenantId } = await plantedFirms(server));
    token = (await server.person(tenantId, everything)).token;
    ownIds = await idsOfTenant(server, tenantId);
    otherIds = await idsOfTenant(server, otherTenantId);
    otherState = await stateOfTenant(server, otherTenantId);
    // The demo firms are part of the test data.
  });
  afterAll(() => server.stop());

  const send = (endpoint: Endpoint, url: string, payload?: object) =>
    server.call(token, tenantId, { method: endpoint.method, url, ...(payload ? { payload } : {}) });

  interface Fitting {
    readonly table?: string;
    readonly id: string;
  }
  const fitting = new Map<Endpoint, Fitting>();
  /** Returns a record of the person's own firm that fits the path of a call, if there is one. */
  async function fittingRecord(endpoint: Endpoint, payload?: object): Promise<Fitting> {
    const cached = fitting.get(endpoint);
    if (cached) return cached;
    let found: Fitting = { id: unknownId };
    if (namesRecord(endpoint)) {
      for (const { table } of Object.values(recordTypes)) {
        const id = ownIds.get(table);
        if (id === undefined) continue;
        const { statusCode, body } = await send(endpoint, callUrl(endpoint, id), payload);
        if (statusCode === 404 && !body.includes(unknownId)) continue;
        found = { table, id };
        break;
      }
    }
    fitting.set(endpoint, found);
    return found;
  }
  const fittingId = async (endpoint: Endpoint, payload?: object) => (await fittingRecord(endpoint, payload)).id;

  describe('T03: an id of another tenant', () => {
    const named = servedCalls.filter(({ endpoint }) => namesRecord(endpoint) && endpoint.permission !== 'public');
    it.each(named)('$concept $name treats it like an unknown one', async ({ endpoint }) => {
      const request = async (id: string) => {
        const payload = endpoint.method === 'POST' ? { payload: {} } : {};
        const answer = await server.call(token, tenantId, {
          method: endpoint.method,
          url: callUrl(endpoint, id),
          ...payload,
        });
        return { status: answer.statusCode, body: answer.body.replaceAll(id, 'ID') };
      };
      const unknown = await request(unknownId);
      // A list that belongs to a record may return an empty page for a missing one.
      if (endpoint.method !== 'POST') expect([200, 404]).toContain(unknown.status);
      // Tests an id of the call's own record type and every sixth other one by turns. `npm run prove -- values` tests all of them.
      const { table: own } = await fittingRecord(endpoint, endpoint.method === 'POST' ? {} : undefined);
      const turn = named.findIndex((call) => call.endpoint === endpoint);
      for (const [at, [table, id]] of [...otherIds].entries())
        if (proving || table === own || (at + turn) % 6 === 0) expect(await request(id), table).toEqual(unknown);
    });
  });

  describe.each(['least', 'everything'] as const)(
    'T03, S40: a body with %s that names records of another tenant',
    (extent) => {
      const withBody = writes.filter(
        ({ endpoint, name }) =>
          endpoint.body && endpoint.permission !== 'public' && !countingCalls.has(name) && !namingCalls.has(name),
      );
      it.each(withBody)('$concept $name treats them as unknown', async ({ endpoint }) => {
        const { body } = endpoint;
        if (!body) return;
        const bodyOf = (id: string) => toWire(buildSample(body, id, extent)) as object;
        const path = callUrl(endpoint, await fittingId(endpoint, bodyOf(unknownId)));
        const request = async (id: string) => {
          const answer = await send(endpoint, path, bodyOf(id));
          return { status: answer.statusCode, body: answer.body.replaceAll(id, 'ID') };
        };
        const unknown = await request(unknownId);
        expect(unknown.status, unknown.body).toBeLessThan(500);
        // A body without an id may succeed, and then the responses contain different new records.
        if (!JSON.stringify(bodyOf(unknownId) ?? null).includes(unknownId) || unknown.status === 200) return;
        expect(unknown.body, 'the sample passes the schema').not.toMatch(/UNKNOWN_FIELD|INVALID_TYPE/);
        for (const table of bodyTables) {
          const id = otherIds.get(table);
          if (id) expect(await request(id), table).toEqual(unknown);
        }
      });
    },
  );

  it('T03: nothing in the other tenant has changed', async () => {
    expect(await stateOfTenant(server, otherTenantId)).toBe(otherState);
  });

  describe('S40: an unknown field', () => {
    // A list of ids has no fields.
    const hasFields = ({ body }: Endpoint) =>
      body !== undefined && !(body instanceof z.ZodArray && body.element instanceof z.ZodString);
    const withBody = servedCalls.filter(({ endpoint }) => hasFields(endpoint) && endpoint.accepts !== 'upload');
    it.each(withBody)('$concept $name refuses it', async ({ endpoint }) => {
      const strange = { TenantId: otherTenantId, CreatedBy: 'me', CanDelete: true, NoSuchField: 1 };
      const answer = await server.call(token, tenantId, {
        method: endpoint.method,
        url: callPath(endpoint),
        payload: toFormBody(endpoint, strange),
      });
      expect(answer.statusCode).toBe(400);
      const refused = answer.json<{ Errors: { Path: string; Code: string }[] }>().Errors;
      expect(
        refused.filter(({ Code }) => Code === 'UNKNOWN_FIELD').map(({ Path }) => Path.replace('[0].', '')),
      ).toEqual(expect.arrayContaining(['TenantId', 'CreatedBy', 'CanDelete', 'NoSuchField']));
    });
  });

  describe('S42: a page of another site', () => {
    it.each(writes)('$concept $name refuses its requests', async ({ endpoint }) => {
      const headers = { origin: 'https://evil.example' };
      const answer = await server.call(token, tenantId, {
        method: endpoint.method,
        url: callPath(endpoint),
        headers,
        payload: {},
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ Errors: [{ Code: 'FOREIGN_ORIGIN' }] });
    });

    it('cannot change a record with a GET', async () => {
      const before = await stateOfTenant(server, tenantId);
      // The session of this test has to continue.
      for (const { endpoint } of reads.filter(({ name }) => name !== 'signOut')) {
        for (const id of new Set([unknownId, await fittingId(endpoint)])) {
          const { statusCode } = await server.call(token, tenantId, { method: 'GET', url: callUrl(endpoint, id) });
          expect(statusCode, endpoint.path).toBeLessThan(500);
        }
      }
      expect(await stateOfTenant(server, tenantId)).toBe(before);
    });
  });

  describe('S44: unusual values', () => {
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
      const path = callUrl(endpoint, await fittingId(endpoint));
      const withParts = path.includes('?') ? `${path}&` : `${path}?`;
      const turn = reads.findIndex((call) => call.endpoint === endpoint);
      for (const [at, value] of values.entries()) {
        // Every third value by turns. `npm run prove -- values` tests all of them.
        if (!proving && (at + turn) % 3 !== 0) continue;
        const encoded = encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '\ufffd'));
        // One name per value by turns. `npm run prove -- values` tests all of them.
        const selected = proving ? names : names.filter((_, index) => index === at % names.length);
        const urls = selected.map((name) => `${withParts}${queryName(name)}=${encoded}`);
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
            url: callPath(endpoint),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
          });
          expect(answer.statusCode, `${JSON.stringify(payload)}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
        }
        const torn = await server.call(token, tenantId, {
          method: endpoint.method,
          url: callPath(endpoint),
          headers: { 'content-type': 'application/json' },
          payload: '{"Id": ',
        });
        expect(torn.statusCode).toBe(400);
      },
    );
  });
});
