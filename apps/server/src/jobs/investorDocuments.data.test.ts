import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plantCarry } from '../testing/plantedCarry.ts';
import { plantVehicle } from '../testing/plantedVehicle.ts';
import { refusal, refusalCodes } from '../testing/testClient.ts';
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
const as: TestServer['as'] = (...session) => server.as(...session);
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

/** Returns the files of a job once it has completed. */
async function packageOf({ id }: { readonly id: string }) {
  const task = await vi.waitFor(
    async () => {
      const found = await as(person).getTask({ params: { id } });
      expect(['DONE', 'FAILED']).toContain(found.status);
      return found;
    },
    { timeout: 240_000, interval: 200 },
  );
  expect(task, task.remarks.join(' ')).toMatchObject({ status: 'DONE', done: task.total });
  const { bytes } = await as(person).downloadTask({ params: { id } });
  const files = new Map<string, Buffer>();
  for await (const file of filesIn(Buffer.from(bytes))) files.set(file.fileName, Buffer.from(file.bytes));
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
  const started = await as(person).startInvestorDocuments({
    params: { fundId: fund, endDate: '2020-03-31' },
    body: { documents: ['ilpa-reporting-template', 'capital-account'], format: 'application/pdf' },
  });
  const { task, manifest, files } = await packageOf(started);
  expect([task.total, manifest.missing, manifest.files.length]).toEqual([6, [], 6]);
  expect(manifest.files.map(({ file }) => file)).toContain(
    'Capital account/HARBOR LP-A - Capital account - HARBOR Fund - 2020-03-31.pdf',
  );
  // The files of all partners add up to the fund: 500 called, 400 invested, worth 420.
  const navs = manifest.files.slice(0, 3).map(({ endingNav }) => Number(endingNav));
  expect(navs.reduce((sum, nav) => sum + nav, 0)).toBeCloseTo(520, 2);
  // A reporting template is a workbook, whatever the format of the other documents.
  const startOf = { pdf: '%PDF', xlsx: 'PK\u0003\u0004' } as const;
  const kinds = manifest.files.map(({ file }) => {
    const kind = file.endsWith('.pdf') ? 'pdf' : 'xlsx';
    expect(files.get(file.replace('/', ' '))?.subarray(0, 4).toString('latin1'), file).toBe(startOf[kind]);
    return kind;
  });
  expect(kinds.toSorted()).toEqual(['pdf', 'pdf', 'pdf', 'xlsx', 'xlsx', 'xlsx']);
});

it('refuses a document that is named more than once', async () => {
  const twice = await refusal(
    as(person).startInvestorDocuments({
      params: { fundId: fund, endDate: '2020-03-31' },
      body: { documents: ['capital-account', 'capital-account'] },
    }),
  );
  expect([twice.status, JSON.stringify(twice)]).toEqual([400, expect.stringContaining('more than once')]);
});

it('refuses a fund without investors on the date, and people without access to its ledger', async () => {
  const response = await refusal(
    as(person).startInvestorDocuments({
      params: { fundId: fund, endDate: '2019-03-31' },
      body: {
        documents: ['capital-account'],
      },
    }),
  );
  expect([response.status, response.message]).toEqual([
    422,
    expect.stringContaining('HARBOR Fund has no investors on 03/31/2019.'),
  ]);
  const other = await server.person(tenantId, { carry: 'viewer' });
  expect(
    (
      await refusal(
        as(other).startInvestorDocuments({
          params: { fundId: fund, endDate: '2020-03-31' },
          body: { documents: ['capital-account'] },
        }),
      )
    ).status,
  ).toBe(403);
});

it('refuses a quarter that has not ended or has no figures', async () => {
  const refused = async (endDate: string) => {
    const params = { fundId: fund, endDate };
    const call = as(person).startInvestorDocuments({ params, body: { documents: ['capital-account'] } });
    const { status, message } = await refusal(call);
    return [status, message];
  };
  expect(await refused('2090-06-30')).toEqual([422, expect.stringContaining('06/30/2090 has not ended')]);
  expect(await refused('2021-06-30')).toEqual([422, expect.stringContaining('Nothing is booked for the quarter')]);
});

