import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { version as uuidVersion } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealLogs } from '../sealLogs.ts';
import { type MailReceiver, startMailReceiver } from '../../testing/mailReceiver.ts';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Event {
  readonly Kind: string;
  readonly Detail: string | null;
  readonly CreatedDate: string;
}

let receiver: MailReceiver;
let server: TestServer;
let tenantId: string;
let admin: TestPerson;
let reader: TestPerson;
let planted: PlantedCarry;

beforeAll(async () => {
  receiver = await startMailReceiver();
  server = await TestServer.start({
    environment: { SMTP_URL: receiver.url, MAIL_FROM: 'Carrara <carrara@firm.test>', PUBLIC_URL: 'http://carry.test' },
  });
  tenantId = await server.tenant('Alder Partners');
  admin = await server.person(tenantId, { carry: 'administrator' });
  reader = await server.person(tenantId, { 'participant-portal': 'viewer' });
  await server.database.worker.query('UPDATE person SET email = $2 WHERE id = $1', [reader.personId, 'ada@firm.test']);
  planted = await plantCarry(server, tenantId, admin);
  await call('POST', `/api/carry/portal-user/${planted.employee}`, { User: { Id: reader.personId } });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});
beforeEach(() => receiver.behave('takes'));

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const request = { method, url, ...(payload ? { payload } : {}) };
  let answer = await server.call(admin.token, tenantId, request);
  // Sessions end as the clock moves.
  if (answer.statusCode === 401) {
    admin = { ...admin, token: await server.signIn(admin.login) };
    answer = await server.call(admin.token, tenantId, request);
  }
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
  return answer;
}
const release = async () =>
  (await call('POST', `/api/carry/distribution/${planted.distribution}/release-letters`, {})).json<{ Id: string }>().Id;
const eventsOf = async (id: string) =>
  (await call('GET', `/api/carry/delivery/${id}/event`)).json<{ PageData: readonly Event[] }>().PageData;
const becomes = (id: string, kinds: readonly string[]) =>
  vi.waitFor(async () => expect((await eventsOf(id)).map(({ Kind }) => Kind)).toEqual(kinds), {
    timeout: 240_000,
    interval: 50,
  });

describe('the mail about a delivery', () => {
  it('is evidence of it, with the response of the mail server in its events, at its recipient and on the certificate', async () => {
    const id = await release();
    await becomes(id, ['Released', 'Mailed']);
    const mailed = (await eventsOf(id))[1]!;
    expect(mailed.Detail).toMatch(/^To ada@firm\.test: 250 /);
    const base = `/api/carry/delivery/${id}`;
    expect((await call('GET', `${base}/recipient`)).json()).toMatchObject({
      PageData: [{ MailedDate: mailed.CreatedDate }],
    });
    const certificate = (await call('GET', `${base}/certificate?as=csv`)).body;
    expect(certificate).toContain('Mailed');
    expect(certificate).toContain('To ada@firm.test: 250');
  });

  it('comes after the release of the same moment, whatever its id', async () => {
    const id = await release();
    await becomes(id, ['Released', 'Mailed']);
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    const { rows } = await superuser.query<{ id: string }>(
      `SELECT e.id FROM delivery_event e JOIN delivery d ON d.tenant_id = e.tenant_id AND d.id = e.delivery_id
       WHERE d.delivery_release_id = $1 AND e.kind = 'MAILED'`,
      [id],
    );
    expect(rows.map((event) => uuidVersion(event.id))).toEqual([7]);
    // The clock of the database may be behind, and so the id of the mail's event below any other.
    await superuser.query(
      `UPDATE delivery_event m SET created_at = r.created_at, id = ('00000000' || substr(m.id::text, 9))::uuid
       FROM delivery_event r JOIN delivery d ON d.tenant_id = r.tenant_id AND d.id = r.delivery_id
       WHERE d.delivery_release_id = $1 AND r.kind = 'RELEASED' AND m.delivery_id = d.id AND m.kind = 'MAILED'`,
      [id],
    );
    await superuser.end();
    expect((await eventsOf(id)).map(({ Kind }) => Kind)).toEqual(['Released', 'Mailed']);
  });

  it('that is given up leaves its reason, and that it was accepted later', async () => {
    receiver.behave('refuses');
    const id = await release();
    for (const minutes of [1, 5, 30, 120, 720]) {
      await server.mails?.wake();
      server.passMinutes(minutes);
    }
    await server.mails?.wake();
    await becomes(id, ['Released', 'Not mailed']);
    expect((await eventsOf(id))[1]!.Detail).toMatch(/^To ada@firm\.test: .*Come back later/s);
    expect((await call('GET', `/api/carry/delivery/${id}/recipient`)).json()).toMatchObject({
      PageData: [{ MailedDate: null }],
    });
    receiver.behave('takes');
    server.passMinutes(1);
    const mails = (await call('GET', '/api/mail?pageSize=100')).json<{ PageData: { Id: string; Status: string }[] }>();
    const failed = mails.PageData.find(({ Status }) => Status === 'FAILED')!;
    await call('POST', `/api/mail/${failed.Id}/retry`, {});
    await becomes(id, ['Released', 'Not mailed', 'Mailed']);
  });

  it('isn’t sent to people without portal access, who find the document there once they have it', async () => {
    const { worker } = server.database;
    const role = [tenantId, reader.personId];
    await worker.query('DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2', role);
    const before = receiver.offered;
    const id = await release();
    await server.mails?.wake();
    server.passMinutes(1);
    await server.mails?.wake();
    expect(receiver.offered).toBe(before);
    expect((await eventsOf(id)).map(({ Kind }) => Kind)).toEqual(['Released']);
    const recipient = async () => (await call('GET', `/api/carry/delivery/${id}/recipient`)).json<object>();
    expect(await recipient()).toMatchObject({
      PageData: [{ State: 'No portal', PortalUser: null, MailedDate: null }],
    });
    await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'participant-portal', 'viewer')`, role);
    expect(await recipient()).toMatchObject({ PageData: [{ State: 'Released', MailedDate: null }] });
    const listed = await server.call(await server.signIn(reader.login), tenantId, {
      method: 'GET',
      url: '/api/participant-portal/document',
    });
    expect(listed.json<{ PageData: readonly object[] }>().PageData[0]).toMatchObject({ State: 'New' });
  });

  it('is sealed with the rest: one that was cut is found by an audit', async () => {
    server.passMinutes(26 * 60);
    const { worker } = server.database;
    await sealLogs(worker, server.withTenant, server.now);
    const found = () =>
      unitOfWork({ pool: worker, auditKey: server.auditKey })(
        { tenantId, personId: null, now: server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, server.auditKey)).findings.filter(({ location }) =>
            location[0]?.startsWith('Delivery evid'),
          ),
        { readOnly: true },
      );
    expect(await found()).toEqual([]);
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    await superuser.query(`DELETE FROM delivery_event WHERE kind = 'UNMAILED'`);
    await superuser.end();
    expect(await found()).toHaveLength(1);
  });
});
