import { filesIn } from '@carrara/adapters/files/filesIn';
import { verifyCertified } from '@carrara/adapters/certified/verifyCertified';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { calendarDate } from '@carrara/domain/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { BodyOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import type { OrderOfCall } from '../../../jobs/backgroundWorker.ts';
import { createWorker } from '../../../process/thread/createWorker.ts';

const END = '2021-06-30';
const base = '/api/performance/certifieddata';
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
let fund: string;
let currency: { readonly id: string };
let investorType: { readonly id: string };
let investors: readonly string[];

const get = (url: string, by = editor, tenant = tenantId) => server.call(by.token, tenant, { method: 'GET', url });
async function certify(query: string): Promise<Buffer> {
  const received = await get(`${base}/certify?endDate=${END}${query}`);
  expect(received.statusCode, received.body.slice(0, 600)).toBe(200);
  return received.rawPayload;
}
const found = async (zip: Buffer) => (await verifyCertified(zip))._unsafeUnwrap();
async function contentOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const all = new Map<string, Buffer>();
  for await (const { fileName, bytes } of filesIn(zip)) all.set(fileName, bytes);
  return all;
}

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });
  currency = await reference('currency', 'EUR');
  fund = (await as(editor).saveFund({ body: { code: 'OAK', name: 'Oak', legalName: 'Oak Fund', currency } })).id;
  const referenceOf = async (code: string, type: typeof investorType) =>
    (await as(editor).saveInvestor({ body: { code, name: `Partner ${code}`, type } })).id;
  investorType = await reference('investor-type', 'INVESTOR');
  investors = [
    await referenceOf('LP', investorType),
    await referenceOf('FOF', await reference('investor-type', 'FUND')),
  ];
  for (const investorId of investors)
    await as(editor).saveCommitment({
      body: { vehicleId: fund, investorId, kind: 'CLOSE', date: '2020-01-01', amount: '500.00' },
    });
  type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];
  const entry = (type: Entry['type'], amount: string, effectiveDate: string) => ({ type, amount, effectiveDate });
  await as(editor).saveLedgerEntries({
    body: { vehicleId: fund, entries: [entry('CALL-INV', '400.00', '2020-01-10'), entry('FEE', '9.01', '2021-03-31')] },
  });
  await as(editor).saveLedgerEntries({ body: { vehicleId: fund, entries: [entry('DIST-GAIN', '20.00', END)] } });
});
afterAll(() => server.stop());

it('offers dates, funds and investors [A-P-040 A-P-041 A-P-042]', async () => {
  expect((await as(editor).listCertifiedDates())[0]?.endDate).toBe(END);
  expect((await as(editor).listCertifiedFunds()).map(({ id }) => id)).toEqual([fund]);
  expect((await as(editor).listCertifiedInvestors()).map(({ name }) => name)).toEqual(['Partner FOF', 'Partner LP']);
});

it('makes a signed zip that says what it is and how it was known [A-P-043 U-P-103 U-P-104 M-P-054]', async () => {
  const zip = await certify('');
  const { manifest, troubles, fingerprint } = await found(zip);
  expect([manifest.endDate, manifest.domains, troubles]).toEqual([END, ['CAS'], []]);
  expect(manifest.files.map(({ name }) => name)).toEqual([`Capital Account Summary - ${END}.xlsx`]);
  expect(manifest.asOfSequence).toBeGreaterThan(0);
  expect(fingerprint).toBe((await as(editor).getCertifyingKey()).fingerprint);
  const sheet = (await contentOf(zip)).get(`Capital Account Summary - ${END}.xlsx`)!;
  const [first] = (await readWorkbook(sheet))._unsafeUnwrap();
  const texts = first!.rows.map((row) => JSON.stringify(row));
  const account = await as(editor).getFundCapitalAccount({ params: { fundId: fund, endDate: END } });
  const nav = account.rows.find(({ row }) => row === 95)!.itd;
  expect(Number(nav)).not.toBe(0);
  expect(texts.filter((row) => row.includes(String(Number(nav)))).length).toBeGreaterThan(0);
});

