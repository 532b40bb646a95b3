import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyFiles } from '@carrara/adapters/postgres/verify/verifyFiles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc32, deflateSync } from 'node:zlib';
import { multipart } from '../../testing/multipart.ts';
import { TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}
const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
/** Creates a PNG whose header claims these dimensions, padded after its end to a number of bytes. */
const png = (side: number, pixels = deflateSync(Buffer.alloc(40 * (40 * 4 + 1))), size = 0) => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const picture = [start, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  const all = Buffer.concat(picture);
  return Buffer.concat([all, Buffer.alloc(Math.max(0, size - all.length))]);
};
const pictureOf = (size: number, side = 40) => {
  return { name: 'a.png', type: 'image/png', bytes: png(side, undefined, size) };
};

describe('what hangs on a record', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  const ids: Record<string, string> = {};

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = token, tenant = tenantId) =>
    server.call(as, tenant, { method, url, ...(payload ? { payload } : {}) });
  const send = (url: string, file: Parameters<typeof multipart>[0], as = token) =>
    server.call(as, tenantId, { method: 'POST', url, ...multipart(file) });
  const create = async (url: string, payload: object, as = token) => {
    const answer = await call('POST', url, payload, as);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Stored>();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { carry: 'administrator' })).token;
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    ids['fund'] = (await create('/api/carry/fund', { Code: 'ARP-I', LegalName: 'Fund I', Currency: { Id: usd } })).Id;
    ids['investment'] = (
      await create('/api/carry/investment', {
        Code: 'HDG01',
        Name: 'Helios',
        LegalName: 'Helios, Inc.',
        FundInvestments: [{ Fund: { Id: ids['fund'] } }],
      })
    ).Id;
    ids['employee'] = (await create('/api/carry/employee', { FirstName: 'Zanele', LastName: 'Mokoena' })).Id;
  });
  afterAll(() => server.stop());

  it('keeps notes, which their writer or an administrator changes [U-T-039]', async () => {
    const text = { NoteText: 'Call the counsel', ObjectId: ids['fund'], ObjectType: 'fund' };
    const editor = await server.person(tenantId, { carry: 'editor' });
    const note = await create('/api/note', text, editor.token);
    expect((await call('GET', `/api/note/container/${ids['fund']}`)).json()).toMatchObject([
      { NoteText: 'Call the counsel', ObjectName: 'Fund I', CreatedBy: 'Ada Example', CanEdit: true },
    ]);
    expect((await call('GET', `/api/note/container/${ids['fund']}/totalNotesByContainer`)).json()).toEqual({
      count: 1,
    });
    const change = { ...text, Id: note.Id, RowVersion: note.RowVersion, NoteText: 'Called' };
    const other = await server.person(tenantId, { carry: 'editor' });
    expect((await call('POST', '/api/note', change, other.token)).statusCode).toBe(403);
    const changed = await create('/api/note', change, editor.token);
    expect((await call('POST', '/api/note', change, editor.token)).statusCode).toBe(409);
    expect((await call('POST', '/api/note', { ...text, ObjectType: 'employee' })).statusCode).toBe(404);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect((await call('POST', '/api/note', text, viewer.token)).statusCode).toBe(403);
    expect((await call('DELETE', `/api/note/${note.Id}?rowVersion=${changed.RowVersion}`)).statusCode).toBe(200);
    expect((await call('GET', `/api/note/${note.Id}`)).statusCode).toBe(404);
  });

  it('shows notes and documents to those only who may see the record', async () => {
    const note = await create('/api/note', { NoteText: 'Secret', ObjectId: ids['fund'], ObjectType: 'fund' });
    const comp = await server.person(tenantId, { comp: 'viewer' });
    const strangerTenant = await server.tenant();
    const stranger = await server.person(strangerTenant, { carry: 'administrator' });
    for (const url of [`/api/note/${note.Id}`, `/api/note/container/${ids['fund']}`]) {
      expect((await call('GET', url, undefined, comp.token)).statusCode).toBe(404);
      expect((await call('GET', url, undefined, stranger.token, strangerTenant)).statusCode).toBe(404);
    }
    for (const url of [`/api/document/${ids['fund']}/documents`, `/api/activity/container/${ids['fund']}`]) {
      expect((await call('GET', url, undefined, comp.token)).json()).toMatchObject({ TotalItemCount: 0 });
      expect((await call('GET', url, undefined, stranger.token, strangerTenant)).json()).toMatchObject({
        TotalItemCount: 0,
      });
    }
  });

  it.each(['performance', 'performance-lp'] as const)(
    'keeps what %s writes of a fund or an investment for who reads it there, and what carry keeps from them',
    async (application) => {
      const ofCarry = await create('/api/note', { NoteText: 'Waterfall', ObjectId: ids['fund'], ObjectType: 'fund' });
      const link = { ObjectId: ids['fund'], ObjectType: 'fund', Url: 'https://example.com/a' };
      const paper = await create('/api/document/external', { ...link, Name: 'Carry paper' });
      const reader = (await server.person(tenantId, { [application]: 'viewer' })).token;
      const editor = (await server.person(tenantId, { [application]: 'editor' })).token;
      for (const objectType of ['fund', 'investment'] as const) {
        const id = ids[objectType]!;
        const notes = `/api/note/container/${id}`;
        const documents = `/api/document/${id}/documents`;
        const texts = async (as: string, query = '') =>
          (await call('GET', `${notes}${query}`, undefined, as))
            .json<{ NoteText: string }[]>()
            .map((item) => item.NoteText);
        expect(await texts(reader)).toEqual([]);
        expect(await texts(reader, '?application=performance')).toEqual([]);
        const text = { NoteText: `Asked the manager (${application})`, ObjectId: id, ObjectType: objectType };
        const note = await create('/api/note', text, editor);
        expect((await call('GET', `/api/note/${note.Id}`, undefined, reader)).json()).toMatchObject({
          Application: 'performance',
        });
        expect(await texts(reader)).toEqual([text.NoteText]);
        expect(await texts(token)).toContain(text.NoteText);
        expect((await call('GET', `${notes}/totalNotesByContainer`, undefined, reader)).json()).toEqual({ count: 1 });
        // People can't write notes on records that they may not read.
        for (const elsewhere of ['carry', 'reporting'])
          expect((await call('POST', '/api/note', { ...text, Application: elsewhere }, editor)).statusCode).toBe(404);
        expect((await call('POST', '/api/note', text, reader)).statusCode).toBe(403);
        const name = `Minutes ${application}`;
        const added = await create(
          '/api/document/external',
          { ...link, ObjectId: id, ObjectType: objectType, Name: name },
          editor,
        );
        const listed = (await call('GET', documents, undefined, reader)).json<{ PageData: { Name: string }[] }>();
        expect(listed.PageData.map((item) => item.Name)).toEqual([name]);
        const csv = await call('GET', `${documents}?format=csv`, undefined, reader);
        expect(csv.body).not.toContain('Carry paper');
        expect((await call('GET', `/api/document/${added.Id}`, undefined, reader)).statusCode).toBe(200);
        const activity = (await call('GET', `/api/activity/container/${id}?PageSize=100`, undefined, reader)).body;
        expect([activity.includes(text.NoteText), activity.includes(name)]).toEqual([true, true]);
        expect(/Waterfall|Carry paper/.test(activity)).toBe(false);
        const own = await call('DELETE', `/api/note/${note.Id}?rowVersion=${note.RowVersion}`, undefined, editor);
        const gone = await call(
          'DELETE',
          `/api/document/delete/${added.Id}?rowVersion=${added.RowVersion}`,
          undefined,
          editor,
        );
        expect([own.statusCode, gone.statusCode]).toEqual([200, 200]);
      }
      // Carry's notes and documents can't be read by address, changed, or found among activities.
      for (const as of [reader, editor]) {
        expect((await call('GET', `/api/note/${ofCarry.Id}`, undefined, as)).statusCode).toBe(404);
        for (const url of [`/api/document/${paper.Id}`, `/api/document/download/${paper.Id}`])
          expect((await call('GET', url, undefined, as)).statusCode).toBe(404);
      }
      const path = `/api/document/delete/${paper.Id}?rowVersion=${paper.RowVersion}`;
      expect((await call('DELETE', path, undefined, editor)).statusCode).toBe(404);
      const administrator = (await server.person(tenantId, { [application]: 'administrator' })).token;
      const actions = await call('GET', '/api/performance/reporting/user?PageSize=200', undefined, administrator);
      expect(actions.statusCode).toBe(200);
      expect(actions.body).not.toContain('Carry paper');
      expect((await call('DELETE', `/api/note/${ofCarry.Id}?rowVersion=1`, undefined, administrator)).statusCode).toBe(
        404,
      );
      // Performance can't open a vintage or an employee, so it reads nothing of them.
      expect((await call('GET', `/api/note/container/${ids['employee']}`, undefined, administrator)).statusCode).toBe(
        404,
      );
      for (const url of [`/api/note/${ofCarry.Id}?rowVersion=${ofCarry.RowVersion}`, path])
        expect((await call('DELETE', url)).statusCode).toBe(200);
    },
  );

  it('keeps documents with their files, and links to others', async () => {
    const category = await server.referenceEntry(tenantId, 'document-category', 'Agreements');
    const url = `/api/document/upload/${ids['fund']}?objectType=fund&name=Agreement&categoryId=${category}`;
    const bytes = Buffer.from('%PDF-1.7 carry');
    const added = await send(url, { name: 'C:\\temp\\lpa.pdf', type: 'text/html', bytes });
    expect(added.statusCode, added.body).toBe(200);
    expect(added.json()).toMatchObject({
      Name: 'Agreement.pdf',
      FileType: 'pdf',
      SizeBytes: bytes.length,
      Category: { Code: 'Agreements' },
    });
    const { Id } = added.json<Stored>();
    const file = await call('GET', `/api/document/download/${Id}`);
    expect([file.body, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      '%PDF-1.7 carry',
      'application/pdf',
      'nosniff',
    ]);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE document SET sha256 = sha256('other') WHERE id = $1`, [Id]),
    );
    const changed = await call('GET', `/api/document/download/${Id}`);
    expect([changed.statusCode, changed.json()]).toMatchObject([409, { Errors: [{ Code: 'FILE_CHANGED' }] }]);
    const link = { ObjectId: ids['fund'], ObjectType: 'fund', Name: 'Data room', Url: 'https://example.test/room' };
    await create('/api/document/external', link);
    expect((await call('POST', '/api/document/external', { ...link, Url: 'javascript:alert(1)' })).statusCode).toBe(
      400,
    );
    expect((await call('GET', `/api/document/${ids['fund']}/documents`)).json()).toMatchObject({ TotalItemCount: 2 });
    expect((await call('GET', `/api/document/${ids['fund']}/document-category`)).json()).toMatchObject([
      { Code: 'Agreements' },
    ]);
    expect((await call('DELETE', `/api/document/delete/${Id}`)).statusCode).toBe(200);
    expect((await call('GET', `/api/document/download/${Id}`)).statusCode).toBe(404);
    const quoted = { name: 'The "side letter" 100%.pdf', type: 'application/pdf', bytes };
    const named = await send(`/api/document/upload/${ids['fund']}?objectType=fund`, quoted);
    expect(named.json()).toMatchObject({ Name: 'The "side letter" 100%.pdf' });
    const html = await send(`/api/document/upload/${ids['fund']}?objectType=fund`, {
      name: 'x.html',
      type: 'text/html',
      bytes: Buffer.from('<script>1</script>'),
    });
    const page = await call('GET', `/api/document/download/${html.json<Stored>().Id}`);
    expect(page.headers['content-type']).toBe('application/octet-stream');
  });

  it('keeps documents and notes on every kind of record, apart from other firms [U-C-004]', async () => {
    const eligible = { CarryEligibleDate: '2020-01-01' };
    const coinvestment = await create('/api/carry/coinvestment', { Code: 'CO', Name: 'Co', Fund: { Id: ids['fund'] } });
    const vintage = await create('/api/carry/vintage', {
      VintageName: '2020',
      VintageType: { Code: 'SHARES', Description: 'Vintage Shares' },
      Fund: { Id: ids['fund'] },
    });
    const trust = await create('/api/carry/trust', { LegalName: 'Mokoena Trust', ...eligible });
    const entity = await create('/api/carry/participantEntity', { Name: 'Holding', ...eligible });
    const investment = (await call('GET', `/api/carry/investment/${ids['investment']}`)).json<{
      FundInvestments: { Id: string }[];
    }>();
    const tranche = await create(`/api/carry/investment/${ids['investment']}/tranche`, {
      FundInvestment: { Id: investment.FundInvestments[0]?.Id },
    });
    const vestingSchedule = await create('/api/carry/vestingschedule', {
      Name: 'Immediately',
      Details: [{ PeriodStart: 0, PeriodEnd: null, VestedPercentage: '100' }],
    });
    const taxProfile = await create('/api/carry/taxprofile', {
      Name: 'Federal',
      SubjectToCharacterization: false,
      IsInactive: false,
      TaxRate: '37',
    });
    const records = {
      tranche: tranche.Id,
      vestingSchedule: vestingSchedule.Id,
      taxProfile: taxProfile.Id,
      fund: ids['fund'],
      coinvestment: coinvestment.Id,
      investment: ids['investment'],
      vintage: vintage.Id,
      employee: ids['employee'],
      trust: trust.Id,
      entity: entity.Id,
    };
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    for (const [ObjectType, ObjectId] of Object.entries(records)) {
      const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from(ObjectType) };
      const url = `/api/document/upload/${ObjectId}?objectType=${ObjectType}`;
      const added = await send(url, file);
      expect(added.statusCode, `${ObjectType}: ${added.body}`).toBe(200);
      const { Id } = added.json<Stored>();
      expect((await call('GET', `/api/document/download/${Id}`)).body).toBe(ObjectType);
      await create('/api/note', { NoteText: ObjectType, ObjectId, ObjectType });
      const count = await call('GET', `/api/note/container/${ObjectId}/totalNotesByContainer`);
      expect(count.json<{ count: number }>().count).toBeGreaterThan(0);
      for (const path of [Id, `download/${Id}`]) {
        const answer = await call('GET', `/api/document/${path}`, undefined, stranger.token, elsewhere);
        expect(answer.statusCode, `${ObjectType} ${path}`).toBe(404);
      }
      const response = await call('DELETE', `/api/document/delete/${Id}`, undefined, stranger.token, elsewhere);
      expect(response.statusCode).toBe(404);
      const wrongType = ObjectType === 'fund' ? 'trust' : 'fund';
      expect((await send(`/api/document/upload/${ObjectId}?objectType=${wrongType}`, file)).statusCode).toBe(404);
      expect((await call('DELETE', `/api/document/delete/${Id}`)).statusCode).toBe(200);
      const activity = await call('GET', `/api/activity/container/${ObjectId}?PageSize=100`);
      expect(activity.json<{ PageData: { Operation: string }[] }>().PageData.map(({ Operation }) => Operation)).toEqual(
        expect.arrayContaining(['uploadDocument', 'saveNote', 'deleteDocument']),
      );
    }
  });

  it('U29: takes a picture of 4,194,304 bytes and not one more, and only real pictures [U-T-070]', async () => {
    const url = `/api/image/container/${ids['employee']}`;
    const largest = await send(url, pictureOf(4_194_304));
    expect(largest.statusCode, largest.body).toBe(200);
    expect((await send(url, pictureOf(4_194_305))).statusCode).toBe(413);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await send(url, { name: 'a.svg', type: 'image/svg+xml', bytes: svg })).statusCode).toBe(415);
    expect((await send(url, { name: 'a.png', type: 'image/png', bytes: Buffer.from('<html>') })).statusCode).toBe(415);
    expect((await send(url, pictureOf(100, 50_000))).statusCode).toBe(413);
    expect((await send(url, pictureOf(100, 0))).statusCode).toBe(415);
    const gif = Buffer.from('GIF89a\x28\0\x28\0\x80\0\0/*<html><script>alert(1)</script>', 'latin1');
    expect((await send(url, { name: 'a.gif', type: 'image/gif', bytes: gif })).statusCode).toBe(415);
    for (const pixels of [
      Buffer.alloc(60, 7),
      Buffer.alloc(0),
      deflateSync(Buffer.alloc(100)),
      deflateSync(Buffer.alloc(40 * (40 * 4 + 1))).subarray(0, -9),
      deflateSync(Buffer.alloc(1_000_000)),
      deflateSync(Buffer.alloc(40 * (40 * 4 + 1), 9)),
    ]) {
      const damaged = await send(url, { name: 'a.png', type: 'image/png', bytes: png(40, pixels) });
      expect([damaged.statusCode, damaged.body]).toEqual([415, expect.stringContaining('This picture is damaged.')]);
    }
    await send(url, pictureOf(64));
    const employee = await call('GET', `/api/carry/employee/${ids['employee']}`);
    expect(employee.json<{ Picture: string }>().Picture).toMatch(/^data:image\/png;base64,iVBOR/);
    const { rows } = await server.database.worker.query('SELECT count(*)::int AS n FROM image WHERE tenant_id = $1', [
      tenantId,
    ]);
    expect(rows[0].n).toBe(1);
    expect((await call('GET', `/api/carry/activity/${ids['employee']}`)).json()).toMatchObject({
      PageSize: 10,
      PageData: [
        { Operation: 'changeEmployeePicture' },
        { Operation: 'changeEmployeePicture' },
        { Operation: 'saveEmployee' },
      ],
    });
  });

  it('has the pictures in the audit log, so that a deleted and an invented one are found', async () => {
    const client = new pg.Client({ connectionString: server.database.adminUrl });
    await client.connect();
    const query = async (text: string, values?: readonly unknown[]) =>
      (await client.query(text, [...(values ?? [])])).rows;
    const tx = { tenantId, query } as unknown as Transaction;
    const found = async () =>
      (await verifyFiles(tx, { digest: async () => 'deleted' })).findings.map(
        ({ of: location, what: text }) => `${location[0]} ${text}`,
      );
    try {
      const logo = await send(`/api/image/container/${tenantId}`, pictureOf(64));
      expect([logo.statusCode, await found()]).toEqual([200, []]);
      await query('BEGIN');
      await query('SET LOCAL session_replication_role = replica');
      await query('DELETE FROM image WHERE tenant_id = $1', [tenantId]);
      expect(await found()).toEqual(['picture is missing', 'picture is missing']);
      for (const container of [null, tenantId])
        await query(
          `INSERT INTO image (tenant_id, id, container_id, mime_type, content, sha256) VALUES ($1, gen_random_uuid(), $2, 'image/png', 'x', sha256('x'))`,
          [tenantId, container],
        );
      expect((await found()).toSorted()).toEqual([
        'picture is missing',
        'picture is not in the audit log',
        'picture is not the logo in the audit log',
      ]);
    } finally {
      await client.end();
    }
  });

  it('takes the picture of an employee from editors of carry and of compensation', async () => {
    const url = `/api/image/container/${ids['employee']}`;
    const [comp, viewer] = await Promise.all([
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { carry: 'viewer', comp: 'viewer' }),
    ]);
    expect((await send(url, pictureOf(64), comp.token)).statusCode).toBe(200);
    expect((await send(url, pictureOf(64), viewer.token)).statusCode).toBe(403);
  });

  it('changes and removes a logo, for editors of investments only', async () => {
    const logo = `data:image/png;base64,${Buffer.from(pictureOf(100).bytes).toString('base64')}`;
    const change = { Id: ids['investment'], Logo: logo };
    expect((await call('POST', '/api/carry/investment/changelogo', change)).json()).toMatchObject({ Logo: logo });
    const comp = await server.person(tenantId, { comp: 'editor' });
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect((await call('POST', '/api/carry/investment/changelogo', change, viewer.token)).statusCode).toBe(403);
    expect((await send(`/api/image/container/${ids['investment']}`, pictureOf(64), comp.token)).statusCode).toBe(403);
    await create('/api/carry/investment/changelogo', { Id: ids['investment'], Logo: '' });
    expect((await call('GET', `/api/carry/investment/${ids['investment']}`)).json()).toMatchObject({ Logo: null });
    const html = { Id: ids['investment'], Logo: `data:text/html;base64,${btoa('<script>')}` };
    expect((await call('POST', '/api/carry/investment/changelogo', html)).statusCode).toBe(415);
  });

  it("changes and removes the firm's logo, for administrators only", async () => {
    const address = `/api/image/container/${tenantId}`;
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const remove = (token: string) => call('DELETE', address, undefined, token);
    const logoId = async () => (await call('GET', '/api/tenant/settings')).json<{ LogoId: string | null }>().LogoId;
    expect((await send(address, pictureOf(64), administrator.token)).statusCode).toBe(200);
    expect(await logoId()).toEqual(expect.any(String));
    const editor = await server.person(tenantId, { carry: 'editor' });
    expect((await remove(editor.token)).statusCode).toBe(403);
    expect((await remove(administrator.token)).statusCode).toBe(200);
    expect(await logoId()).toBeNull();
    expect((await remove(administrator.token)).statusCode, 'there is none any more').toBe(200);
  });

  it('tells of every change below a record, field by field [U-C-148 U-T-094]', async () => {
    const before = (await call('GET', `/api/carry/investment/${ids['investment']}`)).json<Stored>();
    await create('/api/carry/investment', {
      Id: before.Id,
      RowVersion: before.RowVersion,
      Code: 'HDG01',
      Name: 'Helios Dental',
      LegalName: 'Helios, Inc.',
      Reason: 'Renamed',
      FundInvestments: [{ Fund: { Id: ids['fund'] } }],
    });
    const url = `/api/carry/activity/${ids['investment']}?StartPage=1&PageSize=10&SortColumn=CreatedDate&SortAsc=false`;
    const activityPage = (await call('GET', url)).json<{ PageData: { CreatedDate: string }[] }>();
    expect(activityPage).toMatchObject({ PageSize: 10, Sort: 'CreatedDate', SortAsc: false });
    const plain = await call('GET', `/api/carry/activity/${ids['investment']}`);
    expect(plain.json(), 'unless asked otherwise').toEqual(activityPage);
    const page = (await call('GET', `/api/activity/container/${ids['investment']}`)).json<{ PageData: object[] }>();
    expect(page.PageData).toContainEqual(
      expect.objectContaining({
        Operation: 'saveInvestment',
        ObjectType: 'investment',
        Reason: 'Renamed',
        Action: 'Investment saved',
        Changes: [{ Field: 'name', Title: 'Name', Before: 'Helios', After: 'Helios Dental' }],
        ChangeText: 'Name: Helios → Helios Dental',
      }),
    );
    expect(page.PageData).toContainEqual(expect.objectContaining({ ObjectType: 'fundInvestment' }));
    const ofFund = (await call('GET', `/api/activity/container/${ids['fund']}?PageSize=100`)).json<{
      PageData: object[];
    }>();
    expect(ofFund.PageData).toContainEqual(
      expect.objectContaining({ ObjectType: 'document', Operation: 'deleteDocument' }),
    );
    // A file has the screen's labels and also the changes.
    const file = await call('GET', `/api/activity/container/${ids['investment']}?format=csv`);
    expect(file.statusCode, file.body).toBe(200);
    expect(file.body).toContain('Investment saved');
    expect(file.body).toContain('Name: Helios → Helios Dental');
    expect(file.body).not.toContain('saveInvestment');
    const found = await call('GET', `/api/activity/container/${ids['investment']}?SearchQuery=logo%20changed`);
    expect(found.json()).toMatchObject({ TotalItemCount: 2, PageData: [{ Action: 'Logo changed' }, {}] });
  });
});
