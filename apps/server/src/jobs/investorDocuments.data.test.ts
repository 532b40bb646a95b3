import { filesIn } from '@carrara/adapters/files/filesIn';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plantCarry } from '../testing/plantedCarry.ts';
import { plantVehicle } from '../testing/plantedVehicle.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Manifest {
  readonly fund: { readonly name: string } | string;
  readonly files: readonly {
    readonly file: string;
    readonly sha256: string;
    readonly endingNav?: string | null;
  }[];
  readonly missing: readonly string[];
}

let server: TestServer;
let tenantId: string;
let person: TestPerson;
let fund: string;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  person = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const { fund: planted } = await plantVehicle(server, tenantId, person, {
    code: 'HARBOR',
    entries: [
      ['CALL-INV', '500.00', '2020-01-10'],
      ['BUY', '400.00', '2020-02-01'],
    ],
    values: [['2020-03-31', '420.00']],
  });
  fund = planted;
});
afterAll(() => server.stop());

const post = (url: string, payload: object, who = person) =>
  server.call(who.token, tenantId, { method: 'POST', url, payload });

/** Returns the files of a job once it has completed. */
async function packageOf(started: Awaited<ReturnType<typeof post>>) {
  expect(started.statusCode, started.body).toBe(200);
  const { Id } = started.json<{ Id: string }>();
  const task = await vi.waitFor(
    async () => {
      const answer = await server.call(person.token, tenantId, { method: 'GET', url: `/api/task/${Id}` });
      const found = answer.json<{ Status: string; Done: number; Total: number; Remarks: string[] }>();
      expect(['DONE', 'FAILED']).toContain(found.Status);
      return found;
    },
    { timeout: 240_000, interval: 200 },
  );
  expect(task, task.Remarks.join(' ')).toMatchObject({ Status: 'DONE', Done: task.Total });
  const file = await server.call(person.token, tenantId, { method: 'GET', url: `/api/task/${Id}/file` });
  const files = new Map<string, Buffer>();
  for await (const { fileName, bytes } of filesIn(file.rawPayload)) files.set(fileName, Buffer.from(bytes));
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest;
  for (const { file: name, sha256 } of manifest.files)
    expect(
      createHash('sha256')
        .update(files.get(name.replace('/', ' '))!)
        .digest('hex'),
      name,
    ).toBe(sha256);
  return { task, files, manifest };
}

it('creates each document of each investor of a fund, with a manifest of digests and ending NAVs', async () => {
  const url = `/api/performance/fund/${fund}/2020-03-31/investor-documents`;
  const started = await post(url, {
    Documents: ['ilpa-reporting-template', 'capital-account'],
    Format: 'application/pdf',
  });
  const { task, manifest, files } = await packageOf(started);
  expect([task.Total, manifest.missing, manifest.files.length]).toEqual([6, [], 6]);
  expect(manifest.files.map(({ file }) => file)).toContain(
    'Capital account/HARBOR LP-A - Capital account - HARBOR Fund - 2020-03-31.pdf',
  );
  // The files of all partners add up to the fund: 500 called, 400 invested, worth 420.
  const navs = manifest.files.slice(0, 3).map(({ endingNav }) => Number(endingNav));
  expect(navs.reduce((sum, nav) => sum + nav, 0)).toBeCloseTo(520, 2);
  const pdf = [...files].find(([name]) => name.endsWith('.pdf'))?.[1];
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
});

it('refuses a document that is named more than once', async () => {
  const url = `/api/performance/fund/${fund}/2020-03-31/investor-documents`;
  const twice = await post(url, { Documents: ['capital-account', 'capital-account'] });
  expect([twice.statusCode, twice.body]).toEqual([400, expect.stringContaining('more than once')]);
});

it('refuses a fund without investors on the date, and who may not read its ledger', async () => {
  const response = await post(`/api/performance/fund/${fund}/2019-03-31/investor-documents`, {
    Documents: ['capital-account'],
  });
  expect([response.statusCode, response.json<{ Message: string }>().Message]).toEqual([
    422,
    expect.stringContaining('HARBOR Fund has no investors on 03/31/2019.'),
  ]);
  const other = await server.person(tenantId, { carry: 'viewer' });
  const url = `/api/performance/fund/${fund}/2020-03-31/investor-documents`;
  expect((await post(url, { Documents: ['capital-account'] }, other)).statusCode).toBe(403);
});

it('refuses a quarter that has not ended or has no figures', async () => {
  const refusal = async (end: string) => {
    const response = await post(`/api/performance/fund/${fund}/${end}/investor-documents`, {
      Documents: ['capital-account'],
    });
    return [response.statusCode, response.json<{ Message: string }>().Message];
  };
  expect(await refusal('2090-06-30')).toEqual([422, expect.stringContaining('06/30/2090 has not ended')]);
  expect(await refusal('2021-06-30')).toEqual([422, expect.stringContaining('Nothing is booked for the quarter')]);
});

it('creates the letters of all payees of a fund in a quarter', async () => {
  const planted = await plantCarry(server, tenantId, person);
  const run = await server.call(person.token, tenantId, {
    method: 'GET',
    url: `/api/carry/distribution/${planted.distribution}`,
  });
  const { DistributionDate: day } = run.json<{ DistributionDate: string }>();
  const ends = ['03-31', '06-30', '09-30', '12-31'];
  const EndDate = `${day.slice(0, 4)}-${ends[Math.ceil(Number(day.slice(5, 7)) / 3) - 1]}`;
  const { manifest } = await packageOf(
    await post('/api/carry/distribution/letters', { VehicleId: planted.fund, EndDate }),
  );
  expect(manifest.fund).toBe('Fund I');
  expect(manifest.files.map(({ file }) => file)).toEqual([expect.stringContaining('Zanele Mokoena')]);
  const earlier = await post('/api/carry/distribution/letters', { VehicleId: planted.fund, EndDate: '2001-03-31' });
  expect([earlier.statusCode, earlier.json<{ Message: string }>().Message]).toEqual([
    422,
    'No distribution of Fund I was disbursed between 01/01/2001 and 03/31/2001.',
  ]);
});
