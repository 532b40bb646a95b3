import { multipart } from '../../testing/multipart.ts';
import { referenceTypes } from '@carrara/contract/platform/referenceTypes';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Pair {
  readonly Id: string;
  readonly RowVersion: number;
}
interface Rate extends Pair {
  readonly PartitionKey: string;
  readonly Rate: string | null;
  readonly Derivation: string | null;
  readonly RateDate: string | null;
}

describe('exchange rates', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let viewer: TestPerson;
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = administrator) =>
    server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const addPair = async (source: string, destination: string) =>
    (
      await call('POST', '/api/reference/currency-pair', {
        SourceCurrencyCode: source,
        DestinationCurrencyCode: destination,
      })
    ).json<Pair>();
  const rate = (pair: string, day: string, value: string, more: object = {}) => ({
    SourceCurrencyCode: pair.slice(0, 3),
    DestinationCurrencyCode: pair.slice(-3),
    EffectiveDate: day,
    Rate: value,
    ...more,
  });
  const save = (...Rates: object[]) => call('POST', '/api/fx', { Rates });
  const ratesOn = async (day: string) =>
    Object.fromEntries(
      (await call('GET', `/api/fx/getRatesForDate?effectiveDate=${day}`))
        .json<Rate[]>()
        .map((item) => [item.PartitionKey, [item.Rate, item.Derivation, item.RateDate]]),
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    await fillTenant(server.database.worker, tenantId, server.now);
    administrator = await server.person(tenantId, { carry: 'administrator' });
    viewer = await server.person(tenantId, { carry: 'viewer' });
    for (const [source, destination] of [
      ['EUR', 'USD'],
      ['GBP', 'USD'],
      ['USD', 'EUR'],
      ['GBP', 'EUR'],
      ['CHF', 'USD'],
    ] as const)
      await addPair(source, destination);
    expect((await save(rate('EUR-USD', '2026-03-30', '1.25'), rate('GBP-USD', '2026-03-31', '1.3'))).statusCode).toBe(
      200,
    );
  });
  afterAll(() => server.stop());

  it('of a day are the own, the inverse or a cross, and say which', async () => {
    expect(await ratesOn('2026-03-31')).toEqual({
      'CHF-USD': [null, null, null],
      'EUR-USD': ['1.25', 'direct', '2026-03-30'],
      'GBP-EUR': ['1.04', 'cross USD', '2026-03-30'],
      'GBP-USD': ['1.3', 'direct', '2026-03-31'],
      'USD-EUR': ['0.8', 'inverse', '2026-03-30'],
    });
    expect((await ratesOn('2026-03-29'))['EUR-USD']).toEqual([null, null, null]);
  });

  it('answer the latest one of two currencies, however the pair is written', async () => {
    for (const pair of ['gbp-eur', 'GBPEUR', 'GBP%2FEUR']) {
      const answer = await call('GET', `/api/fx/latestRate/${pair}`);
      expect(answer.json(), answer.body).toMatchObject({ PartitionKey: 'GBP-EUR', Rate: '1.04' });
    }
    expect((await call('GET', '/api/fx/latestRates')).json<Rate[]>()).toHaveLength(5);
    const response = await call('GET', '/api/fx/latestRate/CHF-JPY');
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ Errors: [{ Code: 'NO_FX_RATE' }] });
    expect((await call('GET', '/api/fx/latestRate/XXA-JPY')).json()).toMatchObject({
      Errors: [{ Code: 'UNKNOWN_CURRENCY' }],
    });
    const reachable = await call('GET', '/api/fx/destinationCurrencies/GBP');
    expect(reachable.json<{ ISOCode: string }[]>().map(({ ISOCode }) => ISOCode)).toEqual(['EUR', 'USD']);
    // By inverting a rate, and by crossing a third currency.
    const fromEuro = await call('GET', '/api/fx/destinationCurrencies/EUR');
    expect(fromEuro.json<{ ISOCode: string }[]>().map(({ ISOCode }) => ISOCode)).toEqual(['GBP', 'USD']);
  });

  it('are corrected with the version that was seen, and the audit keeps what they were', async () => {
    const [entered] = (await save(rate('EUR-USD', '2026-05-29', '1.1'))).json<Rate[]>();
    const again = await save(rate('EUR-USD', '2026-05-29', '1.2'));
    expect([again.statusCode, again.json()]).toMatchObject([409, { Errors: [{ Code: 'DUPLICATE' }] }]);
    const seen = { RowVersion: entered?.RowVersion };
    expect((await save(rate('EUR-USD', '2026-05-29', '1.12', seen))).statusCode).toBe(200);
    const stale = await save(rate('EUR-USD', '2026-05-29', '1.13', seen), rate('EUR-USD', '2026-06-01', '1.14'));
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { Errors: [{ Code: 'STALE_VERSION' }] }]);
    expect((await ratesOn('2026-06-01'))['EUR-USD']).toEqual(['1.12', 'direct', '2026-05-29']);
    const { rows } = await server.database.worker.query(
      `SELECT operation, before ->> 'rate' AS before, after ->> 'rate' AS after FROM activity WHERE object_id = $1 ORDER BY seq`,
      [entered?.Id],
    );
    expect(rows).toEqual([
      { operation: 'saveExchangeRates', before: null, after: '1.1' },
      { operation: 'saveExchangeRates', before: '1.1', after: '1.12' },
    ]);
  });

  it('are listed, newest first, of one pair where asked, and taken away', async () => {
    await save(rate('CHF-USD', '2026-01-30', '1.09'), rate('CHF-USD', '2026-02-27', '1.11'));
    const list = (await call('GET', '/api/fx?pair=CHF-USD')).json<{ PageData: Rate[] }>();
    expect(list.PageData.map(({ Rate }) => Rate)).toEqual(['1.11', '1.09']);
    const id = list.PageData[0]?.Id ?? '';
    expect((await call('DELETE', `/api/fx/${id}?RowVersion=9`)).statusCode).toBe(409);
    expect((await call('DELETE', `/api/fx/${id}?RowVersion=1`)).statusCode).toBe(200);
    expect((await ratesOn('2026-03-01'))['CHF-USD']).toEqual(['1.09', 'direct', '2026-01-30']);
    expect((await call('DELETE', `/api/fx/${id}`)).statusCode).toBe(404);
  });

  it('refuse nonsense at its place', async () => {
    const refused = await save(rate('EUR-USD', '2026-07-01', '0'), rate('USD-JPY', '2026-07-01', '150'));
    expect(refused.json()).toMatchObject({
      Errors: [
        { Path: 'Rates[0].Rate', Code: 'FX_RATE_NOT_POSITIVE' },
        { Path: 'Rates[1].SourceCurrencyCode', Code: 'UNKNOWN_PAIR' },
      ],
    });
    expect((await save(rate('EUR-USD', '2026-02-30', '1'))).statusCode).toBe(400);
  });

  it('belong to pairs of known currencies, which stay once there are rates [U-T-021]', async () => {
    const pairs = (await call('GET', '/api/reference/currency-pair', undefined, viewer)).json<
      (Pair & { PartitionKey: string })[]
    >();
    const euro = pairs.find(({ PartitionKey }) => PartitionKey === 'EUR-USD');
    const head = { Id: euro?.Id, RowVersion: euro?.RowVersion };
    const other = { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'JPY' };
    const changed = await call('POST', '/api/reference/currency-pair', { ...head, ...other });
    expect(changed.json()).toMatchObject({ Errors: [{ Code: 'PAIR_HAS_RATES' }] });
    for (const [body, code] of [
      [{ SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'EUR' }, 'SAME_CURRENCY'],
      [{ SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'ZZZ' }, 'UNKNOWN_CURRENCY'],
      [{ SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD' }, 'DUPLICATE'],
    ] as const)
      expect((await call('POST', '/api/reference/currency-pair', body)).json()).toMatchObject({
        Errors: [{ Code: code }],
      });
    const archived = await call('POST', '/api/reference/currency-pair', {
      ...head,
      SourceCurrencyCode: 'EUR',
      DestinationCurrencyCode: 'USD',
      IsInactive: true,
    });
    expect(archived.json(), archived.body).toMatchObject({ IsInactive: true });
    expect((await ratesOn('2026-03-31'))['USD-EUR']).toEqual([null, null, null]);
  });

  it('come by upload as well: the export of one firm is a file for another', async () => {
    const exported = (await call('GET', '/api/fx?format=excel')).rawPayload;
    const elsewhere = await server.tenant();
    await fillTenant(server.database.worker, elsewhere, server.now);
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const file = multipart({ name: 'rates.xlsx', type, bytes: exported });
    const send = async (person: TestPerson, url: string, more: object) =>
      server.call(person.token, elsewhere, { method: 'POST', url, ...more });
    const editor = await server.person(elsewhere, { carry: 'editor' });
    expect((await send(editor, '/api/upload/exchange-rates/unconfirmed', file)).statusCode).toBe(403);
    const owner = await server.person(elsewhere, { carry: 'administrator' });
    const checked = await send(owner, '/api/upload/exchange-rates/unconfirmed', file);
    expect(checked.statusCode, checked.body).toBe(200);
    const report = checked.json<{ Id: string; Effects: { Kind: string; Created: number }[] }>();
    const total = (await call('GET', '/api/fx')).json<{ TotalItemCount: number }>().TotalItemCount;
    expect(report).toMatchObject({ Status: 'PENDING', Errors: [] });
    expect(report.Effects.at(-1)).toMatchObject({ Kind: 'Exchange rates', Created: total });
    expect((await send(editor, `/api/upload/${report.Id}/upload/exchange-rates/true`, {})).statusCode).toBe(404);
    const done = await send(owner, `/api/upload/${report.Id}/upload/exchange-rates/true`, {});
    expect(done.json(), done.body).toMatchObject({ Status: 'DONE' });
    const sendElsewhere = (url: string) => server.call(owner.token, elsewhere, { method: 'GET', url });
    expect((await sendElsewhere('/api/fx/latestRate/EUR-USD')).json()).toMatchObject({
      Rate: '1.12',
      Derivation: 'direct',
    });
    expect((await sendElsewhere('/api/fx')).json()).toMatchObject({ TotalItemCount: total });
    const again = await send(owner, '/api/upload/exchange-rates/unconfirmed', file);
    expect(again.json<{ Effects: object[] }>().Effects).toMatchObject([{ Created: 0, Updated: 0, Unchanged: total }]);
    expect((await sendElsewhere('/api/upload-history/exchange-rates/carry/download-template')).statusCode).toBe(200);

    // A file belongs to its module: people who may import such files in another one can neither see nor delete it
    // there.
    const elsewhereOnly = await server.person(elsewhere, { performance: 'administrator', carry: 'viewer' });
    const history = async (person: TestPerson, module: string) =>
      (await server.call(person.token, elsewhere, { method: 'GET', url: `/api/upload-history/${module}` })).json<{
        PageData: object[];
      }>().PageData;
    expect(await history(elsewhereOnly, 'carry')).toEqual([]);
    for (const [method, url] of [
      ['GET', `/api/upload/${report.Id}`],
      ['GET', `/api/upload-history/${report.Id}/download`],
      ['DELETE', `/api/upload-history/${report.Id}/delete`],
    ] as const)
      expect((await server.call(elsewhereOnly.token, elsewhere, { method, url })).statusCode, url).toBe(404);
    const theirs = multipart({ name: 'rates.xlsx', type, bytes: exported }, { ApplicationId: 'carry' });
    expect((await send(elsewhereOnly, '/api/upload/exchange-rates/unconfirmed', theirs)).statusCode).toBe(403);
    expect((await send(elsewhereOnly, '/api/upload/exchange-rates/unconfirmed', file)).statusCode).toBe(200);
    expect(await history(elsewhereOnly, 'performance')).toMatchObject([
      { Name: 'rates.xlsx', ApplicationId: 'performance', FileType: 'exchange-rates', MimeType: type },
    ]);
    expect(await history(owner, 'performance')).toEqual([]);
  });

  it('are read by everybody and changed by administrators, each firm its own', async () => {
    const rates = [rate('GBP-USD', '2026-08-31', '1.31')];
    expect((await call('GET', '/api/fx/latestRates', undefined, viewer)).statusCode).toBe(200);
    expect((await call('POST', '/api/fx', { Rates: rates }, viewer)).statusCode).toBe(403);
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    const seen = await server.call(stranger.token, elsewhere, { method: 'GET', url: '/api/fx/latestRates' });
    expect(seen.json()).toEqual([]);
  });
});

