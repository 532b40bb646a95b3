import { readFile } from 'node:fs/promises';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn } from '../testing/plantCarryPlan.ts';
import { TestServer } from '../testing/testServer.ts';

const sample = new URL('../../../../samples/carry-plan.xlsx', import.meta.url);

interface Report {
  readonly Id: string;
  readonly Status: string;
  readonly Progress: number;
  readonly Effects: readonly {
    Kind: string;
    Created: number;
    Updated: number;
    Unchanged: number;
    NewVersions: number;
  }[];
  readonly Errors: readonly { Sheet: string; Row: number | null; Column: string | null; Reason: string }[];
  readonly Notes: readonly string[];
  readonly Warnings: readonly string[];
  readonly Changes: readonly { Field: string; Before: string | null; After: string | null }[];
}
interface Money {
  readonly GrossCarryDistributed: string;
  readonly NetCarryDistributed: string;
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Reconciliation: Money & { readonly Unallocated: string; readonly Difference: string };
  readonly Name: string;
  readonly DistributionDate: string;
  readonly DefaultEscrow: string;
  readonly DefaultTerminatedEscrow: string;
  readonly DistributionSources: readonly (Money & {
    readonly Source: { Id: string; Code: string };
    readonly Type: string;
    readonly NetDistrbutableAmount: string;
    readonly TaxCharacterizations: readonly {
      TaxCharacterization: { Id: string };
      CharacterizationPercentage: string;
    }[];
    readonly Typed: readonly { ParticipantId: string; Via: readonly string[]; Field: string; Text: string }[];
    readonly Details: readonly { Participant: { Id: string; Name: string } }[];
  })[];
}

/**
 * Builds the body that saves a run with three changes: a loan repayment and a tax of Priya Raman in Fund I, and the
 * amount of Fund IV.
 */
function edited(run: Run) {
  return {
    Id: run.Id,
    RowVersion: run.RowVersion,
    Name: run.Name,
    Description: 'Looked at',
    DistributionDate: run.DistributionDate,
    DefaultEscrow: run.DefaultEscrow,
    DefaultTerminatedEscrow: run.DefaultTerminatedEscrow,
    DistributionSources: run.DistributionSources.map(({ Source, Type, NetDistrbutableAmount, ...rest }) => {
      const priya = rest.Details.find(({ Participant }) => Participant.Name === 'Priya Raman')?.Participant.Id ?? '';
      const own = { ParticipantId: priya, Via: [], LoanRepayment: '7777', Tax: '5' };
      const typed = rest.Typed.map(({ ParticipantId, Via, Field, Text }) => ({
        ParticipantId,
        Via,
        [`${Field.charAt(0).toUpperCase()}${Field.slice(1)}`]: Text,
      }));
      const rows = new Map<string, object>();
      for (const cell of typed) {
        const key = [cell.ParticipantId, ...cell.Via].join();
        rows.set(key, { ...rows.get(key), ...cell });
      }
      const details = [...rows.values()];
      return {
        Source: { Id: Source.Id },
        Type,
        NetDistrbutableAmount: Source.Code === 'ARP-IV' ? '2000000' : NetDistrbutableAmount,
        TaxCharacterizations: rest.TaxCharacterizations.map(({ TaxCharacterization, CharacterizationPercentage }) => ({
          TaxCharacterization: { Id: TaxCharacterization.Id },
          CharacterizationPercentage,
        })),
        Details: Source.Code === 'ARP-I' ? [...details, own] : details,
      };
    }),
  };
}

let server: TestServer;
let tenantId: string;
let token: string;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  await fillTenant(server.database.worker, tenantId, server.now);
  token = (await server.person(tenantId, { carry: 'editor' })).token;
});
afterAll(() => server.stop());

const call = <T>(method: 'GET' | 'POST', url: string, payload?: object) =>
  server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) }).then((answer) => ({
    status: answer.statusCode,
    body: answer.headers['content-type']?.toString().startsWith('application/json')
      ? answer.json<T>()
      : (undefined as T),
    bytes: answer.rawPayload,
  }));

