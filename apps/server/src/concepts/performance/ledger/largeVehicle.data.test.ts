import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const end = '2021-12-31';
const [partners, entries] = [50, 48];

/** A vehicle with more shares than a request computes itself. A separate thread handles it. */
describe('a vehicle with very many shares', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let fund: string;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { performance: 'administrator' });
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    fund = (await as(editor).saveVehicle({ body: { code: 'WIDE', name: 'Wide', currency } })).id;
    for (let i = 0; i < partners; i += 1) {
      const code = `LP${String(i)}`;
      const investorId = (await as(editor).saveInvestor({ body: { code, name: code, type } })).id;
      const close = { kind: 'CLOSE', date: '2021-01-01', amount: '1000.00' } as const;
      await as(editor).saveCommitment({ body: { vehicleId: fund, investorId, ...close } });
    }
    const rowEntries = Array.from({ length: entries }, (_, i) => ({
      type: i === 0 ? ('CALL-INV' as const) : ('FEE' as const),
      amount: i === 0 ? '5000.00' : '10.00',
      effectiveDate: `2021-${String(1 + (i % 12)).padStart(2, '0')}-15`,
    }));
    await as(editor).saveLedgerEntries({ body: { vehicleId: fund, entries: rowEntries } });
  });
  afterAll(() => server.stop());

  it('is tied out and locked like any other, with versions, audit log and refusals [O51]', async () => {
    const { rowVersion } = await as(editor).getPeriod({ params: { vehicleId: fund, endDate: end } });
    const ties = await as(editor).listTieOuts({
      params: { vehicleId: fund, endDate: end },
      query: { withEarlier: 'true' },
    });
    expect(ties.map(({ code }) => code)).toContain('T4');
    expect(ties.flatMap(({ differences }) => differences)).toEqual([]);
    const lock = (payload: BodyOf<'lockPeriod'>) =>
      as(editor).lockPeriod({ params: { vehicleId: fund, endDate: end }, body: payload });
    const early = await refusal(lock({ rowVersion }));
    expect([early.status, early.message]).toEqual([409, expect.stringContaining('Quarters are locked in order')]);
    const locked = await lock({ rowVersion, withEarlier: true });
    expect(locked).toMatchObject({ status: 'LOCKED', version: 1, rowVersion: rowVersion + 1 });
    const again = await refusal(lock({ rowVersion: rowVersion + 1 }));
    expect(again.status).toBe(409);
    const { versions } = await as(editor).getPeriod({ params: { vehicleId: fund, endDate: end } });
    expect(versions).toHaveLength(1);
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
