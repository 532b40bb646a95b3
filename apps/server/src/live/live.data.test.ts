import { listenLive, type LiveState } from '@carrara/adapters/signalr/client/listenLive';
import { type LiveEvent, readersLink, rightsChanged } from '@carrara/contract/core/events';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { plantCarry } from '../testing/plantedCarry.ts';
import { grantPayAccess } from '../testing/grantPayAccess.ts';
import { refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

const soon = { timeout: 240_000, interval: 20 };

describe('T24: the live channel, with the official client', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let baseUrl: string;
  let tenantId: string;
  let currency: string;
  let editor: TestPerson;
  const open: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await TestServer.start();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'editor' });
    currency = await server.referenceEntry(tenantId, 'currency', 'USD');
  });
  afterAll(async () => {
    await Promise.all(open.map((client) => client.stop()));
    await server.stop();
  });

  const saveFund = (code: string) =>
    as(editor).saveFund({ body: { code, legalName: 'Alpha LP', currency: { id: currency } } });

  async function listen(token: string, tenant = tenantId) {
    const heard: LiveEvent[] = [];
    const states: LiveState[] = [];
    const client = await listenLive(
      { baseUrl, tenantId: tenant, token: () => token },
      { onUpdate: (event) => heard.push(event), onState: (state) => states.push(state) },
    );
    open.push(client);
    return { client, heard, states };
  }

  async function raw(
    token: string,
    transport: HttpTransportType,
    headers: Record<string, string> = {},
  ): Promise<HubConnection> {
    const connection = new HubConnectionBuilder()
      .withUrl(`${baseUrl}/updateHub?tenant_id=${tenantId}`, { accessTokenFactory: () => token, transport, headers })
      .configureLogging(LogLevel.None)
      .build();
    await connection.start();
    open.push(connection);
    return connection;
  }

  it('notifies of a change within a second, with ids and versions but no data', async () => {
    const { heard } = await listen(editor.token);
    const fund = await saveFund('F1');
    await vi.waitFor(() => expect(heard).toHaveLength(1), soon);
    expect(heard[0]).toMatchObject({ application: 'carry', linkType: 'Fund', id: fund.id, version: 1 });
    expect(JSON.stringify(heard)).not.toContain('Alpha');
  });

  it('names investments, distributions, allocation profiles and the tax profiles of sources [U-C-086]', async () => {
    const own = await server.tenant();
    const maker = await server.person(own, { carry: 'editor' });
    const { heard } = await listen(maker.token, own);
    const { fund } = await plantCarry(server, own, maker);
    const tax = { name: 'City', subjectToCharacterization: false, taxRate: '2', isInactive: false };
    const { id: taxProfileId } = await as(maker).saveTaxProfile({ body: tax });
    await as(maker).assignFundTaxProfiles({ params: { id: fund }, body: [{ taxProfileId }] });
    await as(maker).saveAllocationProfile({
      params: { containerId: fund },
      body: { name: 'Nobody yet', effectiveDate: '2026-01-01', isCurrent: false, isShareBased: false, entries: [] },
    });
    await as(maker).saveDistribution({
      body: {
        name: 'Second',
        distributionDate: '2026-06-30',
        defaultEscrow: '0',
        defaultTerminatedEscrow: '0',
        distributionSources: [{ source: { id: fund }, type: 'Fund', netDistributableAmount: '10.00' }],
      },
    });
    const expected = ['Investment', 'Distribution', 'AllocationProfile', 'SourceTaxProfile'];
    const received = () => expected.filter((type) => heard.some(({ linkType }) => linkType === type));
    await vi.waitFor(() => expect(received()).toEqual(expected), soon);
  });

  it.each([
    ['web sockets', HttpTransportType.WebSockets],
    ['long polling', HttpTransportType.LongPolling],
  ])('works over %s', async (_name, transport) => {
    const connection = await raw(editor.token, transport);
    const updates: unknown[] = [];
    connection.on('update', (event: unknown) => updates.push(event));
    const { id } = await saveFund('F2');
    await vi.waitFor(
      () => expect(updates).toMatchObject([{ Application: 'carry', LinkType: 'Fund', Id: id, Version: 1 }]),
      soon,
    );
    expect(await connection.invoke('GetUpdateHistoryFull')).toMatchObject([{ LinkType: 'Fund', Id: id }]);
    await expect(connection.invoke('NoSuchMethod')).rejects.toThrow('There is no method NoSuchMethod.');
    await connection.stop();
  });

  it('keeps the five newest updates, newest first [U-T-050]', async () => {
    const { client } = await listen(editor.token);
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await saveFund(`H${at}`)).id);
    await vi.waitFor(
      async () => expect((await client.history()).map(({ id }) => id)).toEqual(ids.slice(2).reverse()),
      soon,
    );
  });

  it('sends the history after each change to subscribers of the full history', async () => {
    const [recorder, other] = await Promise.all([
      raw(editor.token, HttpTransportType.WebSockets),
      raw(editor.token, HttpTransportType.WebSockets),
    ]);
    const messages: unknown[][] = [];
    const others: unknown[] = [];
    recorder.on('broadcastUpdateExtended', (...args: unknown[]) => messages.push(args));
    other.on('broadcastUpdateExtended', (event: unknown) => others.push(event));
    await recorder.invoke('GetUpdateHistoryFull');
    await other.invoke('GetUpdateHistoryRefresh');
    const first = (await saveFund('X1')).id;
    const second = (await saveFund('X2')).id;
    await vi.waitFor(
      () => expect(messages.at(-1)).toMatchObject([{ LinkType: 'Fund', Id: second }, [{ Id: second }, { Id: first }]]),
      soon,
    );
    expect(messages[0]).toMatchObject([{ Id: first }, expect.anything()]);
    expect(others).toEqual([]);
  });

  it('notifies no other tenant, and nobody without access to the record', async () => {
    const otherTenant = await server.tenant();
    const other = await server.person(otherTenant, { carry: 'administrator' });
    const portal = await server.person(tenantId, { 'participant-portal': 'viewer' });
    const [mine, theirs, portals] = await Promise.all([
      listen(editor.token),
      listen(other.token, otherTenant),
      listen(portal.token),
    ]);
    await saveFund('F3');
    await vi.waitFor(() => expect(mine.heard).toHaveLength(1), soon);
    expect(theirs.heard).toEqual([]);
    expect(portals.heard).toEqual([]);
    expect(await theirs.client.history()).toEqual([]);
    expect(await portals.client.history()).toEqual([]);
  });

  it('refuses an invalid token, one of another tenant, and a foreign page', async () => {
    const stranger = await server.person(await server.tenant(), { carry: 'administrator' });
    expect((await listen('no-such-token')).states).toEqual(['connecting', 'refused']);
    expect((await listen(stranger.token)).states).toEqual(['connecting', 'refused']);
    const foreign = { Origin: 'https://evil.example' };
    await expect(raw(editor.token, HttpTransportType.WebSockets, foreign)).rejects.toThrow('403');
    await expect(raw(editor.token, HttpTransportType.LongPolling, foreign)).rejects.toThrow('403');
  });

  it('accepts no session token in its address, only its own token for a minute, repeatedly', async () => {
    const handshake = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const negotiated = async () => {
      const answer = await server.call(editor.token, tenantId, {
        method: 'POST',
        url: '/updateHub/negotiate?negotiateVersion=1',
      });
      return answer.json<{ connectionToken: string }>().connectionToken;
    };
    const [first, two] = [await negotiated(), await negotiated()];
    const upgrade = (accessToken: string, id = first) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `${baseUrl}/updateHub?id=${id}&tenant_id=${tenantId}&access_token=${accessToken}`;
        const upgradeRequest = request(url, { headers: handshake });
        upgradeRequest.on('upgrade', ({ statusCode }, socket) => (socket.destroy(), resolve(statusCode)));
        upgradeRequest.on('response', (answer) => (answer.resume(), resolve(answer.statusCode)));
        upgradeRequest.on('error', reject);
        upgradeRequest.end();
      });
    const live = async (tenant: string) => {
      return (await as(editor, tenant).createLiveToken()).liveToken;
    };
    expect(await upgrade(editor.token)).toBe(401);
    const token = await live(tenantId);
    expect(await upgrade(token, 'none-negotiated')).toBe(404);
    expect([await upgrade(token, two), await upgrade(token, await negotiated())]).toEqual([101, 101]);
    expect(await upgrade(token, two)).toBe(404);
    const other = await server.tenant();
    await server.join(other, editor.personId, { carry: 'viewer' });
    expect(await upgrade(await live(other))).toBe(401);
    expect((await refusal(as({ token, tenantId }).listFunds())).status).toBe(401);
    const url = `/api/carry/fund?AuthToken=${token}&tenant_id=${tenantId}`;
    expect((await server.call(token, tenantId, { method: 'GET', url })).statusCode).toBe(401);
    server.passMinutes(1.02);
    expect(await upgrade(token, await negotiated())).toBe(401);
    const fresh = await live(tenantId);
    const waiting = await negotiated();
    await as({ token: editor.token }).signOut();
    // A negotiated connection ends with the session too, within a second.
    expect([401, 404]).toContain(await upgrade(fresh, waiting));
  });

  it('keeps a negotiated connection to its session', async () => {
    const colleague = await server.person(tenantId, { carry: 'administrator' });
    const negotiated = await server.call(editor.token, tenantId, {
      method: 'POST',
      url: '/Server/signalr/negotiate?negotiateVersion=1',
    });
    const { connectionToken } = negotiated.json<{ connectionToken: string }>();
    const poll = (token: string) =>
      server.call(token, tenantId, { method: 'GET', url: `/Server/signalr?id=${connectionToken}` });
    expect((await poll(colleague.token)).statusCode).toBe(404);
    expect((await poll(editor.token)).statusCode).toBe(200);
    expect((await poll(colleague.token)).statusCode).toBe(404);
  });

  it('closes within a second after the session ends, and doesn’t reconnect', async () => {
    const { states } = await listen(editor.token);
    await as({ token: editor.token }).signOut();
    await vi.waitFor(() => expect(states.at(-1)).toBe('refused'), { timeout: 1_000, interval: 10 });
  });

  it.each<[string, (actor: { admin: TestPerson; session: string }) => Promise<{ statusCode: number }>]>([
    [
      'the password is changed',
      ({ session }) => {
        const payload = { CurrentPassword: TestServer.password, NewPassword: 'umbrella-kettle-orbit-57' };
        return server.call(session, undefined, { method: 'POST', url: '/api/user/password', payload });
      },
    ],
    [
      'all other sessions are ended',
      ({ session }) => server.call(session, undefined, { method: 'POST', url: '/api/account/session/end-others' }),
    ],
    [
      'the user is archived',
      ({ admin }) =>
        server.call(admin.token, tenantId, { method: 'DELETE', url: `/api/user/${editor.personId}?RowVersion=1` }),
    ],
    [
      'the second factor is removed by an administrator',
      async ({ admin }) => {
        await server.database.worker.query(
          `INSERT INTO second_factor (person_id, secret, created_at) VALUES ($1, decode(repeat('00', 32), 'hex'), now())`,
          [editor.personId],
        );
        const url = `/api/user/${editor.personId}/second-factor/remove`;
        return server.call(admin.token, tenantId, { method: 'POST', url });
      },
    ],
  ])('closes within a second when %s', async (_when, act) => {
    const admin = await server.person(tenantId, { carry: 'administrator' });
    const { states } = await listen(editor.token);
    const session = await server.signIn(editor.login);
    const { statusCode } = await act({ admin, session });
    expect(statusCode).toBe(200);
    await vi.waitFor(() => expect(states.at(-1)).toBe('refused'), { timeout: 1_000, interval: 10 });
  });

  it('closes within a second after the person is disabled, and stops events of a lost role', async () => {
    const { worker } = server.database;
    const { heard, states } = await listen(editor.token);
    const writer = await server.person(tenantId, { carry: 'editor' });
    await worker.query(`UPDATE membership_role SET application = 'comp' WHERE person_id = $1`, [editor.personId]);
    await server.channel.check();
    await as(writer).saveFund({ body: { code: 'F4', legalName: 'Beta LP', currency: { id: currency } } });
    await worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [editor.personId]);
    await vi.waitFor(() => expect(states.at(-1)).toBe('refused'), { timeout: 1_000, interval: 10 });
    expect(heard).toEqual([rightsChanged]);
  });

  it('notifies each reader of their own document only, however many are released at once', async () => {
    const readers = await Promise.all(
      Array.from({ length: 2 }, () => server.person(tenantId, { 'participant-portal': 'viewer' })),
    );
    const [firstListener, other] = await Promise.all(readers.map(({ token }) => listen(token)));
    const context = { tenantId, personId: editor.personId, now: server.now.toISOString() };
    const release = (employees: readonly string[]) =>
      server.withTenant(context, async (tx) => {
        for (const objectId of employees)
          tx.record({
            operation: 'releaseDelivery',
            objectType: 'delivery',
            objectId: randomUUID(),
            objectName: 'Compensation statement 2025',
            before: null,
            after: {},
            alsoNotifies: [{ linkType: readersLink, objectId }],
          });
      });
    const [first, second] = readers.map(({ personId }) => personId) as [string, string];
    await release([first]);
    await vi.waitFor(() => expect(firstListener?.heard).toHaveLength(1), soon);
    expect(firstListener?.heard[0]).toMatchObject({ linkType: 'OwnDelivery', id: first });
    expect(JSON.stringify(firstListener?.heard)).not.toContain('Compensation');
    expect(other?.heard).toEqual([]);
    await release([...Array<string>(60).fill(first), second]);
    await vi.waitFor(() => expect(other?.heard).toHaveLength(1), soon);
    expect(await other?.client.history()).toEqual([]);
  });

  it('notifies of a salary only people with pay access, also in the history', async () => {
    const own = await server.tenant();
    const [head, blind] = await Promise.all([
      server.person(own, { comp: 'administrator' }),
      server.person(own, { comp: 'administrator', carry: 'viewer' }),
    ]);
    await grantPayAccess(server, own, head, 'ALL');
    const usd = await server.referenceEntry(own, 'currency', 'USD');
    const employee = { firstName: 'Ann', lastName: 'Test', hireDate: '2020-01-01' };
    const { id } = await as(head, own).saveCompEmployee({ body: employee });
    const [ofHead, ofBlind] = await Promise.all([listen(head.token, own), listen(blind.token, own)]);
    await as(head, own).saveSalary({
      body: {
        employee: { id },
        effectiveDate: '2025-01-01',
        amount: '10000.00',
        currency: { id: usd },
        frequency: { code: 'MONTHLY' },
        ftePercent: '100',
      },
    });
    const types = ({ heard }: typeof ofHead) => heard.map(({ linkType }) => linkType);
    await vi.waitFor(() => expect(types(ofHead)).toContain('Salary'), soon);
    await as(head, own).saveCompEmployee({ body: { ...employee, firstName: 'Ben' } });
    await vi.waitFor(() => expect(ofBlind.heard).not.toEqual([]), soon);
    expect(types(ofBlind)).not.toContain('Salary');
    expect((await ofHead.client.history()).map(({ linkType }) => linkType)).toContain('Salary');
    expect((await ofBlind.client.history()).map(({ linkType }) => linkType)).not.toContain('Salary');
  });

  it('notifies carry and compensation of employees, but of leaving details and restricted pay only people with access', async () => {
    const own = await server.tenant();
    const [head, viewer, compViewer] = await Promise.all([
      server.person(own, { comp: 'administrator', carry: 'viewer' }),
      server.person(own, { carry: 'viewer' }),
      server.person(own, { comp: 'viewer' }),
    ]);
    await grantPayAccess(server, own, head, 'ALL');
    const employee = { firstName: 'Ann', lastName: 'Test', hireDate: '2020-01-01' };
    const { id, rowVersion } = await as(head, own).saveCompEmployee({ body: employee });
    const [ofHead, ...ofViewers] = await Promise.all([head, viewer, compViewer].map(({ token }) => listen(token, own)));
    await as(head, own).terminateCompEmployee({
      params: { id },
      body: { rowVersion, terminationReason: 'Left', terminationDate: '2026-06-30', leaverKind: 'GOOD' },
    });
    type Listener = Awaited<ReturnType<typeof listen>>;
    const keys = ({ heard }: Listener) =>
      heard.flatMap(({ params }) => params.flatMap(({ key, value }) => (key === 'operation' ? [value] : [])));
    await vi.waitFor(() => expect(keys(ofHead!)).toContain('saveLeaverKind'), soon);
    for (const ofViewer of ofViewers) {
      await vi.waitFor(() => expect(keys(ofViewer)).toContain('terminateEmployee'), soon);
      expect(keys(ofViewer)).not.toContain('saveLeaverKind');
      expect(JSON.stringify(await ofViewer.client.history())).not.toContain('saveLeaverKind');
    }
  });

  it('notifies only the person of changed roles', async () => {
    const { worker } = server.database;
    const [mine, theirs] = await Promise.all([
      listen(editor.token),
      listen((await server.person(tenantId, { carry: 'editor' })).token),
    ]);
    await server.channel.check();
    expect(mine.heard).toEqual([]);
    await worker.query(`UPDATE membership_role SET role = 'viewer' WHERE person_id = $1`, [editor.personId]);
    await vi.waitFor(() => expect(mine.heard).toEqual([rightsChanged]), soon);
    await server.channel.check();
    expect(mine.heard).toHaveLength(1);
    expect(theirs.heard).toEqual([]);
  });
});