function upload(bytes: Buffer, name = 'carry-plan.xlsx', query = '') {
  const boundary = 'a-boundary-of-the-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return server.call(token, tenantId, {
    method: 'POST',
    url: `/api/upload/carry-plan/unconfirmed${query}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
const confirm = (id: string, body?: object) => call<Report>('POST', `/api/upload/${id}/upload/carry-plan/true`, body);
const runNamed = async (): Promise<Run> => {
  const list = await call<{ PageData: { Id: string }[] }>('GET', '/api/carry/distribution?SearchQuery=Q3');
  return (await call<Run>('GET', `/api/carry/distribution/${list.body.PageData[0]!.Id}`)).body;
};

describe('a carry plan', () => {
  it('is checked in a dry run without leaving anything to confirm', async () => {
    const stored = () => server.database.worker.query('SELECT id FROM upload_history WHERE tenant_id = $1', [tenantId]);
    const before = (await stored()).rows;
    const answer = await upload(await readFile(sample), undefined, '?dryRun=true');
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    const report = answer.json<Report & { CanUndo: boolean }>();
    expect(report).toMatchObject({ Status: 'PENDING', Errors: [], CanUndo: false });
    expect((await stored()).rows).toEqual(before);
    expect((await confirm(report.Id)).status).toBe(404);
    expect((await upload(Buffer.from('no plan'), 'plan.csv', '?dryRun=true')).json<Report>().Status).toBe('FAILED');
    expect((await stored()).rows).toEqual(before);
  });

  it('is checked without changing a record', async () => {
    const answer = await upload(await readFile(sample));
    expect(answer.statusCode).toBe(200);
    const report = answer.json<Report>();
    expect(report).toMatchObject({ Status: 'PENDING', Errors: [] });
    expect(Object.fromEntries(report.Effects.map(({ Kind, Created }) => [Kind, Created]))).toMatchObject({
      Funds: 6,
      Coinvestments: 3,
      Investments: 36,
      Tranches: 83,
      Participants: 63,
      'Allocation profiles': 32,
      Distributions: 1,
    });
    expect((await call<{ TotalItemCount: number }>('GET', '/api/carry/fund')).body.TotalItemCount).toBe(0);
  });

  it('is carried out as a whole, and its distribution comes out to the cent', async () => {
    const { Id } = (await upload(await readFile(sample))).json<Report>();
    const done = await confirm(Id);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(done.body).toMatchObject({ Status: 'DONE', Progress: 100 });
    const run = await runNamed();
    expect(run.Reconciliation).toMatchObject({
      GrossCarryDistributed: '49590981.21',
      NetCarryDistributed: '27237369.92',
      Unallocated: '0.00',
      Difference: '0.00',
    });
    const first = run.DistributionSources.find(({ Source }) => Source.Code === 'ARP-I');
    expect(first).toMatchObject({ GrossCarryDistributed: '18450333.37', NetCarryDistributed: '10201913.55' });
    expect((await confirm(Id)).status).toBe(409);
  });

  it('imported again changes nothing', async () => {
    const { Id, Effects, Changes, Warnings } = (await upload(await readFile(sample))).json<Report>();
    expect(Effects.filter(({ Created, Updated, NewVersions }) => Created + Updated + NewVersions > 0)).toEqual([]);
    expect([Changes, Warnings]).toEqual([[], []]);
    const { RowVersion } = await runNamed();
    expect((await confirm(Id)).status).toBe(200);
    expect(await runNamed()).toMatchObject({ RowVersion, Reconciliation: { NetCarryDistributed: '27237369.92' } });
  });

  it('replaces the edits of a draft only when each has been shown and confirmed', async () => {
    const { Id: stale } = (await upload(await readFile(sample))).json<Report>();
    const before = await runNamed();
    const saved = await call<Run>('POST', '/api/carry/distribution/save-distribution', edited(before));
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.Reconciliation.NetCarryDistributed).not.toBe(before.Reconciliation.NetCarryDistributed);
    // Nothing needed confirmation when that file was checked.
    for (const body of [{}, { WarningsConfirmed: true }]) {
      expect((await confirm(stale, body)).status).toBe(422);
    }
    const { Id, Changes, Warnings, Effects } = (await upload(await readFile(sample))).json<Report>();
    expect(Effects.filter(({ Created, Updated }) => Created + Updated > 0)).toEqual([
      expect.objectContaining({ Kind: 'Distributions', Updated: 1 }),
    ]);
    expect(Changes.map(({ Field, Before, After }) => [Field, Before, After])).toEqual([
      [expect.stringMatching(/^ARP-I .*Priya Raman: loan repayment$/), '7777.00', null],
      [expect.stringMatching(/^ARP-I .*Priya Raman: tax$/), '5.00', 'computed'],
      [expect.stringMatching(/^ARP-IV .*: net distributable amount$/), '2000000.00', expect.any(String)],
    ]);
    expect(Warnings).toEqual([expect.stringContaining('Importing the plan replaces these edits')]);
    expect((await confirm(Id)).status).toBe(422);
    expect((await runNamed()).RowVersion).toBe(saved.body.RowVersion);
    expect((await confirm(Id, { WarningsConfirmed: true })).status).toBe(200);
    expect(await runNamed()).toMatchObject({
      Description: 'Looked at',
      Reconciliation: { GrossCarryDistributed: '49590981.21', NetCarryDistributed: '27237369.92' },
    });
  });

  it('never touches a run that is no draft', async () => {
    const approver = await server.person(tenantId, { carry: 'administrator' });
    const body = { ...edited(await runNamed()), Approvers: [{ Id: approver.personId }] };
    const saved = await call<Run>('POST', '/api/carry/distribution/save-distribution', body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const { Id: id, RowVersion } = saved.body;
    const submission = { RowVersion, Acknowledged: keysIn(saved.body) };
    const submitted = await call<Run>('POST', `/api/carry/distribution/${id}/submit-for-approval`, submission);
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
    const { Id, Effects, Notes, Warnings } = (await upload(await readFile(sample))).json<Report>();
    expect(Effects.find(({ Kind }) => Kind === 'Distributions')).toBeUndefined();
    expect(Warnings).toEqual([]);
    expect(Notes.join()).toContain('is already submitted, so it is skipped');
    expect((await confirm(Id)).status).toBe(200);
    expect(await runNamed()).toMatchObject({
      RowVersion: submitted.body.RowVersion,
      Reconciliation: saved.body.Reconciliation,
    });
  });

  it('stays in the history, as it was uploaded', async () => {
    const list = await call<{ PageData: { Id: string; Status: string; Name: string }[] }>(
      'GET',
      '/api/upload-history/carry',
    );
    expect(list.body.PageData.map(({ Status }) => Status).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'DONE'),
      ...Array.from({ length: 2 }, () => 'PENDING'),
    ]);
    const file = await call('GET', `/api/upload-history/${list.body.PageData[0]!.Id}/download`);
    expect(file.bytes.equals(await readFile(sample))).toBe(true);
  });

  it('has a template, which is a plan without rows', async () => {
    const template = await call('GET', '/api/upload-history/carry-plan/carry/download-template');
    expect((await readWorkbook(template.bytes))._unsafeUnwrap()).toHaveLength(12);
    expect((await upload(template.bytes)).json()).toMatchObject({
      Status: 'PENDING',
      Errors: [],
      Effects: [],
      Notes: [],
    });
  });
});

describe('a carry plan with errors', () => {
  const withErrors = new URL('../../../../samples/carry-plan-with-errors.xlsx', import.meta.url);

  it('says what its good rows would do, changes nothing, and comes back with the errors marked', async () => {
    const report = (await upload(await readFile(withErrors))).json<Report>();
    expect(report.Status).toBe('FAILED');
    expect(report.Errors.length).toBeGreaterThan(3);
    for (const { Reason } of report.Errors) expect(Reason).toMatch(/^[A-Z].*[.]$/);
    expect(report.Effects.find(({ Kind }) => Kind === 'Funds')).toMatchObject({ Created: 0 });
    expect((await confirm(report.Id)).status).toBe(422);
    const marked = await call('GET', `/api/upload-history/${report.Id}/marked`);
    expect(marked.status).toBe(200);
    const expected = (await readWorkbook(await readFile(withErrors)))._unsafeUnwrap();
    const [list, ...sheets] = (await readWorkbook(marked.bytes))._unsafeUnwrap();
    expect(list?.rows.slice(1).map(({ cells }) => cells.map(({ text }) => text))).toEqual(
      report.Errors.map(({ Sheet, Row, Column, Reason }) =>
        [Sheet, Row === null ? null : String(Row), Column, Reason].filter((text) => text !== null),
      ),
    );
    expect(sheets).toEqual(expected);
  });

  it('there is nothing to mark in a file without errors', async () => {
    const { Id } = (await upload(await readFile(sample))).json<Report>();
    expect((await call('GET', `/api/upload-history/${Id}/marked`)).status).toBe(409);
  });
});

describe('U27: a file that is no plan', () => {
  it('is refused', async () => {
    expect((await upload(Buffer.from('Code,Name'))).statusCode).toBe(422);
    expect((await upload(Buffer.alloc(21_000_000, 'PK'))).statusCode).toBe(413);
  });

  it('shows a workbook to those only who may import it: not to the other applications, nor a viewer', async () => {
    const answer = await upload(await readFile(sample));
    const { Id } = answer.json<Report>();
    for (const roles of [{ performance: 'administrator' }, { comp: 'editor' }, { carry: 'viewer' }] as const) {
      const other = await server.person(tenantId, roles);
      const get = (url: string) => server.call(other.token, tenantId, { method: 'GET', url });
      expect((await get('/api/upload-history/carry')).json()).toMatchObject({ TotalItemCount: 0, PageData: [] });
      expect((await get(`/api/upload/${Id}`)).statusCode).toBe(404);
      expect((await get(`/api/upload-history/${Id}/download`)).statusCode).toBe(404);
      expect((await get(`/api/upload-history/${Id}/marked`)).statusCode).toBe(404);
    }
  });
});
