import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, responseStatus } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

/** Archives or restores several records in one call: all of them, or none. */
describe('archiving several records', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let administrator: TestPerson;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'editor' });
    administrator = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  const addProfile = (name: string) =>
    as(administrator).saveTaxProfile({
      body: { name, subjectToCharacterization: false, isInactive: false, taxRate: '20', taxProfileRates: [] },
    });
  const addOffice = (code: string, person = administrator) =>
    as(person).saveReferenceEntry({ params: { type: 'office' }, body: { code, description: `Office ${code}` } });
  const operationsOn = async (id: string) => {
    const { rows } = await server.database.worker.query<{ operation: string; person_id: string }>(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, id],
    );
    return rows.map(({ operation }) => operation);
  };

  it('changes each record with its own audit entry, and leaves those that already are as requested', async () => {
    const profiles = [await addProfile('US federal'), await addProfile('UK')];
    const records = profiles.map(({ id, rowVersion }) => ({ id, rowVersion }));
    const archive = (isInactive: boolean, chosen = records) =>
      as(administrator).archiveTaxProfiles({ body: { records: chosen, isInactive } });
    expect(await archive(true)).toEqual({ changed: 2 });
    expect(await archive(true)).toEqual({ changed: 0 });
    for (const { id } of records) expect(await operationsOn(id)).toEqual(['saveTaxProfile', 'archiveTaxProfile']);
    expect((await as(administrator).listTaxProfiles()).totalItemCount).toBe(0);
    const next = records.map(({ id, rowVersion }) => ({ id, rowVersion: rowVersion + 1 }));
    expect(await archive(false, next)).toEqual({ changed: 2 });
    expect(await as(administrator).getTaxProfile({ params: { id: records[0]?.id ?? '' } })).toMatchObject({
      isInactive: false,
      rowVersion: 3,
      taxRate: '20',
    });
  });

  it('names the record that has changed in the meantime, and changes none', async () => {
    const [first, changed] = [await addOffice('LDN'), await addOffice('BOS')];
    const body = {
      records: [first, changed].map(({ id, rowVersion }) => ({ id, rowVersion })),
      isInactive: true,
    };
    const { id, rowVersion, code } = changed;
    await as(administrator).saveReferenceEntry({
      params: { type: 'office' },
      body: { id, rowVersion, code, description: 'Boston' },
    });
    const refused = await refusal(as(administrator).archiveReferenceEntries({ params: { type: 'office' }, body }));
    expect(refused).toMatchObject({
      status: 409,
      errors: [{ code: 'STALE_VERSION', message: expect.stringMatching(/ Boston has been changed/) as string }],
    });
    expect(await as(administrator).listReferenceEntries({ params: { type: 'office' } })).toHaveLength(2);
    expect(await operationsOn(first.id)).toEqual(['saveReferenceEntry']);
  });

  it('needs the permission of a single change, and finds no records of other firms', async () => {
    const profile = await addProfile('Germany');
    const body = { records: [{ id: profile.id, rowVersion: profile.rowVersion }], isInactive: true };
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect(await responseStatus(as(viewer).archiveTaxProfiles({ body }))).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator' });
    expect(await responseStatus(as(stranger, other).archiveTaxProfiles({ body }))).toBe(404);
    const type = 'pay-type';
    const call = as(editor).archiveReferenceEntries({ params: { type }, body });
    expect(await responseStatus(call)).toBe(403);
  });
});
