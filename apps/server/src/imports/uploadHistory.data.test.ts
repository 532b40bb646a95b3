import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFirm, type ImportFirm } from '../testing/importFirm.ts';
import { multipart } from '../testing/multipart.ts';
import { refusal, responseStatus, type TestClient } from '../testing/testClient.ts';
import { counts, faults, mappingOf } from '../testing/uploads.ts';

let firm: ImportFirm;
let files: ImportFirm['files'];

beforeAll(async () => {
  firm = await importFirm();
  files = firm.files;
});
afterAll(() => firm?.server.stop());

describe('a mapping template', () => {
  const headings = { externalId: 'Nr', date: 'Buchungstag', type: 'Art', amount: 'Betrag' };
  const mapping = mappingOf(headings, {
    fixed: [{ field: 'vehicle', value: 'FUND-I' }],
    codes: [{ field: 'type', own: 'Kapitalabruf', code: 'CALL-INV' }],
    sign: 'CASH',
    unit: '1000',
    firstRow: 2,
  });
  const save = (more: Partial<typeof mapping> = {}) =>
    firm.server.as(firm.editor).saveMappingTemplate({
      params: { fileType: 'ledger' },
      body: { name: 'Fondsbuch', mapping: { ...mapping, ...more } },
    });
  const refused = async (more: Partial<typeof mapping>) =>
    (await refusal(save(more))).errors.map(({ path, message }) => [path, message]);

  it('refuses two headings for one column, and a column that every row needs without one [A-T-053]', async () => {
    expect(await refused({ columns: [...mapping.columns, { heading: 'Summe', field: 'amount' }] })).toEqual([
      ['Mapping.Columns[4].Field', "'Betrag' and 'Summe' are both read as Amount. Keep only one of them."],
    ]);
    expect(await refused({ fixed: [] })).toEqual([
      ['Mapping.Columns', 'Every row needs a value for Vehicle. Choose its heading or enter a fixed value.'],
    ]);
  });

  it("reads another sender's file: headings, codes, cash signs, thousands, day before month, decimal comma [A-T-050]", async () => {
    await save();
    expect(await responseStatus(save())).toBe(409);
    const listed = await firm.server.as(firm.editor).listMappingTemplates({ params: { applicationId: 'performance' } });
    expect(listed.map(({ name }) => name)).toContain('Fondsbuch');
    const file = 'Buchungen 2024\r\nNr;Buchungstag;Art;Betrag\r\nB-1;03.04.2024;Kapitalabruf;-0,1\r\n';
    const renamedColumn = await files.checked('ledger', file.replace('Betrag', 'Summe'), { mapping: 'Fondsbuch' });
    expect(faults(renamedColumn)).toEqual([
      [2, 'Betrag', "The file has no column 'Betrag'. The mapping template reads Amount from it."],
    ]);
    const undated = await files.checked('ledger', file.replace('Buchungstag', 'Tag'), { mapping: 'Fondsbuch' });
    expect(faults(undated)).toEqual([
      [2, 'Buchungstag', "The file has no column 'Buchungstag'. The mapping template reads Date from it."],
    ]);
    expect(counts(await files.imported('ledger', file, {}, 'Fondsbuch'))).toEqual([1, 0, 0]);
    expect(await firm.entries()).toContain('CALL-INV 100.00');
  });
});

describe('uploads of a module', () => {
  it('are listed and opened by who may import them, deleted, and recovered by an administrator [A-T-049, A-T-051, A-T-052, A-T-054, A-T-055]', async () => {
    const editor = firm.server.as(firm.editor);
    const owner = firm.server.as(firm.owner);
    const list = async (as: TestClient, applicationId: 'carry' | 'performance', deleted: 'true' | 'false' = 'false') =>
      (await as.listUploads({ params: { applicationId }, query: { pageSize: 100, deleted } })).pageData.map(
        ({ id }) => id,
      );
    const [id = ''] = await list(editor, 'performance');
    const params = { id };
    expect(await list(editor, 'carry')).toEqual([]);
    const stranger = firm.server.as(await firm.server.person(firm.tenantId, { carry: 'administrator' }));
    expect(await list(stranger, 'performance')).toEqual([]);
    expect(await responseStatus(stranger.getUpload({ params }))).toBe(404);
    expect((await editor.downloadUpload({ params })).type).toMatch(/^text\/csv/);
    const ofLedger = { fileType: 'ledger', applicationId: 'performance' } as const;
    await editor.downloadTemplate({ params: ofLedger });
    await editor.deleteUpload({ params });
    expect(await responseStatus(editor.getUpload({ params }))).toBe(404);
    expect(await responseStatus(editor.recoverUpload({ params: ofLedger, body: { id } }))).toBe(403);
    expect(await list(owner, 'performance', 'true')).toEqual([id]);
    await owner.recoverUpload({ params: ofLedger, body: { id } });
    await editor.getUpload({ params });
    expect(await owner.recoverUpload({ params: ofLedger, body: { name: 'Fondsbuch' } })).toEqual({ id: null });
  });

  it('are returned as type:id to a client of the specification, which has to POST [U-T-084, A-T-056, A-T-057]', async () => {
    const { headers, payload } = multipart({
      name: 'file.csv',
      type: 'text/csv',
      bytes: Buffer.from('Vehicle,Investment,Security,Date,Fair value\nX,Y,Z,2024-03-31,1\n'),
    });
    const url = '/api/upload/valuations/unconfirmed';
    const { server, tenantId, editor } = firm;
    const request = { method: 'POST', url, headers: { ...headers, accept: 'text/plain' }, payload } as const;
    const text = (await server.call(editor.token, tenantId, request)).body;
    expect(text).toMatch(/^valuations:[0-9a-f-]{36}$/);
    const confirming = `/api/upload/${text.split(':')[1]}/upload/valuations/true`;
    const response = await server.call(editor.token, tenantId, { method: 'GET', url: confirming });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });
});
