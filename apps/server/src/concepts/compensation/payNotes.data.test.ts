import type { PayAccessKind } from '@carrara/domain/compensation/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { type AnswerOf, type BodyOf, type QueryOf, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Stored = Pick<AnswerOf<'saveNote'>, 'id' | 'rowVersion'>;
const noteText = 'Asked for a review in the spring';
const documentName = 'Severance.pdf';

describe('notes and documents of compensation about employees', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let head: TestPerson;
  let officer: TestPerson;
  let manager: TestPerson;
  let administrator: TestPerson;
  /** Ann is restricted, Dee reports to the manager Ben, and Cid to nobody. */
  const employees: Record<string, string> = {};
  const notes: Record<string, Stored> = {};
  const documents: Record<string, Stored> = {};

  const upload = (person: TestPerson, name: string) =>
    as(person).uploadDocument({
      params: { relatedObject: employees[name]! },
      query: { objectType: 'employee', application: 'comp' },
      file: new File(['%PDF-1.7 pay'], documentName, { type: 'application/pdf' }),
    });
  const addNote = (person: TestPerson, name: string, more: Partial<BodyOf<'saveNote'>> = {}) =>
    as(person).saveNote({
      body: { noteText, objectId: employees[name]!, objectType: 'employee', application: 'comp', ...more },
    });
  const grantAccess = (person: TestPerson, kind: PayAccessKind) => grantPayAccess(server, tenantId, person, kind);
  /** Returns whose notes and documents a person can read through every endpoint. The results must agree. */
  const visibleTo = async (person: TestPerson) => {
    const visible: string[] = [];
    for (const [name, id] of Object.entries(employees)) {
      const client = as(person);
      const params = { id };
      const query = { application: 'comp' } as const;
      const document = { params: { id: documents[name]!.id } };
      const statuses = await Promise.all(
        [
          client.listNotes({ params, query }),
          client.countNotes({ params, query }),
          client.getNote({ params: { id: notes[name]!.id } }),
          client.listDocumentMetadata({ params: { id, metadataType: 'document-category' }, query }),
          client.getDocument(document),
          client.downloadDocument(document),
          client.downloadDocuments({ params, query }),
        ].map(responseStatus),
      );
      expect(new Set(statuses).size, `${name}: ${statuses.join()}`).toBe(1);
      const isVisible = statuses[0] === 200;
      expect(await client.listDocuments({ params, query })).toMatchObject({ totalItemCount: isVisible ? 1 : 0 });
      const activity = JSON.stringify(await client.listContainerActivity({ params, query: { pageSize: 100 } }));
      expect([activity.includes(noteText), activity.includes(documentName)]).toEqual([isVisible, isVisible]);
      if (isVisible) visible.push(name);
    }
    return visible;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    head = await server.person(tenantId, { comp: 'administrator', carry: 'viewer' });
    officer = await server.person(tenantId, { comp: 'editor' });
    manager = await server.person(tenantId, { comp: 'viewer' });
    administrator = await server.person(tenantId, {
      comp: 'administrator',
      carry: 'administrator',
      performance: 'administrator',
    });
    await grantAccess(head, 'ALL');
    await grantAccess(officer, 'ALL_BUT_RESTRICTED');
    await grantAccess(manager, 'REPORTS');
    for (const name of ['Ann', 'Ben', 'Cid', 'Dee'])
      employees[name] = (
        await as(head).saveCompEmployee({
          body: {
            firstName: name,
            lastName: 'Test',
            hireDate: '2020-01-01',
            manager: name === 'Dee' ? { id: employees['Ben']! } : null,
            isPayRestricted: name === 'Ann',
            user: name === 'Ben' ? { id: manager.personId } : null,
          },
        })
      ).id;
    for (const name of Object.keys(employees)) {
      notes[name] = await addNote(head, name);
      documents[name] = await upload(head, name);
    }
  });
  afterAll(() => server.stop());

  it('are of those who see the pay: all, all but the restricted, the reports of a manager, no administrator', async () => {
    expect(await visibleTo(head)).toEqual(['Ann', 'Ben', 'Cid', 'Dee']);
    expect(await visibleTo(officer)).toEqual(['Ben', 'Cid', 'Dee']);
    expect(await visibleTo(manager)).toEqual(['Dee']);
    expect(await visibleTo(administrator)).toEqual([]);
  });

  it('are logged as pay reads, one by one or in a zip', async () => {
    const readsOf = async (operation: string) =>
      (await as(head).listPayReads({ query: { pageSize: 100 } })).pageData.filter(
        (read) => read.operation === operation,
      );
    const params = { id: employees['Cid']! };
    const before = [await readsOf('downloadDocument'), await readsOf('downloadDocuments')] as const;
    await as(head).downloadDocument({ params: { id: documents['Cid']!.id } });
    await as(head).downloadDocuments({ params, query: { application: 'comp' } });
    const after = [await readsOf('downloadDocument'), await readsOf('downloadDocuments')] as const;
    expect(after.map((reads, at) => reads.length - before[at]!.length)).toEqual([1, 1]);
    const [single, zip] = after.map(([latest]) => latest!);
    expect(single).toMatchObject({ isExport: true, employees: 'Cid Test' });
    expect([zip!.isExport, zip!.employees, zip!.person, zip!.address]).toEqual([
      true,
      single!.employees,
      single!.person,
      single!.address,
    ]);
    // Files of carry about the same employee aren't pay.
    const { id } = await as(administrator).uploadDocument({
      params: { relatedObject: params.id },
      query: { objectType: 'employee', application: 'carry' },
      file: new File(['Carry'], 'Carry.txt'),
    });
    await as(head).downloadDocuments({ params, query: { application: 'carry' } });
    expect(await readsOf('downloadDocuments')).toHaveLength(after[1].length);
    await as(administrator).deleteDocument({ params: { id } });
  });

  it('are apart from those of carry, where neither is counted among the other', async () => {
    await addNote(administrator, 'Cid', { application: 'carry', noteText: 'Carry' });
    const params = { id: employees['Cid']! };
    const query = { application: 'comp' } as const;
    expect([await as(head).countNotes({ params }), await as(head).countNotes({ params, query })]).toEqual([
      { childCount: 1 },
      { childCount: 1 },
    ]);
    expect(JSON.stringify(await as(head).listNotes({ params }))).not.toContain(noteText);
    expect(await as(head).listDocuments({ params })).toMatchObject({ totalItemCount: 0 });
    expect(JSON.stringify(await as(officer).listNotes({ params, query }))).not.toContain('Carry');
    expect(await responseStatus(as(officer).listNotes({ params }))).toBe(404);
  });

  it('are written by those who write pay and see it, and changed by none else', async () => {
    const note = { params: { id: notes['Cid']!.id } };
    const refusals = [
      addNote(officer, 'Ann'),
      addNote(administrator, 'Cid'),
      addNote(manager, 'Dee'),
      upload(officer, 'Ann'),
      upload(administrator, 'Cid'),
      addNote(head, 'Cid', { objectType: 'fund' }),
      as(administrator).deleteNote(note),
      as(administrator).deleteDocument({ params: { id: documents['Cid']!.id } }),
      as(officer).deleteNote(note),
    ];
    expect(await Promise.all(refusals.map(responseStatus))).toEqual([404, 404, 403, 404, 404, 404, 404, 404, 403]);
  });

  it('answer nothing of themselves to the database role for a person without access, nor to another firm', async () => {
    const rows = (tenant: string, personId: string | null) =>
      server.withTenant({ tenantId: tenant, personId, now: server.now.toISOString() }, (tx) =>
        tx.query(
          `SELECT FROM note WHERE application = 'comp' UNION ALL SELECT FROM document UNION ALL SELECT FROM activity
           WHERE coalesce(after, before) ->> 'application' = 'comp'`,
        ),
      );
    expect(await rows(tenantId, administrator.personId)).toEqual([]);
    expect(await rows(tenantId, null)).toEqual([]);
    expect(await rows(tenantId, head.personId)).not.toEqual([]);
    expect(await rows(await server.tenant(), head.personId)).toEqual([]);
  });

  it('are named neither to open screens nor in the log of fetched files', async () => {
    const { worker } = server.database;
    const notified = await worker.query<{ id: string }>(
      `SELECT DISTINCT object_id AS id FROM outbox WHERE tenant_id = $1 AND link_type IN ('Note', 'Document') AND application = 'comp'`,
      [tenantId],
    );
    expect(notified.rows).toEqual([{ id: '00000000-0000-0000-0000-000000000000' }]);
    const fetched = await worker.query<{ subject: string }>(
      'SELECT DISTINCT subject FROM access_event WHERE tenant_id = $1 AND subject IS NOT NULL',
      [tenantId],
    );
    expect(fetched.rows.map(({ subject }) => subject)).toContain('Compensation document');
    expect(JSON.stringify(fetched.rows)).not.toContain(documentName);
  });

  it('are logged as pay reads with the employee, and notes of carry aren’t', async () => {
    const payReads = async (person: TestPerson) =>
      (
        await server.database.worker.query<{ read: string }>(
          `SELECT r.operation || ' ' || coalesce((SELECT string_agg(p.name, ', ') FROM participant p WHERE p.id = ANY (r.employees)), '') AS read
           FROM pay_read r WHERE r.tenant_id = $1 AND r.person_id = $2 ORDER BY r.id`,
          [tenantId, person.personId],
        )
      ).rows.map(({ read }) => read);
    const before = (await payReads(officer)).length;
    const note = await addNote(officer, 'Ben', { noteText: 'Of Ben' });
    const added = await upload(officer, 'Ben');
    const params = { id: employees['Ben']! };
    const file = { params: { id: added.id } };
    await as(officer).downloadDocument(file);
    await as(officer).listContainerActivity({ params, query: { pageSize: 100 } });
    for (const url of [
      `/api/activity/container/${params.id}?PageSize=100&format=csv`,
      `/api/document/${params.id}/documents?application=comp&format=excel`,
    ])
      expect((await server.call(officer.token, tenantId, { method: 'GET', url })).statusCode, url).toBe(200);
    expect((await payReads(officer)).slice(before)).toEqual(
      [
        'saveNote',
        'uploadDocument',
        'downloadDocument',
        'listContainerActivity',
        'listContainerActivity',
        'listDocuments',
      ].map((operation) => `${operation} Ben Test`),
    );
    const ofAdministrator = await payReads(administrator);
    await Promise.all(
      [
        as(administrator).downloadDocument(file),
        as(administrator).getNote({ params: { id: note.id } }),
        as(administrator).listContainerActivity({ params, query: { pageSize: 100 } }),
        as(administrator).listNotes({ params }),
      ].map(responseStatus),
    );
    expect(await payReads(administrator)).toEqual(ofAdministrator);
    await as(officer).deleteNote({ params: { id: note.id }, query: { rowVersion: note.rowVersion } });
    await as(officer).deleteDocument({ params: { id: added.id }, query: { rowVersion: added.rowVersion } });
  });

  it('go with the employee [M-T-061 U-T-030], and the directory filters by state [U-T-031]', async () => {
    await as(administrator).deleteCompEmployee({ params: { id: employees['Cid']! } });
    const { rows } = await server.database.worker.query(
      'SELECT FROM note WHERE object_id = $1 UNION ALL SELECT FROM document WHERE object_id = $1',
      [employees['Cid']],
    );
    expect(rows).toEqual([]);
    const params = { id: employees['Ann']! };
    const { rowVersion } = await as(head).getCompEmployee({ params });
    const termination = { terminationReason: 'Left', terminationDate: '2021-01-01', leaverKind: 'GOOD' } as const;
    await as(head).terminateCompEmployee({ params, body: { rowVersion, ...termination } });
    const listed = async (query: QueryOf<'listCompEmployees'> = {}) =>
      (await as(manager).listCompEmployees({ query })).pageData.map(({ name }) => name!.split(' ')[0]);
    expect(await listed({ status: 'ACTIVE' })).toEqual(['Ben', 'Dee']);
    expect(await listed({ status: 'TERMINATED' })).toEqual(['Ann']);
    expect(await listed()).toEqual(['Ann', 'Ben', 'Dee']);
  });
});
