import { readFile } from 'node:fs/promises';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAcknowledgments } from '../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, responseStatus, type TestClient } from '../testing/testClient.ts';
import { TestServer } from '../testing/testServer.ts';
import { uploadClient } from '../testing/uploads.ts';

const folder = new URL('../../../../samples/', import.meta.url);
const sample = Uint8Array.from(await readFile(new URL('carry-plan.xlsx', folder)));
const withErrors = Uint8Array.from(await readFile(new URL('carry-plan-with-errors.xlsx', folder)));

/**
 * Returns a draft as its form would save it. One source has another amount, and Priya Raman has an amount that the plan
 * lacks.
 */
function edited(run: AnswerOf<'getDistribution'>): BodyOf<'saveDistribution'> {
  return {
    id: run.id,
    rowVersion: run.rowVersion,
    name: run.name,
    description: 'Looked at',
    distributionDate: run.distributionDate,
    defaultEscrow: run.defaultEscrow,
    defaultTerminatedEscrow: run.defaultTerminatedEscrow,
    distributionSources: run.distributionSources.map(({ source, type, netDistributableAmount, ...rest }) => {
      const rows = new Map<string, { readonly participantId: string; readonly via: readonly string[] }>();
      for (const { participantId, via, field, text } of rest.typed) {
        const key = [participantId, ...via].join();
        rows.set(key, { ...rows.get(key), participantId: participantId!, via, [field]: text });
      }
      const details = [...rows.values()];
      const priya = rest.details.find(({ participant }) => participant.name === 'Priya Raman')?.participant.id ?? '';
      const own = { participantId: priya, via: [], loanRepayment: '7777', tax: '5' };
      return {
        source: { id: source.id },
        type,
        netDistributableAmount: source.code === 'ARP-IV' ? '2000000' : netDistributableAmount!,
        taxCharacterizations: rest.taxCharacterizations.map(({ taxCharacterization, characterizationPercentage }) => ({
          taxCharacterization: { id: taxCharacterization.id },
          characterizationPercentage,
        })),
        details: source.code === 'ARP-I' ? [...details, own] : details,
      };
    }),
  };
}

let server: TestServer;
let tenantId: string;
let client: TestClient;
let files: ReturnType<typeof uploadClient>;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  await fillTenant(server.database.worker, tenantId, server.now);
  const editor = await server.person(tenantId, { carry: 'editor' });
  client = server.as(editor);
  files = uploadClient(server, tenantId, editor);
});
afterAll(() => server.stop());

const upload = (content = sample, options: Parameters<typeof files.checked>[2] = {}) =>
  files.checked('carry-plan', content, { name: 'carry-plan.xlsx', ...options });
const confirm = (id: string, body?: BodyOf<'confirmUpload'>) => files.confirm('carry-plan', id, body);
const runNamed = async () => {
  const { pageData } = await client.listDistributions({ query: { searchQuery: 'Q3' } });
  return client.getDistribution({ params: { id: pageData[0]!.id } });
};

