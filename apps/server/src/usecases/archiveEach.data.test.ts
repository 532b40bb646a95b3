import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
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
    expect(await archive(true)).toEqual({ changed: 2, unchanged: 0 });
    expect(await archive(true)).toEqual({ changed: 0, unchanged: 2 });
    for (const { id } of records) expect(await operationsOn(id)).toEqual(['saveTaxProfile', 'archiveTaxProfile']);
    expect((await as(administrator).listTaxProfiles()).totalItemCount).toBe(0);
    const next = records.map(({ id, rowVersion }) => ({ id, rowVersion: rowVersion + 1 }));
    expect(await archive(false, next)).toEqual({ changed: 2, unchanged: 0 });
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

  it('archives users, who lose access at once, and restores them', async () => {
    const [ann, ben] = [await server.person(tenantId, { carry: 'viewer' }), await server.person(tenantId, {})];
    const users = async () => {
      const { pageData } = await as(administrator).listUsers({ query: { pageSize: 100, includeInactive: 'true' } });
      return pageData.filter(({ id }) => id === ann.personId || id === ben.personId);
    };
    const change = async (isInactive: boolean, ids = [ann.personId, ben.personId]) =>
      as(administrator).archiveUsers({
        body: {
          records: (await users()).flatMap(({ id, rowVersion }) => (ids.includes(id) ? [{ id, rowVersion }] : [])),
          isInactive,
        },
      });
    expect((await users()).find(({ id }) => id === ann.personId)).toMatchObject({ modules: ['carry'] });
    expect(await change(true, [ben.personId])).toEqual({ changed: 1, unchanged: 0 });
    expect(await change(true)).toEqual({ changed: 1, unchanged: 1 });
    expect((await users()).map(({ status }) => status)).toEqual(['Archived', 'Archived']);
    expect(await responseStatus(as(ann).listFunds())).not.toBe(200);
    expect(await change(false)).toEqual({ changed: 2, unchanged: 0 });
    for (const id of [ann.personId, ben.personId]) expect(await operationsOn(id)).toEqual(['saveUser', 'saveUser']);
  });

  it('names every user that the person doesn’t manage or that has changed, and archives none', async () => {
    const [ours, changed, theirs] = [
      await server.person(tenantId, { carry: 'viewer' }),
      await server.person(tenantId, { carry: 'viewer' }),
      await server.person(tenantId, { comp: 'viewer' }),
    ];
    const records = await Promise.all(
      [ours, changed, theirs].map(async ({ personId: id }) => {
        const { rowVersion } = await as(administrator).getUser({ params: { id } });
        return { id, rowVersion: id === changed.personId ? rowVersion + 7 : rowVersion };
      }),
    );
    const body = { records, isInactive: true };
    const refused = await refusal(as(administrator).archiveUsers({ body }));
    expect(refused.status).toBe(409);
    expect(refused.errors.map(({ code }) => code).toSorted()).toEqual(['PERSON_NOT_YOURS', 'STALE_VERSION']);
    expect(refused.errors.map(({ message }) => message).join(' ')).toMatch(/Example: This person has a role in comp/);
    for (const { id } of records)
      expect(await as(administrator).getUser({ params: { id } })).toMatchObject({ isInactive: false });
    expect(await responseStatus(as(editor).archiveUsers({ body }))).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator', comp: 'administrator' });
    expect(await responseStatus(as(stranger, other).archiveUsers({ body }))).toBe(404);
  });

  it('keeps the last administrator', async () => {
    const firm = await server.tenant();
    const last = await server.person(firm, { carry: 'administrator' });
    const { id, rowVersion } = await as(last, firm).getUser({ params: { id: last.personId } });
    const call = as(last, firm).archiveUsers({ body: { records: [{ id, rowVersion }], isInactive: true } });
    expect(await refusal(call)).toMatchObject({ errors: [{ code: 'LAST_ADMINISTRATOR' }] });
  });

  it('archives groups with their members, who lose the roles until the groups are restored', async () => {
    const member = await server.person(tenantId, {});
    const groupOf = (name: string, application: 'carry' | 'comp', person: TestPerson) =>
      as(person).saveGroup({
        body: { name, roles: [{ application, role: 'viewer' }], groupMembers: [{ user: { id: member.personId } }] },
      });
    const payAdministrator = await server.person(tenantId, { comp: 'administrator' });
    const [readers, payReaders] = [
      await groupOf('Readers', 'carry', administrator),
      await groupOf('Pay readers', 'comp', payAdministrator),
    ];
    const archive = (
      groups: readonly { id: string; rowVersion: number }[],
      isInactive: boolean,
      person = administrator,
    ) =>
      as(person).archiveGroups({
        body: { records: groups.map(({ id, rowVersion }) => ({ id, rowVersion })), isInactive },
      });
    const funds = () => responseStatus(as(member).listFunds());
    expect(await funds()).toBe(200);
    expect(await refusal(archive([readers, payReaders], true))).toMatchObject({
      errors: [{ code: 'ROLE_NOT_ADMINISTERED', message: 'Pay readers: You don’t administer comp.' }],
    });
    expect(await funds()).toBe(200);
    expect(await archive([readers], true)).toEqual({ changed: 1, unchanged: 0 });
    expect(await funds()).not.toBe(200);
    const { pageData } = await as(administrator).listGroups({ query: { includeInactive: 'true' } });
    const listed = pageData.find(({ id }) => id === readers.id)!;
    expect(listed).toMatchObject({ isInactive: true, modules: ['carry'] });
    expect(await archive([listed], false)).toEqual({ changed: 1, unchanged: 0 });
    expect(await funds()).toBe(200);
    expect(await as(administrator).getGroup({ params: { id: readers.id } })).toMatchObject({
      groupMembers: [{ user: { id: member.personId } }],
    });
    expect(await operationsOn(readers.id)).toEqual(['saveGroup', 'saveGroup', 'saveGroup']);
    expect(await responseStatus(archive([readers], true, editor))).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator' });
    const elsewhere = as(stranger, other).archiveGroups({
      body: { records: [readers].map(({ id, rowVersion }) => ({ id, rowVersion })), isInactive: true },
    });
    expect(await responseStatus(elsewhere)).toBe(404);
  });

  it('archives currency pairs, except those with an archived currency', async () => {
    await fillTenant(server.database.worker, tenantId, server.now);
    const addPair = (sourceCurrencyCode: string) =>
      as(administrator).saveCurrencyPair({ body: { sourceCurrencyCode, destinationCurrencyCode: 'USD' } });
    const pairs = [await addPair('EUR'), await addPair('JPY')];
    const [euro, yen] = pairs as [(typeof pairs)[0], (typeof pairs)[0]];
    const archive = (chosen: typeof pairs, isInactive: boolean, person = administrator, firm = tenantId) =>
      as(person, firm).archiveCurrencyPairs({
        body: { records: chosen.map(({ id, rowVersion }) => ({ id, rowVersion })), isInactive },
      });
    expect(await archive(pairs, true)).toEqual({ changed: 2, unchanged: 0 });
    const listed = () => as(administrator).listCurrencyPairs({ query: { includeInactive: 'true' } });
    const currencies = await as(administrator).listReferenceEntries({ params: { type: 'currency' } });
    const jpy = currencies.find(({ code }) => code === 'JPY')!;
    const records = [{ id: jpy.id, rowVersion: jpy.rowVersion }];
    await as(administrator).archiveReferenceEntries({
      params: { type: 'currency' },
      body: { records, isInactive: true },
    });
    expect((await listed()).map(({ partitionKey, archivedCurrencies }) => [partitionKey, archivedCurrencies])).toEqual([
      ['EUR-USD', []],
      ['JPY-USD', ['JPY']],
    ]);
    expect(await refusal(archive(await listed(), false))).toMatchObject({
      errors: [
        { code: 'UNKNOWN_CURRENCY', message: 'JPY/USD: There is no active currency JPY in the reference data.' },
      ],
    });
    expect((await listed()).every(({ isInactive }) => isInactive)).toBe(true);
    const stored = (await listed()).filter(({ id }) => id === euro.id);
    expect(await archive(stored, false)).toEqual({ changed: 1, unchanged: 0 });
    const operations = [...(await operationsOn(euro.id)), ...(await operationsOn(yen.id))];
    expect(operations).toEqual(Array.from({ length: 5 }, () => 'saveCurrencyPair'));
    expect(await responseStatus(archive(stored, true, await server.person(tenantId, { carry: 'viewer' })))).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator' });
    expect(await responseStatus(archive(stored, true, stranger, other))).toBe(404);
  });
});
