import type { PayAccessKind } from '@carrara/domain/compensation/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}
const noteText = 'Asked for a review in the spring';
const documentName = 'Severance.pdf';

describe('notes and documents that compensation keeps of employees', () => {
  let server: TestServer;
  let tenantId: string;
  let head: TestPerson;
  let officer: TestPerson;
  let manager: TestPerson;
  let administrator: TestPerson;
  /** Ann is restricted, Dee reports to the manager Ben, and Cid to nobody. */
  const employees: Record<string, string> = {};
  const notes: Record<string, Stored> = {};
  const documents: Record<string, Stored> = {};

  const call = (person: TestPerson, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const upload = (person: TestPerson, name: string) =>
    server.call(person.token, tenantId, {
      method: 'POST',
      url: `/api/document/upload/${employees[name]}?objectType=employee&application=comp`,
      ...multipart({ name: documentName, type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 pay') }),
    });
  const noteOn = (name: string, more: object = {}) => ({
    NoteText: noteText,
    ObjectId: employees[name],
    ObjectType: 'employee',
    Application: 'comp',
    ...more,
  });
  const stored = (answer: Awaited<ReturnType<typeof call>>) => {
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Stored>();
  };
  const give = (person: TestPerson, kind: PayAccessKind) => givePayAccess(server, tenantId, person, kind);
  /** Returns whose notes and documents a person can read through every endpoint. The results must agree. */
  const seenBy = async (person: TestPerson) => {
    const seen: string[] = [];
    for (const [name, id] of Object.entries(employees)) {
      const answers = await Promise.all([
        call(person, 'GET', `/api/note/container/${id}?application=comp`),
        call(person, 'GET', `/api/note/container/${id}/totalNotesByContainer?application=comp`),
        call(person, 'GET', `/api/note/${notes[name]?.Id}`),
        call(person, 'GET', `/api/document/${id}/document-category?application=comp`),
        call(person, 'GET', `/api/document/${documents[name]?.Id}`),
        call(person, 'GET', `/api/document/download/${documents[name]?.Id}`),
      ]);
      const list = await call(person, 'GET', `/api/document/${id}/documents?application=comp`);
      const activity = await call(person, 'GET', `/api/activity/container/${id}?PageSize=100`);
      const statuses = new Set(answers.map(({ statusCode }) => statusCode));
      expect(statuses.size, `${name}: ${answers.map(({ statusCode, body }) => `${statusCode} ${body}`).join()}`).toBe(
        1,
      );
      const isSeen = statuses.has(200);
      expect(list.json()).toMatchObject({ TotalItemCount: isSeen ? 1 : 0 });
      expect([activity.body.includes(noteText), activity.body.includes(documentName)]).toEqual([isSeen, isSeen]);
      if (isSeen) seen.push(name);
    }
    return seen;
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
    await give(head, 'ALL');
    await give(officer, 'ALL_BUT_RESTRICTED');
    await give(manager, 'REPORTS');
    for (const name of ['Ann', 'Ben', 'Cid', 'Dee'])
      employees[name] = stored(
        await call(head, 'POST', '/api/comp/employee', {
          FirstName: name,
          LastName: 'Test',
          HireDate: '2020-01-01',
          Manager: name === 'Dee' ? { Id: employees['Ben'] } : null,
          IsPayRestricted: name === 'Ann',
          User: name === 'Ben' ? { Id: manager.personId } : null,
        }),
      ).Id;
    for (const name of Object.keys(employees)) {
      notes[name] = stored(await call(head, 'POST', '/api/note', noteOn(name)));
      documents[name] = stored(await upload(head, name));
    }
  });
  afterAll(() => server.stop());

  it('are of those who see the pay: all, all but the restricted, the reports of a manager, no administrator', async () => {
    expect(await seenBy(head)).toEqual(['Ann', 'Ben', 'Cid', 'Dee']);
    expect(await seenBy(officer)).toEqual(['Ben', 'Cid', 'Dee']);
    expect(await seenBy(manager)).toEqual(['Dee']);
    expect(await seenBy(administrator)).toEqual([]);
  });

  it('are apart from those of carry, where neither is counted among the other', async () => {
    const carry = { ...noteOn('Cid'), Application: 'carry', NoteText: 'Carry' };
    stored(await call(administrator, 'POST', '/api/note', carry));
    const count = async (person: TestPerson, more: string) =>
      (await call(person, 'GET', `/api/note/container/${employees['Cid']}/totalNotesByContainer${more}`)).json();
    expect([await count(head, ''), await count(head, '?application=comp')]).toEqual([{ count: 1 }, { count: 1 }]);
    expect((await call(head, 'GET', `/api/note/container/${employees['Cid']}`)).body).not.toContain(noteText);
    expect((await call(head, 'GET', `/api/document/${employees['Cid']}/documents`)).json()).toMatchObject({
      TotalItemCount: 0,
    });
    expect((await call(officer, 'GET', `/api/note/container/${employees['Cid']}?application=comp`)).body).not.toContain(
      'Carry',
    );
    expect((await call(officer, 'GET', `/api/note/container/${employees['Cid']}`)).statusCode).toBe(404);
  });

  it('are written by those who write pay and see it, and changed by none else', async () => {
    const refusals = [
      await call(officer, 'POST', '/api/note', noteOn('Ann')),
      await call(administrator, 'POST', '/api/note', noteOn('Cid')),
      await call(manager, 'POST', '/api/note', noteOn('Dee')),
      await upload(officer, 'Ann'),
      await upload(administrator, 'Cid'),
      await call(head, 'POST', '/api/note', noteOn('Cid', { ObjectType: 'fund' })),
      await call(administrator, 'DELETE', `/api/note/${notes['Cid']?.Id}`),
      await call(administrator, 'DELETE', `/api/document/delete/${documents['Cid']?.Id}`),
      await call(officer, 'DELETE', `/api/note/${notes['Cid']?.Id}`),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403, 404, 404, 404, 404, 404, 403]);
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

  it('leave a row in the log of looks at pay, with whose they are, and those of carry none', async () => {
    const looks = async (person: TestPerson) =>
      (
        await server.database.worker.query<{ look: string }>(
          `SELECT r.operation || ' ' || coalesce((SELECT string_agg(p.name, ', ') FROM participant p WHERE p.id = ANY (r.employees)), '') AS look
           FROM pay_read r WHERE r.tenant_id = $1 AND r.person_id = $2 ORDER BY r.id`,
          [tenantId, person.personId],
        )
      ).rows.map(({ look }) => look);
    const before = (await looks(officer)).length;
    const note = stored(await call(officer, 'POST', '/api/note', noteOn('Ben', { NoteText: 'Of Ben' })));
    const added = stored(await upload(officer, 'Ben'));
    const download = `/api/document/download/${added.Id}`;
    const path = `/api/activity/container/${employees['Ben']}?PageSize=100`;
    expect((await call(officer, 'GET', download)).statusCode).toBe(200);
    for (const url of [
      path,
      `${path}&format=csv`,
      `/api/document/${employees['Ben']}/documents?application=comp&format=excel`,
    ])
      expect((await call(officer, 'GET', url)).statusCode, url).toBe(200);
    expect((await looks(officer)).slice(before)).toEqual(
      [
        'saveNote',
        'uploadDocument',
        'downloadDocument',
        'listContainerActivity',
        'listContainerActivity',
        'listDocuments',
      ].map((operation) => `${operation} Ben Test`),
    );
    const ofAdministrator = await looks(administrator);
    for (const url of [
      download,
      `/api/note/${note.Id}`,
      `/api/activity/container/${employees['Ben']}?PageSize=100`,
      `/api/note/container/${employees['Ben']}`,
    ])
      await call(administrator, 'GET', url);
    expect(await looks(administrator)).toEqual(ofAdministrator);
    expect((await call(officer, 'DELETE', `/api/note/${note.Id}?rowVersion=${note.RowVersion}`)).statusCode).toBe(200);
    expect(
      (await call(officer, 'DELETE', `/api/document/delete/${added.Id}?rowVersion=${added.RowVersion}`)).statusCode,
    ).toBe(200);
  });

  it('go with the employee [M-T-061 U-T-030], and the directory filters by state [U-T-031]', async () => {
    expect((await call(administrator, 'DELETE', `/api/comp/employee/${employees['Cid']}`)).statusCode).toBe(200);
    const { rows } = await server.database.worker.query(
      'SELECT FROM note WHERE object_id = $1 UNION ALL SELECT FROM document WHERE object_id = $1',
      [employees['Cid']],
    );
    expect(rows).toEqual([]);
    const { RowVersion } = stored(await call(head, 'GET', `/api/comp/employee/${employees['Ann']}`));
    const left = { RowVersion, TerminationReason: 'Left', TerminationDate: '2021-01-01', LeaverKind: 'GOOD' };
    stored(await call(head, 'POST', `/api/comp/employee/${employees['Ann']}/terminate`, left));
    const listed = async (status: string) =>
      (await call(manager, 'GET', `/api/comp/employee/directory${status}`))
        .json<{ PageData: { Name: string }[] }>()
        .PageData.map(({ Name }) => Name.split(' ')[0]);
    expect(await listed('?status=ACTIVE')).toEqual(['Ben', 'Dee']);
    expect(await listed('?status=TERMINATED')).toEqual(['Ann']);
    expect(await listed('')).toEqual(['Ann', 'Ben', 'Dee']);
  });
});