it('creates the letters of all payees of a fund in a quarter', async () => {
  const planted = await plantCarry(server, tenantId, person);
  const run = await as(person).getDistribution({ params: { id: planted.distribution } });
  const { distributionDate: day } = run;
  const ends = ['03-31', '06-30', '09-30', '12-31'];
  const endDate = `${day.slice(0, 4)}-${ends[Math.ceil(Number(day.slice(5, 7)) / 3) - 1]}`;
  const { manifest } = await packageOf(
    await as(person).startFundLetters({ body: { vehicleId: planted.fund, endDate } }),
  );
  expect(manifest.fund).toBe('Fund I');
  expect(manifest.files.map(({ file }) => file)).toEqual([expect.stringContaining('Zanele Mokoena')]);
  const earlier = await refusal(
    as(person).startFundLetters({ body: { vehicleId: planted.fund, endDate: '2001-03-31' } }),
  );
  expect([earlier.status, earlier.message]).toEqual([
    422,
    'No distribution of Fund I was disbursed between 01/01/2001 and 03/31/2001.',
  ]);
});

it('creates a notice for each of its investors, with amounts by kind and the unfunded commitment after it', async () => {
  const call = { kind: 'CALL', date: '2020-05-10', issueDate: '2020-04-28', description: 'Call for Harbor' } as const;
  await as(person).saveLedgerAct({
    body: { vehicleId: fund, ...call, amounts: { investments: '100.00', fees: '9.00' } },
  });
  const [notice] = await as(person).listNotices({ query: { vehicleId: fund } });
  const params = { vehicleId: fund, noticeId: notice!.id };
  const read = await as(person).getNoticeShares({ params });
  expect(read).toMatchObject({ kind: 'CALL', issueDate: '2020-04-28', dueDate: '2020-05-10', currency: 'EUR' });
  const [, first] = read.investors;
  const accounts = await as(person).getFundCapitalAccount({ params: { fundId: fund, endDate: '2020-06-30' } });
  const own = accounts.partners.find(({ investor }) => investor.id === first!.investor.id);
  expect(first).toMatchObject({
    investor: { name: 'HARBOR LP-A' },
    amounts: [
      { title: 'Capital call: investments', amount: '60.00' },
      { title: 'Capital call: management fees', amount: '6.00' },
    ],
    total: '66.00',
    unfunded: own?.itd.unfunded,
  });
  const pdf = await as(person).printNotice({ params, query: { investorId: first!.investor.id } });
  const texts = pdfTexts(Buffer.from(pdf.bytes)).flat().join('');
  for (const text of [
    'Capital call notice 1: HARBOR Fund',
    'HARBOR Fund calls EUR 66.00 from you. Please pay this amount by May 10, 2020.',
    'Call for Harbor',
    'April 28, 2020',
    'Capital call: management fees',
    'Unfunded after this notice',
  ])
    expect(texts).toContain(text);
  const { manifest, task } = await packageOf(await as(person).startNoticeDocuments({ params }));
  expect([task.total, manifest.missing]).toEqual([3, []]);
  expect(manifest.files.map(({ file }) => file)).toEqual([
    'HARBOR GP - Call 1 - HARBOR Fund.pdf',
    'HARBOR LP-A - Call 1 - HARBOR Fund.pdf',
    'HARBOR LP-B - Call 1 - HARBOR Fund.pdf',
  ]);

  // A notice without entries, another investor, and a person without access to the ledger.
  const empty = await as(person).saveNotice({
    body: { vehicleId: fund, kind: 'CALL', issueDate: '2020-06-01', dueDate: '2020-06-15' },
  });
  const emptyParams = { vehicleId: fund, noticeId: empty.id };
  expect(await refusalCodes(as(person).startNoticeDocuments({ params: emptyParams }))).toEqual([
    422,
    'NO_RECIPIENTS NoticeId',
  ]);
  expect((await refusalCodes(as(person).printNotice({ params, query: { investorId: fund } })))[0]).toBe(404);
  const other = await server.person(tenantId, { carry: 'viewer' });
  expect((await refusalCodes(as(other).getNoticeShares({ params })))[0]).toBe(403);
});