it('has every domain, by fund and by investor, and of a fund of funds only its own fees [M-P-051 M-P-052 M-P-053 M-P-055 M-P-056 M-P-057 M-P-058 M-P-059]', async () => {
  const { manifest } = await found(await certify('&domains=All'));
  expect(manifest.files.map(({ name }) => name.split(' - ')[0])).toEqual([
    'Portfolio Summary',
    'Portfolio Summary Investor Share',
    'Portfolio Metrics',
    'Capital Account Summary',
    'Cash Flow',
    'Fees of funds of funds (FEEFOF)',
    'Schedule of investments (FUNDSCHED)',
    'fee transparency',
  ]);
  const byFund = await found(await certify('&domains=CF,FEEFOF&segregateBy=FUND'));
  expect(byFund.manifest.files.map(({ name }) => name)).toEqual([
    `Cash Flow - Oak - ${END}.xlsx`,
    `Fees of funds of funds (FEEFOF) - Oak - ${END}.xlsx`,
  ]);
  const byInvestor = await found(await certify('&domains=CF,FEEFOF&segregateBy=INVESTOR'));
  expect(byInvestor.manifest.files.map(({ name }) => name).toSorted()).toEqual([
    `Cash Flow - Partner FOF - ${END}.xlsx`,
    `Cash Flow - Partner LP - ${END}.xlsx`,
    `Fees of funds of funds (FEEFOF) - Partner FOF - ${END}.xlsx`,
  ]);
  const lp = encodeURIComponent(JSON.stringify(investors.slice(0, 1)));
  const without = await found(await certify(`&domains=FEEFOF&segregateBy=FUND&investorIdsJson=${lp}`));
  expect(without.manifest.files.map(({ name }) => name)).toEqual([`Fees of funds of funds (FEEFOF) - ${END}.xlsx`]);
});

it('names only the investors and funds whose data it contains, in its files and its manifest [M-P-054]', async () => {
  const elm = (await as(editor).saveFund({ body: { code: 'ELM', name: 'Elm', legalName: 'Elm Fund', currency } })).id;
  const investorId = (
    await as(editor).saveInvestor({ body: { code: 'OTHER', name: 'Partner Other', type: investorType } })
  ).id;
  const commitment = { vehicleId: elm, investorId, kind: 'CLOSE', date: '2020-01-01', amount: '100.00' } as const;
  await as(editor).saveCommitment({ body: commitment });
  await as(editor).saveLedgerEntries({
    body: { vehicleId: elm, entries: [{ type: 'CALL-INV', amount: '10.00', effectiveDate: '2020-01-10' }] },
  });
  const named = async (query: string) => {
    const { manifest } = await found(await certify(query));
    return manifest as typeof manifest & { readonly funds: readonly string[]; readonly investors: readonly string[] };
  };
  const ids = (...all: readonly string[]) => encodeURIComponent(JSON.stringify(all));
  const ofOak = await named(`&domains=CAS,CF&fundIdsJson=${ids(fund)}`);
  expect([ofOak.funds, ofOak.investors]).toEqual([['Oak'], ['Partner FOF', 'Partner LP']]);
  const ofFunds = await named('&domains=FEEFOF');
  expect([ofFunds.funds, ofFunds.investors]).toEqual([['Elm', 'Oak'], ['Partner FOF']]);
  const ofOther = await named(`&domains=CAS&segregateBy=FUND&investorIdsJson=${ids(investorId)}`);
  expect([ofOther.funds, ofOther.investors, ofOther.files.map(({ name }) => name)]).toEqual([
    ['Elm'],
    ['Partner Other'],
    [`Capital Account Summary - Elm - ${END}.xlsx`],
  ]);
});

it('detects a changed, added or removed file, manifest or signature', async () => {
  const files = await contentOf(await certify('&domains=CAS,CF'));
  const zipped = async (all: Iterable<readonly [string, Buffer]>) => {
    const zip = new ZipFile();
    for (const [name, bytes] of all) zip.addBuffer(bytes, name);
    zip.end();
    return buffer(zip.outputStream as Readable);
  };
  const with_ = (name: string, bytes: Buffer) => zipped(new Map([...files, [name, bytes]]));
  const [name] = [...files.keys()];
  const manifest = files.get('manifest.json')!;
  const renamed = Buffer.from(manifest.toString().replace('"asOfSequence": ', '"asOfSequence": 1'));
  expect((await found(await zipped(files))).troubles).toEqual([]);
  expect((await found(await with_(name!, Buffer.from('another')))).troubles).toEqual([`${name} was changed.`]);
  expect((await found(await with_('more.xlsx', Buffer.from('x')))).troubles).toEqual(['more.xlsx was added.']);
  expect((await found(await with_('manifest.json', renamed))).troubles).toHaveLength(1);
  const remaining = [...files].filter(([fileName]) => fileName !== name);
  expect((await found(await zipped(remaining))).troubles).toEqual([`${name} is missing.`]);
  expect((await verifyCertified(Buffer.from('no zip'))).isErr()).toBe(true);
  // A file that would unpack to far more than its size is refused before it is unpacked.
  const bomb = await with_('more.xlsx', Buffer.alloc(20_000_000));
  expect((await verifyCertified(bomb))._unsafeUnwrapErr()).toMatch(/would unpack to \d+ bytes, far more than its size/);
  expect((await found(await with_(name!, Buffer.concat([files.get(name!)!, Buffer.alloc(1)])))).troubles).toEqual([
    `${name} was changed.`,
  ]);
});