describe('a carry plan', () => {
  it('is checked in a dry run without leaving anything to confirm', async () => {
    const stored = () => server.database.worker.query('SELECT id FROM upload_history WHERE tenant_id = $1', [tenantId]);
    const before = (await stored()).rows;
    const report = await upload(sample, { dryRun: 'true' });
    expect(report).toMatchObject({ status: 'PENDING', errors: [], canUndo: false });
    expect((await stored()).rows).toEqual(before);
    expect(await responseStatus(confirm(report.id))).toBe(404);
    const csv = await files.checked('carry-plan', 'no plan', { name: 'plan.csv', dryRun: 'true' });
    expect(csv.status).toBe('FAILED');
    expect((await stored()).rows).toEqual(before);
  });

  it('is checked without changing a record', async () => {
    const report = await upload();
    expect(report).toMatchObject({ status: 'PENDING', errors: [] });
    expect(Object.fromEntries(report.effects.map(({ kind, created }) => [kind, created]))).toMatchObject({
      Funds: 6,
      Coinvestments: 3,
      Investments: 36,
      Tranches: 83,
      Participants: 63,
      'Allocation profiles': 32,
      Distributions: 1,
    });
    expect((await client.listFunds()).totalItemCount).toBe(0);
  });

  it('is carried out as a whole, and its distribution comes out to the cent', async () => {
    const { id } = await upload();
    expect(await confirm(id)).toMatchObject({ status: 'DONE', progress: 100 });
    const run = await runNamed();
    expect(run.reconciliation).toMatchObject({
      grossCarryDistributed: '49590981.21',
      netCarryDistributed: '27237369.92',
      unallocated: '0.00',
      difference: '0.00',
    });
    const first = run.distributionSources.find(({ source }) => source.code === 'ARP-I');
    expect(first).toMatchObject({ grossCarryDistributed: '18450333.37', netCarryDistributed: '10201913.55' });
    expect(await responseStatus(confirm(id))).toBe(409);
  });

  it('imported again changes nothing', async () => {
    const { id, effects, changes, warnings } = await upload();
    expect(effects.filter(({ created, updated, newVersions }) => created + updated + newVersions > 0)).toEqual([]);
    expect([changes, warnings]).toEqual([[], []]);
    const { rowVersion } = await runNamed();
    await confirm(id);
    expect(await runNamed()).toMatchObject({ rowVersion, reconciliation: { netCarryDistributed: '27237369.92' } });
  });

  it('replaces the edits of a draft only when each has been shown and confirmed', async () => {
    const { id: stale } = await upload();
    const before = await runNamed();
    const saved = await client.saveDistribution({ body: edited(before) });
    expect(saved.reconciliation.netCarryDistributed).not.toBe(before.reconciliation.netCarryDistributed);
    // The check of that file didn’t display the edits.
    for (const body of [{}, { warningsConfirmed: true }]) {
      expect(await responseStatus(confirm(stale, body))).toBe(409);
    }
    const { id, changes, warnings, effects } = await upload();
    expect(effects.filter(({ created, updated }) => created + updated > 0)).toEqual([
      expect.objectContaining({ kind: 'Distributions', updated: 1 }),
    ]);
    expect(changes.map((change) => [change.field, change.before, change.after])).toEqual([
      [expect.stringMatching(/^ARP-I .*Priya Raman: loan repayment$/), '7,777.00', null],
      [expect.stringMatching(/^ARP-I .*Priya Raman: tax$/), '5.00', 'computed'],
      [expect.stringMatching(/^ARP-IV .*: net distributable amount$/), '2,000,000.00', expect.any(String)],
    ]);
    expect(warnings).toEqual([expect.stringContaining('Importing the plan replaces these edits')]);
    expect(await responseStatus(confirm(id))).toBe(422);
    expect((await runNamed()).rowVersion).toBe(saved.rowVersion);
    await confirm(id, { warningsConfirmed: true });
    expect(await runNamed()).toMatchObject({
      description: 'Looked at',
      reconciliation: { grossCarryDistributed: '49590981.21', netCarryDistributed: '27237369.92' },
    });
  });

  it('never touches a run that is no draft', async () => {
    const approver = await server.person(tenantId, { carry: 'administrator' });
    const saved = await client.saveDistribution({
      body: { ...edited(await runNamed()), approvers: [{ id: approver.personId }] },
    });
    const submitted = await client.submitDistribution({
      params: { id: saved.id },
      body: { rowVersion: saved.rowVersion, acknowledged: listAcknowledgments(saved) },
    });
    const { id, effects, notes, warnings } = await upload();
    expect(effects.find(({ kind }) => kind === 'Distributions')).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(notes.join()).toContain('is already submitted, so it is skipped');
    await confirm(id);
    expect(await runNamed()).toMatchObject({
      rowVersion: submitted.rowVersion,
      reconciliation: saved.reconciliation,
    });
  });

  it('stays in the history, as it was uploaded', async () => {
    const { pageData } = await client.listUploads({ params: { applicationId: 'carry' } });
    expect(pageData.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'DONE'),
      ...Array.from({ length: 2 }, () => 'PENDING'),
    ]);
    const { bytes } = await client.downloadUpload({ params: { id: pageData[0]!.id } });
    expect(Buffer.from(bytes).equals(sample)).toBe(true);
  });

  it('has a template, which is a plan without rows', async () => {
    const params = { fileType: 'carry-plan', applicationId: 'carry' } as const;
    const template = Uint8Array.from((await client.downloadTemplate({ params })).bytes);
    expect((await readWorkbook(Buffer.from(template)))._unsafeUnwrap()).toHaveLength(12);
    expect(await upload(template)).toMatchObject({ status: 'PENDING', errors: [], effects: [], notes: [] });
  });

  it('has a template with the firm’s own records, whose import as it is changes nothing', async () => {
    const filled = Uint8Array.from((await client.downloadFilledPlan()).bytes);
    const rows = Object.fromEntries(
      (await readWorkbook(Buffer.from(filled)))._unsafeUnwrap().map((sheet) => [sheet.name, sheet.rows.length - 1]),
    );
    expect(rows).toMatchObject({ Funds: 6, Coinvestments: 3, Investments: 36, Participants: 63, Tranches: 83 });
    const { errors, effects, changes, warnings } = await upload(filled);
    expect({ errors, changes, warnings }).toEqual({ errors: [], changes: [], warnings: [] });
    expect(effects.filter(({ created, updated, newVersions }) => created + updated + newVersions > 0)).toEqual([]);
    const viewer = server.as(await server.person(tenantId, { carry: 'viewer' }));
    expect(await responseStatus(viewer.downloadFilledPlan())).toBe(403);
  });

  it('has a template with the firm’s own records, which creates them again in an empty firm', async () => {
    const cellsIn = async (workbook: Uint8Array) =>
      (await readWorkbook(Buffer.from(workbook)))._unsafeUnwrap().map(({ name, rows }) => ({
        name,
        rows: rows.map(({ cells }) => cells.map(({ column, text }) => [column, text])),
      }));
    const cellsOf = async (by: TestClient) => cellsIn((await by.downloadFilledPlan()).bytes);
    const sizes = (sheets: Awaited<ReturnType<typeof cellsIn>>) => sheets.map(({ name, rows }) => [name, rows.length]);
    const firmWith = async (content: Uint8Array<ArrayBuffer>) => {
      const firm = await server.tenant();
      await fillTenant(server.database.worker, firm, server.now);
      const editor = await server.person(firm, { carry: 'editor' });
      const { checked, confirm: confirmIn } = uploadClient(server, firm, editor);
      const { id, errors } = await checked('carry-plan', content, { name: 'carry-plan.xlsx' });
      expect(errors).toEqual([]);
      expect(await confirmIn('carry-plan', id)).toMatchObject({ status: 'DONE' });
      return server.as(editor, firm);
    };
    const first = await firmWith(sample);
    const filled = await cellsOf(first);
    // The third adjustment of the sample is of somebody without a share, so it isn't applied.
    expect(sizes(filled)).toEqual(
      sizes(await cellsIn(sample)).map(([name, size]) => [name, name === 'Distribution Adjustments' ? 3 : size]),
    );
    const second = await firmWith(Uint8Array.from((await first.downloadFilledPlan()).bytes));
    expect(await cellsOf(second)).toEqual(filled);
  });
});