describe('reference data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('says its types, and answers some under addresses of their own [U-C-041 U-C-051 U-T-020 U-T-036]', async () => {
    const tenantId = await server.tenant();
    await fillTenant(server.database.worker, tenantId, server.now);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    const get = async (url: string) =>
      (await server.call(viewer.token, tenantId, { method: 'GET', url })).json<Record<string, unknown>[]>();
    const types = await get('/api/reference');
    expect(types).toHaveLength(Object.keys(referenceTypes).length);
    expect(types.find(({ Name }) => Name === 'document-category')).toMatchObject({
      DescriptionField: 'Description',
      OrderingField: 'DisplayOrder',
      SubTypes: ['TRUST', 'INVESTMENT', 'FUND', 'ENTITY', 'EMPLOYEE', 'DISTRIBUTION'],
    });
    for (const type of ['participant-class', 'tranche-status'])
      expect((await get(`/api/reference/${type}`)).length, type).toBeGreaterThan(0);
    for (const [path, type] of [
      ['/api/trusttype', 'trust-type'],
      ['/api/office', 'office'],
      ['/api/country', 'country'],
    ] as const) {
      const entries = await get(path);
      expect(entries.length).toBeGreaterThan(0);
      expect(entries).toEqual(await get(`/api/reference/${type}`));
    }
  });
});