it('is created off the request thread, one at a time, and stops when the client disconnects [O51 B15]', async () => {
  const all = await Promise.all([certify(''), certify('&domains=CF')]);
  for (const zip of all) expect((await found(zip)).troubles).toEqual([]);
  const background = createWorker({
    databaseUrl: server.database.appUrl,
    auditKey: server.auditKey,
    stored: { options: {}, folder: tmpdir() },
  });
  try {
    const now = server.now;
    const order: OrderOfCall = {
      call: { concept: 'certifiedData', name: 'certifyData', isFile: true },
      scope: { tenantId, personId: editor.personId, now: now.toISOString() },
      facts: {
        now,
        requestId: 'test',
        sessionId: '',
        person: { id: editor.personId, name: 'Editor', firstName: 'Editor' },
        grants: { performance: 'administrator' },
        tenant: {
          id: tenantId,
          name: 'Firm',
          isLpTenant: false,
          isDemo: false,
          isSample: false,
          rowVersion: 1,
          settings: {},
        },
        today: calendarDate(END),
      },
      input: { query: { endDate: END, fundIdsJson: '[]', investorIdsJson: '[]', domains: 'CAS', segregateBy: 'NONE' } },
    };
    const runOrder = (signal: AbortSignal) => background.run(order, { signal, waitMs: 60_000 });
    const disconnected = new AbortController();
    const [aborted, waited, never] = [new AbortController(), runOrder(disconnected.signal), AbortSignal.abort()];
    const [after, unread] = [runOrder(aborted.signal), runOrder(never)];
    disconnected.abort();
    expect([(await waited).isErr(), (await unread).isErr()]).toEqual([true, true]);
    const answer = (await after)._unsafeUnwrap();
    const content = 'file' in answer ? answer.file.content : answer.json;
    expect((await found(await buffer(content as Readable))).manifest.createdBy).toBe('Editor');
  } finally {
    await background.close();
  }
});

it('so are the files of reports, by request, and refusals name the reason [O51]', async () => {
  const file = async (query: string) => get(`/api/performance/reporting/investor/investor-cash-flow?format=${query}`);
  const csv = await file(`csv&fundId=${fund}`);
  expect(csv.headers['content-disposition']).toContain('Investor Cash Flow');
  const rows = (await as(editor).reportInvestorCashFlow({ query: { fundId: fund, pageSize: 200 } })).pageData;
  expect(rows.length).toBeGreaterThan(0);
  expect(csv.body.trim().split('\r\n')).toHaveLength(rows.length + 1);
  expect((await file(`application/pdf&fundId=${fund}`)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await file(`csv&fundId=${editor.personId}`)).statusCode).toBe(404);
});

it('refuses data that it cannot certify, and covers only this firm', async () => {
  const status = async (query: string) => (await get(`${base}/certify?endDate=${END}${query}`)).statusCode;
  expect(await status('&domains=NONE')).toBe(400);
  expect(await status('&fundIdsJson=oak')).toBe(400);
  expect(await status(`&fundIdsJson=${encodeURIComponent(JSON.stringify(investors))}`)).toBe(404);
  expect((await get(`${base}/certify?endDate=2021-06-29`)).statusCode).toBe(400);
  // A quarter that hasn't ended is refused, as it isn't offered either.
  const end = (year: number) => `${String(year)}-12-31`;
  const ahead = end(server.now.getUTCFullYear() + 1);
  const refused = await get(`${base}/certify?endDate=${ahead}`);
  expect([refused.statusCode, refused.json<{ Errors: readonly object[] }>().Errors]).toMatchObject([
    422,
    [{ Code: 'QUARTER_NOT_ENDED', Path: 'EndDate' }],
  ]);
  await as(editor).saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [{ type: 'FEE', amount: '1.00', effectiveDate: ahead }],
      warningsConfirmed: true,
    },
  });
  expect(JSON.stringify(await as(editor).listCertifiedDates())).not.toContain(ahead);
  const other = await server.tenant();
  const stranger = await server.person(other, { performance: 'administrator' });
  const ids = encodeURIComponent(JSON.stringify([fund]));
  expect((await get(`${base}/certify?endDate=${END}&fundIdsJson=${ids}`, stranger, other)).statusCode).toBe(404);
  const key = async (by: TestPerson) => (await as(by).getCertifyingKey()).fingerprint;
  expect(await key(stranger)).not.toBe(await key(editor));
  const carry = await server.person(tenantId, { carry: 'administrator' });
  expect((await get(`${base}/certify?endDate=${END}`, carry)).statusCode).toBe(403);
});