describe('a carry plan with errors', () => {
  it('describes the effect of its valid rows, changes nothing, and returns with the errors marked', async () => {
    const report = await upload(withErrors);
    expect(report.status).toBe('FAILED');
    expect(report.errors.length).toBeGreaterThan(3);
    for (const { reason } of report.errors) expect(reason).toMatch(/^['‘A-Z].*[.]$/);
    expect(report.effects.find(({ kind }) => kind === 'Funds')).toMatchObject({ created: 0 });
    expect(await responseStatus(confirm(report.id))).toBe(422);
    const marked = await client.downloadMarkedUpload({ params: { id: report.id } });
    const expected = (await readWorkbook(Buffer.from(withErrors)))._unsafeUnwrap();
    const [list, ...sheets] = (await readWorkbook(Buffer.from(marked.bytes)))._unsafeUnwrap();
    expect(list?.rows.slice(1).map(({ cells }) => cells.map(({ text }) => text))).toEqual(
      report.errors.map(({ sheet, row, column, reason }) =>
        [sheet, row === null ? null : String(row), column, reason].filter((text) => text !== null),
      ),
    );
    expect(sheets).toEqual(expected);
  });

  it('there is nothing to mark in a file without errors', async () => {
    const { id } = await upload();
    expect(await responseStatus(client.downloadMarkedUpload({ params: { id } }))).toBe(409);
  });
});

describe('U27: a file that is no plan', () => {
  it('is refused', async () => {
    expect(await responseStatus(files.checked('carry-plan', 'Code,Name', { name: 'carry-plan.xlsx' }))).toBe(422);
    expect(await responseStatus(upload(new Uint8Array(21_000_000).fill('P'.charCodeAt(0))))).toBe(413);
  });

  it('shows a workbook to those only who may import it: not to the other applications, nor a viewer', async () => {
    const params = { id: (await upload()).id };
    for (const roles of [{ performance: 'administrator' }, { comp: 'editor' }, { carry: 'viewer' }] as const) {
      const other = server.as(await server.person(tenantId, roles));
      const listed = await other.listUploads({ params: { applicationId: 'carry' } });
      expect(listed).toMatchObject({ totalItemCount: 0, pageData: [] });
      expect(await responseStatus(other.getUpload({ params }))).toBe(404);
      expect(await responseStatus(other.downloadUpload({ params }))).toBe(404);
      expect(await responseStatus(other.downloadMarkedUpload({ params }))).toBe(404);
    }
  });
});
