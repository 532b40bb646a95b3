import { multipart } from '../../../testing/multipart.ts';
import { referenceTypes } from '@carrara/contract/platform/reference/referenceTypes';
import { currencyUses } from '@carrara/adapters/postgres/platform/reference';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { fromWire } from '@carrara/contract/core/wireNames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { mappingOf, uploadClient } from '../../../testing/uploads.ts';

describe('exchange rates', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let administrator: TestPerson;
  let viewer: TestPerson;
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = administrator) =>
    server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const addPair = (source: string, destination: string) =>
    as(administrator).saveCurrencyPair({
      body: {
        sourceCurrencyCode: source,
        destinationCurrencyCode: destination,
      },
    });
  const rate = (pair: string, day: string, value: string, more: object = {}) => ({
    sourceCurrencyCode: pair.slice(0, 3),
    destinationCurrencyCode: pair.slice(-3),
    effectiveDate: day,
    rate: value,
    ...more,
  });
  const save = (...rates: BodyOf<'saveExchangeRates'>['rates']) =>
    as(administrator).saveExchangeRates({ body: { rates } });
  const ratesOn = async (day: string) =>
    Object.fromEntries(
      (await as(administrator).getRatesForDate({ query: { effectiveDate: day } })).map((item) => [
        item.partitionKey,
        [item.rate, item.derivation, item.rateDate],
      ]),
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
    await save(rate('EUR-USD', '2026-03-30', '1.25'), rate('GBP-USD', '2026-03-31', '1.3'));
  });
  afterAll(() => server.stop());

  it('of a day are direct, inverse or cross rates, and name the derivation', async () => {
    expect(await ratesOn('2026-03-31')).toEqual({
      'CHF-USD': [null, null, null],
      'EUR-USD': ['1.25', 'direct', '2026-03-30'],
      'GBP-EUR': ['1.04', 'cross USD', '2026-03-30'],
      'GBP-USD': ['1.3', 'direct', '2026-03-31'],
      'USD-EUR': ['0.8', 'inverse', '2026-03-30'],
    });
    expect((await ratesOn('2026-03-29'))['EUR-USD']).toEqual([null, null, null]);
  });

  it('return the latest rate of a pair in any notation', async () => {
    for (const pair of ['gbp-eur', 'GBPEUR', 'GBP/EUR']) {
      const answer = await as(administrator).getLatestRate({ params: { pair } });
      expect(answer, JSON.stringify(answer)).toMatchObject({ partitionKey: 'GBP-EUR', rate: '1.04' });
    }
    expect(await as(administrator).getLatestRates()).toHaveLength(5);
    const response = await refusal(as(administrator).getLatestRate({ params: { pair: 'CHF-JPY' } }));
    expect(response.status).toBe(422);
    expect(response).toMatchObject({ errors: [{ code: 'NO_FX_RATE' }] });
    expect(await refusal(as(administrator).getLatestRate({ params: { pair: 'XXA-JPY' } }))).toMatchObject({
      errors: [{ code: 'UNKNOWN_CURRENCY' }],
    });
    const reachable = await as(administrator).listDestinationCurrencies({ params: { originCurrency: 'GBP' } });
    expect(reachable.map(({ isoCode }) => isoCode)).toEqual(['EUR', 'USD']);
    // By inverting a rate, and by crossing a third currency.
    const fromEuro = await as(administrator).listDestinationCurrencies({ params: { originCurrency: 'EUR' } });
    expect(fromEuro.map(({ isoCode }) => isoCode)).toEqual(['GBP', 'USD']);
  });

  it('protect their currencies and the base currency from being archived, one by one and together', async () => {
    const entries = await as(administrator).listReferenceEntries({ params: { type: 'currency' } });
    const entry = (code: string) => entries.find((candidate) => candidate.code === code)!;
    const params = { type: 'currency' } as const;
    const archive = (...codes: string[]) =>
      as(administrator).archiveReferenceEntries({
        params,
        body: { records: codes.map(entry).map(({ id, rowVersion }) => ({ id, rowVersion })), isInactive: true },
      });
    expect(await refusal(archive('JPY', 'USD', 'GBP'))).toMatchObject({
      status: 422,
      errors: [
        {
          code: 'CURRENCY_IN_USE',
          message:
            'GBP (exchange rates) and USD (base currency, exchange rates) are in use and can’t be archived. Archive the others without them.',
        },
      ],
    });
    const single = { params, body: { ...entry('GBP'), isInactive: true } };
    expect(await refusal(as(administrator).saveReferenceEntry(single))).toMatchObject({
      errors: [{ code: 'CURRENCY_IN_USE', message: 'GBP (exchange rates) is in use and can’t be archived.' }],
    });
    const coded = (code: string, from = 'GBP') =>
      refusal(as(administrator).saveReferenceEntry({ params, body: { ...entry(from), code } }));
    expect(await coded('GBX')).toMatchObject({
      errors: [
        {
          path: 'Code',
          code: 'CURRENCY_IN_USE',
          message: 'The code must stay GBP, because it is in use (exchange rates). Add another currency for GBX.',
        },
      ],
    });
    expect(await coded('xx', 'JPY')).toMatchObject({
      errors: [{ path: 'Code', message: 'Enter a currency code of three capital letters, such as EUR.' }],
    });
    expect(await archive('JPY')).toEqual({ changed: 1, unchanged: 0 });
    // Entries that stay active can still be changed.
    const renamed = { params, body: { ...entry('GBP'), symbol: '£' } };
    expect(await as(administrator).saveReferenceEntry(renamed)).toMatchObject({ isInactive: false });
    const records = [{ id: entry('JPY').id, rowVersion: entry('JPY').rowVersion + 1 }];
    const body = { records, isInactive: false };
    expect(await as(administrator).archiveReferenceEntries({ params, body })).toEqual({ changed: 1, unchanged: 0 });
  });

  it('count each table with a currency as a use of it', async () => {
    const { rows } = await server.database.worker.query<{ table: string }>(
      `SELECT DISTINCT c.relname AS "table" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname ~ 'currenc'`,
    );
    const { rows: functions } = await server.database.worker.query<{ source: string }>(
      `SELECT prosrc AS source FROM pg_proc WHERE proname = 'pay_currencies'`,
    );
    const counted = [
      ...Object.keys(currencyUses),
      ...[...(functions[0]?.source.matchAll(/FROM (\w+)/g) ?? [])].map(([, table]) => table),
      // Pairs count if they have rates.
      'currency_pair',
      'exchange_rate',
      // Computed from the amounts of funds and coinvestments.
      'investment_total',
      'period_figure',
    ];
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(counted));
  });

  it('are corrected by version, and the audit log has the earlier values', async () => {
    const [entered] = await save(rate('EUR-USD', '2026-05-29', '1.1'));
    const again = await refusal(save(rate('EUR-USD', '2026-05-29', '1.2')));
    expect([again.status, again]).toMatchObject([409, { errors: [{ code: 'DUPLICATE' }] }]);
    const visible = { rowVersion: entered?.rowVersion };
    await save(rate('EUR-USD', '2026-05-29', '1.12', visible));
    const stale = await refusal(
      save(rate('EUR-USD', '2026-05-29', '1.13', visible), rate('EUR-USD', '2026-06-01', '1.14')),
    );
    expect([stale.status, stale]).toMatchObject([409, { errors: [{ code: 'STALE_VERSION' }] }]);
    expect((await ratesOn('2026-06-01'))['EUR-USD']).toEqual(['1.12', 'direct', '2026-05-29']);
    const { rows } = await server.database.worker.query(
      `SELECT operation, before ->> 'rate' AS before, after ->> 'rate' AS after FROM activity WHERE object_id = $1 ORDER BY seq`,
      [entered?.id],
    );
    expect(rows).toEqual([
      { operation: 'saveExchangeRates', before: null, after: '1.1' },
      { operation: 'saveExchangeRates', before: '1.1', after: '1.12' },
    ]);
  });

  it('are listed newest first, filtered by pair, and deleted', async () => {
    await save(rate('CHF-USD', '2026-01-30', '1.09'), rate('CHF-USD', '2026-02-27', '1.11'));
    const list = await as(administrator).listExchangeRates({ query: { pair: 'CHF-USD' } });
    expect(list.pageData.map(({ rate }) => rate)).toEqual(['1.11', '1.09']);
    const id = list.pageData[0]?.id ?? '';
    expect(
      (await refusal(as(administrator).deleteExchangeRate({ params: { id }, query: { rowVersion: 9 } }))).status,
    ).toBe(409);
    await as(administrator).deleteExchangeRate({ params: { id }, query: { rowVersion: 1 } });
    expect((await ratesOn('2026-03-01'))['CHF-USD']).toEqual(['1.09', 'direct', '2026-01-30']);
    expect((await refusal(as(administrator).deleteExchangeRate({ params: { id } }))).status).toBe(404);
  });

  it('refuse invalid values at their fields', async () => {
    const refused = await refusal(save(rate('EUR-USD', '2026-07-01', '0'), rate('USD-JPY', '2026-07-01', '150')));
    expect(refused).toMatchObject({
      errors: [
        { path: 'Rates[0].Rate', code: 'FX_RATE_NOT_POSITIVE' },
        { path: 'Rates[1].SourceCurrencyCode', code: 'UNKNOWN_PAIR' },
      ],
    });
    expect((await refusal(save(rate('EUR-USD', '2026-02-30', '1')))).status).toBe(400);
  });

  it('belong to pairs of existing currencies, which can’t be deleted once there are rates [U-T-021]', async () => {
    const pairs = await as(viewer).listCurrencyPairs();
    const euro = pairs.find(({ partitionKey }) => partitionKey === 'EUR-USD');
    const head = { id: euro?.id, rowVersion: euro?.rowVersion };
    const other = { sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'JPY' };
    const changed = await refusal(as(administrator).saveCurrencyPair({ body: { ...head, ...other } }));
    expect(changed).toMatchObject({ errors: [{ code: 'PAIR_HAS_RATES' }] });
    for (const [body, code] of [
      [{ sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'EUR' }, 'SAME_CURRENCY'],
      [{ sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'ZZZ' }, 'UNKNOWN_CURRENCY'],
      [{ sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'USD' }, 'DUPLICATE'],
    ] as const)
      expect(await refusal(as(administrator).saveCurrencyPair({ body }))).toMatchObject({
        errors: [{ code }],
      });
    const archived = await as(administrator).saveCurrencyPair({
      body: {
        ...head,
        sourceCurrencyCode: 'EUR',
        destinationCurrencyCode: 'USD',
        isInactive: true,
      },
    });
    expect(archived, JSON.stringify(archived)).toMatchObject({ isInactive: true });
    expect((await ratesOn('2026-03-31'))['USD-EUR']).toEqual([null, null, null]);
  });

  it('can be uploaded: the export of one firm can be imported by another', async () => {
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
    const report = fromWire(checked.json()) as AnswerOf<'uploadFile'>;
    const total = (await as(administrator).listExchangeRates()).totalItemCount;
    expect(report).toMatchObject({ status: 'PENDING', errors: [] });
    expect(report.effects.at(-1)).toMatchObject({ kind: 'Exchange rates', created: total });
    expect((await send(editor, `/api/upload/${report.id}/upload/exchange-rates/true`, {})).statusCode).toBe(404);
    const done = await send(owner, `/api/upload/${report.id}/upload/exchange-rates/true`, {});
    expect(done.json(), done.body).toMatchObject({ Status: 'DONE' });
    const sendElsewhere = (url: string) => server.call(owner.token, elsewhere, { method: 'GET', url });
    expect(await as(owner).getLatestRate({ params: { pair: 'EUR-USD' } })).toMatchObject({
      rate: '1.12',
      derivation: 'direct',
    });
    expect(await as(owner).listExchangeRates()).toMatchObject({ totalItemCount: total });
    const again = await send(owner, '/api/upload/exchange-rates/unconfirmed', file);
    expect(again.json()).toMatchObject({ Effects: [{ Created: 0, Updated: 0, Unchanged: total }] });
    expect((await sendElsewhere('/api/upload-history/exchange-rates/carry/download-template')).statusCode).toBe(200);

    // A file belongs to its module: people who may import such files in another one can neither see nor delete it
    // there.
    const elsewhereOnly = await server.person(elsewhere, { performance: 'administrator', carry: 'viewer' });
    const history = async (person: TestPerson, module: 'carry' | 'performance') =>
      (await as(person, elsewhere).listUploads({ params: { applicationId: module } })).pageData;
    expect(await history(elsewhereOnly, 'carry')).toEqual([]);
    for (const [method, url] of [
      ['GET', `/api/upload/${report.id}`],
      ['GET', `/api/upload-history/${report.id}/download`],
      ['DELETE', `/api/upload-history/${report.id}/delete`],
    ] as const)
      expect((await server.call(elsewhereOnly.token, elsewhere, { method, url })).statusCode, url).toBe(404);
    const theirs = multipart({ name: 'rates.xlsx', type, bytes: exported }, { ApplicationId: 'carry' });
    expect((await send(elsewhereOnly, '/api/upload/exchange-rates/unconfirmed', theirs)).statusCode).toBe(403);
    expect((await send(elsewhereOnly, '/api/upload/exchange-rates/unconfirmed', file)).statusCode).toBe(200);
    expect(await history(elsewhereOnly, 'performance')).toMatchObject([
      { name: 'rates.xlsx', applicationId: 'performance', fileType: 'exchange-rates', mimeType: type },
    ]);
    expect(await history(owner, 'performance')).toEqual([]);
  });

  it('can be uploaded under other headings through a mapping template of carry or performance', async () => {
    const elsewhere = await server.tenant();
    await fillTenant(server.database.worker, elsewhere, server.now);
    const owner = await server.person(elsewhere, { carry: 'administrator', performance: 'administrator' });
    const files = uploadClient(server, elsewhere, owner);
    const headings = { date: 'Datum', from: 'Von', to: 'Nach', rate: 'Kurs' };
    for (const [applicationId, day] of [
      ['carry', '31.03.2026'],
      ['performance', '30.06.2026'],
    ] as const) {
      await as(owner).saveMappingTemplate({
        params: { fileType: 'exchange-rates' },
        body: {
          applicationId,
          name: `Treasury ${applicationId}`,
          mapping: mappingOf(headings),
        },
      });
      const csv = `${Object.values(headings).join(';')}\n${day};EUR;USD;1,0825\n`;
      const query = { mapping: `Treasury ${applicationId}`, applicationId };
      const checked = await files.checked('exchange-rates', csv, query);
      expect(checked.errors).toEqual([]);
      await files.confirm('exchange-rates', checked.id);
    }
    const { pageData } = await as(owner).listExchangeRates();
    expect(pageData.map(({ effectiveDate, rate: stored }) => [effectiveDate, stored])).toEqual([
      ['2026-06-30', '1.0825'],
      ['2026-03-31', '1.0825'],
    ]);
  });

  it('can be read by everybody and changed by administrators, separately for each firm', async () => {
    const rates = [rate('GBP-USD', '2026-08-31', '1.31')];
    await as(viewer).getLatestRates();
    expect((await refusal(as(viewer).saveExchangeRates({ body: { rates } }))).status).toBe(403);
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    const visible = await as(stranger).getLatestRates();
    expect(visible).toEqual([]);
  });
});

describe('reference data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('lists its types, some of them under their own addresses [U-C-041 U-C-051 U-T-020 U-T-036]', async () => {
    const tenantId = await server.tenant();
    await fillTenant(server.database.worker, tenantId, server.now);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    const types = await server.as(viewer).listReferenceTypes();
    expect(types).toHaveLength(Object.keys(referenceTypes).length);
    expect(types.find(({ name }) => name === 'document-category')).toMatchObject({
      descriptionField: 'Description',
      orderingField: 'DisplayOrder',
      subTypes: ['TRUST', 'INVESTMENT', 'FUND', 'ENTITY', 'EMPLOYEE', 'DISTRIBUTION'],
    });
    for (const type of ['participant-class', 'tranche-status'] as const)
      expect((await server.as(viewer).listReferenceEntries({ params: { type } })).length, type).toBeGreaterThan(0);
    for (const [read, type] of [
      [server.as(viewer).listTrustTypes, 'trust-type'],
      [server.as(viewer).listOffices, 'office'],
      [server.as(viewer).listCountries, 'country'],
    ] as const) {
      const entries = await read();
      expect(entries.length).toBeGreaterThan(0);
      expect(entries).toEqual(await server.as(viewer).listReferenceEntries({ params: { type } }));
    }
  });
});
