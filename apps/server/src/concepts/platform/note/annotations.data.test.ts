import { mostZippedBytes } from '@carrara/contract/platform/document/document';
import { filesIn } from '@carrara/adapters/files/filesIn';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyFiles } from '@carrara/adapters/postgres/verify/verifyFiles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc32, deflateSync } from 'node:zlib';
import { type AnswerOf, refusal, responseStatus, type TestClient } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

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
const pictureOf = (size: number, side = 40) => imageOf(png(side, undefined, size));
const imageOf = (bytes: Uint8Array, name = 'a.png', type = 'image/png') =>
  new File([Uint8Array.from(bytes)], name, { type });

describe('notes, documents, pictures and history of a record', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let own: TestClient;
  const ids = { fund: '', investment: '', employee: '' };

  /** Reads a file, whose headers matter. */
  const download = (url: string, by = person) => server.call(by.token, tenantId, { method: 'GET', url });
  type Upload = Parameters<TestClient['uploadDocument']>[0];
  const addDocument = (relatedObject: string, query: Upload['query'], file: File) =>
    own.uploadDocument({ params: { relatedObject }, query, file });
  const setPicture = (id: string, file: File, by = own) => by.uploadContainerImage({ params: { id }, file });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    own = as(person);
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    ids.fund = (await own.saveFund({ body: { code: 'ARP-I', legalName: 'Fund I', currency: { id: usd } } })).id;
    ids.investment = (
      await own.saveInvestment({
        body: {
          code: 'HDG01',
          name: 'Helios',
          legalName: 'Helios, Inc.',
          fundInvestments: [{ fund: { id: ids.fund } }],
        },
      })
    ).id;
    ids.employee = (await own.saveEmployee({ body: { firstName: 'Zanele', lastName: 'Mokoena' } })).id;
  });
  afterAll(() => server.stop());

  it('stores notes, which only their writer or an administrator can change [U-T-039]', async () => {
    const text = { noteText: 'Call the counsel', objectId: ids.fund, objectType: 'fund' } as const;
    const editor = await server.person(tenantId, { carry: 'editor' });
    const note = await as(editor).saveNote({ body: text });
    expect(await own.listNotes({ params: { id: ids.fund } })).toMatchObject([
      { noteText: 'Call the counsel', objectName: 'Fund I', createdBy: 'Ada Example', canEdit: true },
    ]);
    expect(await own.countNotes({ params: { id: ids.fund } })).toEqual({ childCount: 1 });
    const change = { ...text, id: note.id, rowVersion: note.rowVersion, noteText: 'Called' } as const;
    const other = await server.person(tenantId, { carry: 'editor' });
    expect(await responseStatus(as(other).saveNote({ body: change }))).toBe(403);
    const changed = await as(editor).saveNote({ body: change });
    expect(await responseStatus(as(editor).saveNote({ body: change }))).toBe(409);
    expect(await responseStatus(own.saveNote({ body: { ...text, objectType: 'employee' } }))).toBe(404);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect(await responseStatus(as(viewer).saveNote({ body: text }))).toBe(403);
    await own.deleteNote({ params: { id: note.id }, query: { rowVersion: changed.rowVersion } });
    expect(await responseStatus(own.getNote({ params: { id: note.id } }))).toBe(404);
  });

  it('shows notes and documents to those only who may see the record', async () => {
    const note = await own.saveNote({
      body: { noteText: 'Secret', objectId: ids.fund, objectType: 'fund' },
    });
    const comp = await server.person(tenantId, { comp: 'viewer' });
    const strangerTenant = await server.tenant();
    const stranger = await server.person(strangerTenant, { carry: 'administrator' });
    const params = { id: ids.fund };
    for (const client of [as(comp), as(stranger)]) {
      expect(await responseStatus(client.getNote({ params: { id: note.id } }))).toBe(404);
      expect(await responseStatus(client.listNotes({ params }))).toBe(404);
      expect(await client.listDocuments({ params })).toMatchObject({ totalItemCount: 0 });
      expect(await client.listContainerActivity({ params })).toMatchObject({ totalItemCount: 0 });
    }
  });

  it.each(['performance', 'performance-lp'] as const)(
    'keeps what %s writes of a fund or an investment for who reads it there, and what carry keeps from them',
    async (application) => {
      const ofCarry = await own.saveNote({
        body: { noteText: 'Waterfall', objectId: ids.fund, objectType: 'fund' },
      });
      const link = { objectId: ids.fund, objectType: 'fund', url: 'https://example.com/a' } as const;
      const paper = await own.saveExternalDocument({ body: { ...link, name: 'Carry paper' } });
      const reader = await server.person(tenantId, { [application]: 'viewer' });
      const editor = await server.person(tenantId, { [application]: 'editor' });
      for (const objectType of ['fund', 'investment'] as const) {
        const id = ids[objectType]!;
        const texts = async (call: Promise<AnswerOf<'listNotes'>>) => (await call).map((item) => item.noteText);
        expect(await texts(as(reader).listNotes({ params: { id } }))).toEqual([]);
        expect(await texts(as(reader).listNotes({ params: { id }, query: { application: 'performance' } }))).toEqual(
          [],
        );
        const text = { noteText: `Asked the manager (${application})`, objectId: id, objectType };
        const note = await as(editor).saveNote({ body: text });
        expect(await as(reader).getNote({ params: { id: note.id } })).toMatchObject({
          application: 'performance',
        });
        expect(await texts(as(reader).listNotes({ params: { id } }))).toEqual([text.noteText]);
        expect(await texts(own.listNotes({ params: { id } }))).toContain(text.noteText);
        expect(await as(reader).countNotes({ params: { id } })).toEqual({ childCount: 1 });
        // People can't write notes on records that they may not read.
        for (const elsewhere of ['carry', 'reporting'] as const)
          expect(await responseStatus(as(editor).saveNote({ body: { ...text, application: elsewhere } }))).toBe(404);
        expect(await responseStatus(as(reader).saveNote({ body: text }))).toBe(403);
        const name = `Minutes ${application}`;
        const added = await as(editor).saveExternalDocument({ body: { ...link, objectId: id, objectType, name } });
        const listed = await as(reader).listDocuments({ params: { id } });
        expect(listed.pageData.map((item) => item.name)).toEqual([name]);
        const csv = await download(`/api/document/${id}/documents?format=csv`, reader);
        expect(csv.body).not.toContain('Carry paper');
        await as(reader).getDocument({ params: { id: added.id } });
        const activity = JSON.stringify(
          await as(reader).listContainerActivity({ params: { id }, query: { pageSize: 100 } }),
        );
        expect([activity.includes(text.noteText), activity.includes(name)]).toEqual([true, true]);
        expect(/Waterfall|Carry paper/.test(activity)).toBe(false);
        await as(editor).deleteNote({ params: { id: note.id }, query: { rowVersion: note.rowVersion } });
        await as(editor).deleteDocument({ params: { id: added.id }, query: { rowVersion: added.rowVersion } });
      }
      // Carry's notes and documents can't be read by address, changed, or found among activities.
      const carryNote = { params: { id: ofCarry.id }, query: { rowVersion: ofCarry.rowVersion } };
      const carryPaper = { params: { id: paper.id }, query: { rowVersion: paper.rowVersion } };
      for (const client of [as(reader), as(editor)]) {
        expect(await responseStatus(client.getNote({ params: carryNote.params }))).toBe(404);
        expect(await responseStatus(client.getDocument({ params: carryPaper.params }))).toBe(404);
        expect(await responseStatus(client.downloadDocument({ params: carryPaper.params }))).toBe(404);
      }
      expect(await responseStatus(as(editor).deleteDocument(carryPaper))).toBe(404);
      const administrator = await server.person(tenantId, { [application]: 'administrator' });
      const actions = await as(administrator).listUserActivity({ query: { pageSize: 200 } });
      expect(JSON.stringify(actions)).not.toContain('Carry paper');
      expect(
        await responseStatus(as(administrator).deleteNote({ params: { id: ofCarry.id }, query: { rowVersion: 1 } })),
      ).toBe(404);
      // Performance can't open a vintage or an employee, so it reads nothing of them.
      expect(await responseStatus(as(administrator).listNotes({ params: { id: ids.employee } }))).toBe(404);
      await own.deleteNote(carryNote);
      await own.deleteDocument(carryPaper);
    },
  );

  it('stores documents with their files, and links', async () => {
    const category = await server.referenceEntry(tenantId, 'document-category', 'Agreements');
    const bytes = Buffer.from('%PDF-1.7 carry');
    const ofFund = { objectType: 'fund' } as const;
    const added = await addDocument(
      ids.fund,
      { ...ofFund, name: 'Agreement', categoryId: category },
      imageOf(bytes, 'C:\\temp\\lpa.pdf', 'text/html'),
    );
    expect(added).toMatchObject({
      name: 'Agreement.pdf',
      fileType: 'pdf',
      sizeBytes: bytes.length,
      category: { code: 'Agreements' },
    });
    const { id } = added;
    const file = await download(`/api/document/download/${id}`);
    expect([file.body, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      '%PDF-1.7 carry',
      'application/pdf',
      'nosniff',
    ]);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE document SET sha256 = sha256('other') WHERE id = $1`, [id]),
    );
    expect(await refusal(own.downloadDocument({ params: { id } }))).toMatchObject({
      status: 409,
      errors: [{ code: 'FILE_CHANGED' }],
    });
    const link = {
      objectId: ids.fund,
      objectType: 'fund',
      name: 'Data room',
      url: 'https://example.test/room',
    } as const;
    await own.saveExternalDocument({ body: link });
    expect(await responseStatus(own.saveExternalDocument({ body: { ...link, url: 'javascript:alert(1)' } }))).toBe(400);
    expect(await own.listDocuments({ params: { id: ids.fund } })).toMatchObject({
      totalItemCount: 2,
    });
    expect(
      await own.listDocumentMetadata({
        params: { id: ids.fund, metadataType: 'document-category' },
      }),
    ).toMatchObject([{ code: 'Agreements' }]);
    await own.deleteDocument({ params: { id } });
    expect(await responseStatus(own.downloadDocument({ params: { id } }))).toBe(404);
    const quoted = imageOf(bytes, 'The "side letter" 100%.pdf', 'application/pdf');
    expect(await addDocument(ids.fund, ofFund, quoted)).toMatchObject({ name: 'The "side letter" 100%.pdf' });
    const html = await addDocument(ids.fund, ofFund, new File(['<script>1</script>'], 'x.html', { type: 'text/html' }));
    const page = await own.downloadDocument({ params: { id: html.id } });
    expect(page.type).toBe('application/octet-stream');
  });

  it('downloads all files of a record in a zip, under unique and safe names, without links', async () => {
    const { id } = await own.saveEntity({ body: { name: 'Harbor/Holding', carryEligibleDate: '2020-01-01' } });
    const ofEntity = { objectType: 'entity' } as const;
    const add = (name: string, content: string) => addDocument(id, ofEntity, new File([content], name));
    for (const [name, content] of [
      ['Deed.pdf', 'first'],
      ['deed.PDF', 'second'],
      ['Deed.xlsx', 'third'],
      ['..', 'fourth'],
    ] as const)
      await add(name, content);
    await own.saveExternalDocument({ body: { objectId: id, ...ofEntity, name: 'Room', url: 'https://example.test' } });
    const files = async () => {
      const { bytes, name } = await own.downloadDocuments({ params: { id } });
      const found: Record<string, string> = {};
      for await (const file of filesIn(Buffer.from(bytes))) found[file.fileName] = file.bytes.toString();
      return { name, found };
    };
    expect(await files()).toEqual({
      name: expect.stringMatching(/^Harbor Holding documents \d{4}-\d\d-\d\d\.zip$/) as string,
      found: { 'Deed.pdf': 'first', 'deed 2.PDF': 'second', 'Deed.xlsx': 'third', file: 'fourth' },
    });
    const stranger = await server.person(await server.tenant(), { carry: 'administrator' });
    const comp = await server.person(tenantId, { comp: 'viewer' });
    const empty = await own.saveEntity({ body: { name: 'Empty', carryEligibleDate: '2020-01-01' } });
    for (const [client, record] of [
      [as(stranger), id],
      [as(comp), id],
      [own, empty.id],
    ] as const)
      expect(await responseStatus(client.downloadDocuments({ params: { id: record } }))).toBe(404);
    const large = await add('Large.txt', 'large');
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query('UPDATE document SET size_bytes = $2 WHERE id = $1', [large.id, mostZippedBytes]),
    );
    expect(await refusal(own.downloadDocuments({ params: { id } }))).toMatchObject({
      status: 413,
      errors: [
        {
          code: 'FILE_TOO_LARGE',
          message: 'The file is too large. A zip can have at most 2 GB. Download the files one by one.',
        },
      ],
    });
    await own.deleteDocument({ params: { id: large.id } });
    const broken = await add('Changed.txt', 'fifth');
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE document SET sha256 = sha256('other') WHERE id = $1`, [broken.id]),
    );
    expect(await refusal(own.downloadDocuments({ params: { id } }))).toMatchObject({
      status: 409,
      errors: [
        { code: 'FILE_CHANGED', message: expect.stringMatching(/^Changed\.txt: The stored file differs/) as string },
      ],
    });
  });

  it('keeps documents and notes on every kind of record, apart from other firms [U-C-004]', async () => {
    const eligible = { carryEligibleDate: '2020-01-01' };
    const coinvestment = await own.saveCoinvestment({
      body: { code: 'CO', name: 'Co', fund: { id: ids.fund } },
    });
    const vintage = await own.saveVintage({
      body: {
        vintageName: '2020',
        vintageType: { code: 'SHARES', description: 'Vintage Shares' },
        fund: { id: ids.fund },
      },
    });
    const trust = await own.saveTrust({ body: { legalName: 'Mokoena Trust', ...eligible } });
    const entity = await own.saveEntity({ body: { name: 'Holding', ...eligible } });
    const investment = await own.getInvestment({ params: { id: ids.investment } });
    const tranche = await own.saveTranche({
      params: { investmentId: ids.investment },
      body: {
        fundInvestment: { id: investment.fundInvestments[0]!.id },
      },
    });
    const vestingSchedule = await own.saveVestingSchedule({
      body: {
        name: 'Immediately',
        details: [{ periodStart: 0, periodEnd: null, vestedPercentage: '100' }],
      },
    });
    const taxProfile = await own.saveTaxProfile({
      body: {
        name: 'Federal',
        subjectToCharacterization: false,
        isInactive: false,
        taxRate: '37',
      },
    });
    const characterization = await server.referenceEntry(tenantId, 'tax-characterization', 'LTCG');
    const byIncome = await own.saveTaxProfile({
      body: {
        name: 'By income',
        subjectToCharacterization: true,
        isInactive: false,
        taxProfileRates: [{ taxCharacterizationId: characterization, taxRate: '20' }],
      },
    });
    const history = await own.listContainerActivity({ params: { id: byIncome.id } });
    expect(history.pageData[0]?.changeText).toContain(`${byIncome.taxProfileRates[0]!.name} tax rate %: 20`);
    const records = {
      tranche: tranche.id,
      vestingSchedule: vestingSchedule.id,
      taxProfile: taxProfile.id,
      fund: ids.fund,
      coinvestment: coinvestment.id,
      investment: ids.investment,
      vintage: vintage.id,
      employee: ids.employee,
      trust: trust.id,
      entity: entity.id,
    };
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    for (const objectType of Object.keys(records) as (keyof typeof records)[]) {
      const objectId = records[objectType];
      const file = new File([objectType], 'a.txt', { type: 'text/plain' });
      const params = { id: (await addDocument(objectId, { objectType }, file)).id };
      expect(Buffer.from((await own.downloadDocument({ params })).bytes).toString()).toBe(objectType);
      await own.saveNote({ body: { noteText: objectType, objectId, objectType } });
      expect((await own.countNotes({ params: { id: objectId } })).childCount).toBeGreaterThan(0);
      const other = as(stranger);
      for (const hidden of [other.getDocument, other.downloadDocument, other.deleteDocument])
        expect(await responseStatus(hidden({ params })), objectType).toBe(404);
      const wrongType = objectType === 'fund' ? 'trust' : 'fund';
      expect(await responseStatus(addDocument(objectId, { objectType: wrongType }, file))).toBe(404);
      await own.deleteDocument({ params });
      const activity = await own.listContainerActivity({
        params: { id: objectId },
        query: { pageSize: 100 },
      });
      expect(activity.pageData.map(({ operation }) => operation)).toEqual(
        expect.arrayContaining(['uploadDocument', 'saveNote', 'deleteDocument']),
      );
    }
  });

  it('U29: accepts pictures of up to 4,194,304 bytes, and only real pictures [U-T-070]', async () => {
    const status = (file: File) => responseStatus(setPicture(ids.employee, file));
    expect(await status(pictureOf(4_194_304))).toBe(200);
    expect(await status(pictureOf(4_194_305))).toBe(413);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await status(imageOf(svg, 'a.svg', 'image/svg+xml'))).toBe(415);
    expect(await status(imageOf(Buffer.from('<html>')))).toBe(415);
    expect(await status(pictureOf(100, 50_000))).toBe(413);
    expect(await status(pictureOf(100, 0))).toBe(415);
    const gif = Buffer.from('GIF89a\x28\0\x28\0\x80\0\0/*<html><script>alert(1)</script>', 'latin1');
    expect(await status(imageOf(gif, 'a.gif', 'image/gif'))).toBe(415);
    for (const pixels of [
      Buffer.alloc(60, 7),
      Buffer.alloc(0),
      deflateSync(Buffer.alloc(100)),
      deflateSync(Buffer.alloc(40 * (40 * 4 + 1))).subarray(0, -9),
      deflateSync(Buffer.alloc(1_000_000)),
      deflateSync(Buffer.alloc(40 * (40 * 4 + 1), 9)),
    ]) {
      const damaged = await refusal(setPicture(ids.employee, imageOf(png(40, pixels))));
      expect([damaged.status, JSON.stringify(damaged)]).toEqual([
        415,
        expect.stringContaining('This picture is damaged.'),
      ]);
    }
    await setPicture(ids.employee, pictureOf(64));
    const employee = await own.getEmployee({ params: { id: ids.employee } });
    expect(employee.picture).toMatch(/^data:image\/png;base64,iVBOR/);
    const { rows } = await server.database.worker.query('SELECT count(*)::int AS n FROM image WHERE tenant_id = $1', [
      tenantId,
    ]);
    expect(rows[0].n).toBe(1);
    expect(await own.listCarryActivity({ params: { id: ids.employee } })).toMatchObject({
      pageSize: 10,
      pageData: [
        { operation: 'changeEmployeePicture' },
        { operation: 'changeEmployeePicture' },
        { operation: 'saveEmployee' },
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
        ({ location, description }) => `${location[0]} ${description}`,
      );
    try {
      await setPicture(tenantId, pictureOf(64));
      expect(await found()).toEqual([]);
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

  it('accepts the picture of an employee from editors of carry and of compensation', async () => {
    const [comp, viewer] = await Promise.all([
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { carry: 'viewer', comp: 'viewer' }),
    ]);
    await setPicture(ids.employee, pictureOf(64), as(comp));
    expect(await responseStatus(setPicture(ids.employee, pictureOf(64), as(viewer)))).toBe(403);
  });

  it('changes and removes a logo, for editors of investments only', async () => {
    const logo = `data:image/png;base64,${Buffer.from(png(40, undefined, 100)).toString('base64')}`;
    const change = { id: ids.investment, logo } as const;
    expect(await own.changeInvestmentLogo({ body: change })).toMatchObject({ logo });
    const comp = await server.person(tenantId, { comp: 'editor' });
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect(await responseStatus(as(viewer).changeInvestmentLogo({ body: change }))).toBe(403);
    expect(await responseStatus(setPicture(ids.investment, pictureOf(64), as(comp)))).toBe(403);
    await own.changeInvestmentLogo({ body: { id: ids.investment, logo: '' } });
    expect(await own.getInvestment({ params: { id: ids.investment } })).toMatchObject({
      logo: null,
    });
    const html = { id: ids.investment, logo: `data:text/html;base64,${btoa('<script>')}` } as const;
    expect(await responseStatus(own.changeInvestmentLogo({ body: html }))).toBe(415);
  });

  it("changes and removes the firm's logo, for administrators only", async () => {
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const remove = (by: TestPerson) => as(by).removeContainerImage({ params: { id: tenantId } });
    const logoId = async () => (await own.getTenantSettings()).logoId;
    await setPicture(tenantId, pictureOf(64), as(administrator));
    expect(await logoId()).toEqual(expect.any(String));
    const editor = await server.person(tenantId, { carry: 'editor' });
    expect(await responseStatus(remove(editor))).toBe(403);
    await remove(administrator);
    expect(await logoId()).toBeNull();
    await remove(administrator);
  });

  it('lists every change below a record, field by field [U-C-148 U-T-094]', async () => {
    const before = await own.getInvestment({ params: { id: ids.investment } });
    await own.saveInvestment({
      body: {
        id: before.id,
        rowVersion: before.rowVersion,
        code: 'HDG01',
        name: 'Helios Dental',
        legalName: 'Helios, Inc.',
        reason: 'Renamed',
        fundInvestments: [{ fund: { id: ids.fund } }],
      },
    });
    const activityPage = await own.listCarryActivity({
      params: { id: ids.investment },
      query: { startPage: 1, pageSize: 10, sortColumn: 'CreatedDate', sortAsc: 'false' },
    });
    expect(activityPage).toMatchObject({ pageSize: 10, sort: 'CreatedDate', sortAsc: false });
    const plain = await own.listCarryActivity({ params: { id: ids.investment } });
    expect(plain, 'unless asked otherwise').toEqual(activityPage);
    const page = await own.listContainerActivity({ params: { id: ids.investment } });
    expect(page.pageData).toContainEqual(
      expect.objectContaining({
        operation: 'saveInvestment',
        objectType: 'investment',
        reason: 'Renamed',
        action: 'Investment saved',
        changes: [{ field: 'name', title: 'Name', before: 'Helios', after: 'Helios Dental' }],
        changeText: 'Name: Helios → Helios Dental',
      }),
    );
    expect(page.pageData).toContainEqual(expect.objectContaining({ objectType: 'fundInvestment' }));
    const ofFund = await own.listContainerActivity({
      params: { id: ids.fund },
      query: { pageSize: 100 },
    });
    expect(ofFund.pageData).toContainEqual(
      expect.objectContaining({ objectType: 'document', operation: 'deleteDocument' }),
    );
    // A file has the screen's labels and also the changes.
    const file = await download(`/api/activity/container/${ids.investment}?format=csv`);
    expect(file.statusCode, file.body).toBe(200);
    expect(file.body).toContain('Investment saved');
    expect(file.body).toContain('Name: Helios → Helios Dental');
    expect(file.body).not.toContain('saveInvestment');
    const found = await own.listContainerActivity({
      params: { id: ids.investment },
      query: { searchQuery: 'logo changed' },
    });
    expect(found).toMatchObject({ totalItemCount: 2, pageData: [{ action: 'Logo changed' }, {}] });
  });
});
