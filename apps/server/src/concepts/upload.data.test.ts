import { readFile } from 'node:fs/promises';
import { fillTenant } from '@carrara/adapters/postgres/referenceData';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  readonly Errors: readonly { Sheet: string; Row: number; Column: string; Reason: string }[];
  readonly Notes: readonly string[];
}
interface Money {
  readonly GrossCarryDistributed: string;
  readonly NetCarryDistributed: string;
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Reconciliation: Money & { readonly Unallocated: string; readonly Difference: string };
  readonly DistributionSources: readonly (Money & { readonly Source: { Code: string } })[];
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

function upload(bytes: Buffer, name = 'carry-plan.xlsx') {
  const boundary = 'a-boundary-of-the-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return server.call(token, tenantId, {
    method: 'POST',
    url: '/api/upload/carry-plan/unconfirmed',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
const confirm = (id: string) => call<Report>('POST', `/api/upload/${id}/confirm`);
const runNamed = async (): Promise<Run> => {
  const list = await call<{ PageData: { Id: string }[] }>('GET', '/api/carry/distribution?SearchQuery=Q3');
  return (await call<Run>('GET', `/api/carry/distribution/${list.body.PageData[0]!.Id}`)).body;
};

describe('a carry plan', () => {
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

  it('imported again changes nothing but computes the draft anew', async () => {
    const { Id, Effects } = (await upload(await readFile(sample))).json<Report>();
    const changed = Effects.filter(({ Created, Updated, NewVersions }) => Created + Updated + NewVersions > 0);
    expect(changed).toEqual([{ Kind: 'Distributions', Created: 0, Updated: 1, Unchanged: 0, NewVersions: 0 }]);
    expect((await confirm(Id)).status).toBe(200);
    expect((await runNamed()).Reconciliation).toMatchObject({ NetCarryDistributed: '27237369.92' });
  });

  it('stays in the history, as it was uploaded', async () => {
    const list = await call<{ PageData: { Id: string; Status: string; FileName: string }[] }>(
      'GET',
      '/api/upload-history',
    );
    expect(list.body.PageData.map(({ Status }) => Status).sort()).toEqual(['DONE', 'DONE', 'PENDING']);
    const file = await call('GET', `/api/upload-history/${list.body.PageData[0]!.Id}/download`);
    expect(file.bytes.equals(await readFile(sample))).toBe(true);
  });

  it('has a template, which is a plan without rows', async () => {
    const template = await call('GET', '/api/upload-history/carry-plan/download-template');
    expect((await readWorkbook(template.bytes))._unsafeUnwrap()).toHaveLength(12);
    expect((await upload(template.bytes)).json()).toMatchObject({
      Status: 'PENDING',
      Errors: [],
      Effects: [],
      Notes: [],
    });
  });
});

describe('U27: a file that is no plan', () => {
  it('is refused', async () => {
    expect((await upload(Buffer.from('Code,Name'))).statusCode).toBe(422);
    expect((await upload(Buffer.alloc(21_000_000, 'PK'))).statusCode).toBe(413);
  });
});
