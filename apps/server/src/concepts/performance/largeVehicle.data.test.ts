import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance';
const end = '2021-12-31';
const [partners, entries] = [50, 48];

/** A vehicle with more shares than a request computes itself. A separate thread handles it. */
describe('a vehicle of very many shares', () => {
  let server: TestServer;
  let tenantId: string;
  let editor: TestPerson;
  let fund: string;

  async function request<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
    const answer = await server.call(editor.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  }
  const make = async (url: string, payload: object) => (await request<{ Id: string }>('POST', url, payload)).Id;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { performance: 'administrator' });
    const Currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    fund = await make(`${base}/fund`, { Code: 'WIDE', Name: 'Wide', Currency });
    for (let i = 0; i < partners; i += 1) {
      const Code = `LP${String(i)}`;
      const InvestorId = await make(`${base}/investor`, { Code, Name: Code, Type });
      const close = { Kind: 'CLOSE', Date: '2021-01-01', Amount: '1000.00' };
      await make(`${base}/commitment`, { VehicleId: fund, InvestorId, ...close });
    }
    const Entries = Array.from({ length: entries }, (_, i) => ({
      Type: i === 0 ? 'CALL-INV' : 'FEE',
      Amount: i === 0 ? '5000.00' : '10.00',
      EffectiveDate: `2021-${String(1 + (i % 12)).padStart(2, '0')}-15`,
    }));
    await request('POST', `${base}/ledger`, { VehicleId: fund, Entries });
  });
  afterAll(() => server.stop());

  it('is tied out and locked as any other: its versions, its trail, and what refuses it [O51]', async () => {
    const at = `${base}/period/${fund}/${end}`;
    const { RowVersion } = await request<{ RowVersion: number }>('GET', at);
    const ties = await request<{ Code: string; Differences: object[] }[]>('GET', `${at}/tie-outs?withEarlier=true`);
    expect(ties.map(({ Code }) => Code)).toContain('T4');
    expect(ties.flatMap(({ Differences }) => Differences)).toEqual([]);
    const lock = (payload: object) =>
      server.call(editor.token, tenantId, { method: 'POST', url: `${at}/lock`, payload });
    const early = await lock({ RowVersion });
    expect([early.statusCode, early.json<{ Message: string }>().Message]).toEqual([
      409,
      expect.stringContaining('Quarters are locked in order'),
    ]);
    const locked = await lock({ RowVersion, WithEarlier: true });
    expect(locked.statusCode, locked.body).toBe(200);
    expect(locked.json()).toMatchObject({ Status: 'LOCKED', Version: 1, RowVersion: RowVersion + 1 });
    const again = await lock({ RowVersion: RowVersion + 1 });
    expect(again.statusCode).toBe(409);
    const { Versions } = await request<{ Versions: { Version: number; LockedBy?: string }[] }>('GET', at);
    expect(Versions).toHaveLength(1);
    const { rows } = await server.database.worker.query<{ person_id: string | null }>(
      `SELECT person_id FROM activity WHERE tenant_id = $1 AND operation = 'lockPeriod'`,
      [tenantId],
    );
    expect(rows.map(({ person_id }) => person_id)).toEqual([
      editor.personId,
      editor.personId,
      editor.personId,
      editor.personId,
    ]);
  });
});
