import { decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { verifyTenant } from '@carrara/adapters/postgres/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance';
let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let owner: TestPerson;

async function send(as: TestPerson, path: string, payload?: object) {
  const url = path.startsWith('/') ? path : `${base}/${path}`;
  return server.call(as.token, tenantId, { method: payload ? 'POST' : 'GET', url, ...(payload ? { payload } : {}) });
}
async function post<T = { readonly Id: string }>(path: string, payload: object, as = editor): Promise<T> {
  const answer = await send(as, path, payload);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
  return answer.json<T>();
}
async function get<T>(path: string, as = editor): Promise<T> {
  const answer = await send(as, path);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
  return answer.json<T>();
}
async function refusal(path: string, payload?: object, as = editor): Promise<readonly (string | number)[]> {
  const answer = await send(as, path, payload);
  const { Errors = [] } = answer.json<{ Errors?: { Path: string; Code: string }[] }>();
  return [answer.statusCode, ...Errors.map(({ Path, Code }) => `${Code} ${Path}`)];
}

const known = new Map<string, Promise<string>>();
async function reference(type: string, code: string): Promise<{ readonly Id: string }> {
  const key = `${type} ${code}`;
  const found = known.get(key) ?? server.referenceEntry(tenantId, type, code);
  known.set(key, found);
  return { Id: await found };
}

/** A fund of a buyout family of 2021 whose only investor paid in and received what the worked example says. */
let fund: string;
let investor: string;
const flows = [
  ['CALL-INV', '100.00', '2021-01-01'],
  ['CALL-INV', '50.00', '2022-01-01'],
  ['DIST-GAIN', '80.00', '2023-01-01'],
  ['DIST-GAIN', '60.00', '2024-01-01'],
] as const;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  fund = (
    await post(
      '/api/carry/fund',
      {
        Code: 'EX-I',
        LegalName: 'Example Fund I',
        Currency: await reference('currency', 'USD'),
        FundFamily: await reference('fund-family', 'BUYOUT'),
        VintageYear: 2021,
      },
      owner,
    )
  ).Id;
  investor = (
    await post(
      'investor',
      { Code: 'LP-1', Name: 'Pension One', Type: await reference('investor-type', 'INVESTOR') },
      owner,
    )
  ).Id;
  await post('commitment', {
    VehicleId: fund,
    InvestorId: investor,
    Kind: 'CLOSE',
    Date: '2021-01-01',
    Amount: '200.00',
  });
  await post('ledger', {
    VehicleId: fund,
    Entries: flows.map(([Type, Amount, EffectiveDate]) => ({ Type, Amount, EffectiveDate })),
  });
});
afterAll(() => server.stop());

const statsOfFund = () => get<{ FundIrr: string | null }>(`fund/${fund}/fund-benchmark-stats`);

describe('indices', () => {
  it('keep their levels by day: entered, replaced, taken away, and tells how many', async () => {
    const { Id: index } = await post('index-series', { Code: 'WORLD', Name: 'World shares', Provider: 'Invented' });
    const levels = (...Levels: readonly (readonly [string, string | null])[]) => ({
      Levels: Levels.map(([Date, Level]) => ({ Date, Level })),
    });
    expect(
      await post(
        `index-series/${index}/levels`,
        levels(['2021-01-01', '100'], ['2022-01-01', '110'], ['2023-01-01', '99.5']),
      ),
    ).toMatchObject({
      Added: 3,
    });
    expect(
      await post(
        `index-series/${index}/levels`,
        levels(['2021-01-01', '100'], ['2022-01-01', null], ['2023-01-01', '99'], ['2024-01-01', '132']),
      ),
    ).toEqual({ Added: 1, Changed: 1, Removed: 1, Unchanged: 1 });
    expect(await get(`index-series/${index}`)).toMatchObject({
      Levels: 3,
      FirstDate: '2021-01-01',
      LastDate: '2024-01-01',
    });
    const { PageData } = await get<{ PageData: { Date: string; Level: string }[] }>(`index-series/${index}/levels`);
    expect(PageData.map(({ Date, Level }) => `${Date} ${Level}`)).toEqual([
      '2024-01-01 132',
      '2023-01-01 99',
      '2021-01-01 100',
    ]);
    const list = await get<{ PageData: object[] }>('index-series');
    expect(list.PageData).toMatchObject([{ Code: 'WORLD', Levels: 3 }]);
    expect(
      await refusal(
        `index-series/${index}/levels`,
        levels(['2024-01-02', '0'], ['2024-01-03', '1'], ['2024-01-03', '2']),
      ),
    ).toEqual([422, 'INDEX_NOT_POSITIVE Levels[0].Level', 'INDEX_DATE_TWICE Levels[2].Date']);
    expect(await refusal('index-series', { Code: 'world', Name: 'Another' })).toEqual([409, 'DUPLICATE Code']);
  });

  it('are read by every role of performance and changed by editors', async () => {
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    expect((await send(viewer, 'index-series')).statusCode).toBe(200);
    expect((await send(viewer, 'index-series', { Code: 'X', Name: 'X' })).statusCode).toBe(403);
    expect((await send(await server.person(tenantId, { carry: 'administrator' }), 'index-series')).statusCode).toBe(
      403,
    );
  });
});

describe('benchmarks', () => {
  const figures = (AsOf: string, irr: readonly string[], multiple: readonly string[]) => ({
    AsOf,
    IrrUpper: irr[0],
    IrrMedian: irr[1],
    IrrLower: irr[2],
    MultipleUpper: multiple[0],
    MultipleMedian: multiple[1],
    MultipleLower: multiple[2],
  });

  it('lists the funds that have figures [A-P-109], and holds one against the quartiles of its year and strategy [A-P-110]', async () => {
    const strategy = await reference('fund-family', 'BUYOUT');
    await post('benchmark', {
      Name: 'Buyout 2021',
      Provider: 'Invented',
      VintageYear: 2021,
      Strategy: strategy,
      Figures: [
        figures('2023-12-31', ['20', '11', '4.5'], ['1.8', '1.4', '1.1']),
        figures('2024-03-31', ['18', '12', '5'], ['1.9', '1.5', '1.2']),
        figures('2024-06-30', ['99', '98', '97'], ['9', '8', '7']),
      ],
    });
    await post('benchmark', {
      Name: 'All funds',
      Provider: 'Other',
      Figures: [figures('2020-12-31', ['10', '8', '6'], ['2', '1', '0.5'])],
    });
    await post('benchmark', {
      Name: 'Buyout 2019',
      Provider: 'Invented',
      VintageYear: 2019,
      Figures: [figures('2023-12-31', ['1', '0', '-1'], [])],
    });
    const funds = await get<object[]>('fund/funds-for-benchmark');
    expect(funds).toMatchObject([
      { FundId: fund, FundName: 'Example Fund I', FundCode: 'EX-I', VintageYear: 2021, LastDate: '2024-03-31' },
    ]);
    const stats = await get<{
      Date: string;
      IRR: { Provider: string; Bound: string; Rate: string; Benchmark: string | null }[];
      Quartiles: object[];
    }>(`fund/${fund}/fund-benchmark-stats`);
    expect(stats.Date).toBe('2024-03-31');
    expect(stats.IRR.slice(1).map(({ Provider, Bound, Rate }) => `${Provider} ${Bound} ${Rate}`)).toEqual([
      'Invented UPPER 18',
      'Invented MEDIAN 12',
      'Invented LOWER 5',
      'Other UPPER 10',
      'Other MEDIAN 8',
      'Other LOWER 6',
    ]);
    expect(stats.Quartiles).toMatchObject([
      { Benchmark: 'Buyout 2021', AsOf: '2024-03-31' },
      { Benchmark: 'All funds', AsOf: '2020-12-31' },
    ]);
    expect((await send(editor, `fund/${fund}/fund-benchmark-stats?date=2019-12-31`)).statusCode).toBe(404);
  });

  it('refuse quartiles out of their order, at the row', async () => {
    expect(
      await refusal('benchmark', {
        Name: 'Odd',
        Provider: 'P',
        Figures: [figures('2023-12-31', ['5', '12', '18'], [])],
      }),
    ).toEqual([422, 'FIGURES_DIFFER Figures[0].IrrUpper']);
    const twice = figures('2023-12-31', ['18', '12', '5'], []);
    expect(await refusal('benchmark', { Name: 'Odd', Provider: 'P', Figures: [twice, twice] })).toEqual([
      409,
      'DUPLICATE Figures',
    ]);
  });
});

describe('a fund against an index', () => {
  it('tells five public market equivalents of the commitments that pay fees, and warns of an old level [pme]', async () => {
    const { Id } = await post('index-series', { Code: 'EXAMPLE', Name: 'Example index' });
    const days = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'];
    const levels = ['100', '110', '99', '132'];
    await post(`index-series/${Id}/levels`, { Levels: days.map((Date, i) => ({ Date, Level: levels[i] })) });
    const pme = await get<Record<string, unknown>>(`fund/${fund}/2024-03-31/pme?index=${Id}`);
    // 100 and 50 paid in, 80 and 60 received, 10 left: grown to 132.
    const [paid, received] = [
      decimal('100').mul('1.32').plus(decimal('50').mul('1.2')),
      decimal('80').mul('132').div('99').plus('60'),
    ];
    expect(pme).toMatchObject({
      Index: { Code: 'EXAMPLE' },
      NAV: '10.00',
      Annualised: true,
      IsOfAll: false,
      KsPme: significantText(received.plus('10').div(paid)),
      LongNickels: { NAV: moneyText(paid.minus(received)) },
      PmePlus: { Factor: significantText(paid.minus('10').div(received)) },
      NotDetermined: [],
      Warnings: [{ Code: 'INDEX_STALE', Message: 'The index value of 2024-03-31 is 90 days old.' }],
    });
    expect(pme['IRR']).toBe((await statsOfFund()).FundIrr);
    expect(await get(`fund/${fund}/2024-03-31/pme?index=example`)).toEqual(pme);
  });

  it('refuses an index that begins too late, and one that is not there', async () => {
    const { Id } = await post('index-series', { Code: 'LATE', Name: 'Late index' });
    await post(`index-series/${Id}/levels`, { Levels: [{ Date: '2023-06-30', Level: '100' }] });
    expect((await refusal(`fund/${fund}/2024-03-31/pme?index=LATE`)).slice(0, 2)).toEqual([
      422,
      'NO_INDEX_VALUE Index',
    ]);
    expect(await refusal(`fund/${fund}/2024-03-31/pme?index=NONE`)).toEqual([404, 'NOT_FOUND Index']);
    expect(await refusal(`fund/${fund}/2031-03-31/pme?index=LATE`)).toEqual([422, 'NO_COMMITMENT Date']);
  });

  it('names what is short in the index instead of a rate [SHORT_POSITION]', async () => {
    const { Id } = await post('index-series', { Code: 'FALLING', Name: 'Falling index' });
    const days = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'];
    await post(`index-series/${Id}/levels`, {
      Levels: days.map((Date, i) => ({ Date, Level: ['100', '50', '20', '10'][i] })),
    });
    expect(await get(`fund/${fund}/2024-03-31/pme?index=FALLING`)).toMatchObject({
      LongNickels: { Rate: null },
      NotDetermined: expect.arrayContaining([
        expect.objectContaining({ Field: 'longNickels.rate', Code: 'SHORT_POSITION' }),
      ]),
    });
  });

  it('draws its J-curve by quarter of age, with depth and break-even [jcurve]', async () => {
    const curve = await get<{ Quarters: { Age: number; Cumulative: string; WithNAV?: string }[] }>(
      `fund/${fund}/2024-03-31/jcurve`,
    );
    expect(curve).toMatchObject({
      Commitment: '200.00',
      Depth: { Date: '2022-01-01', Cumulative: '-150.00', Percent: '-75' },
      BreakEven: null,
    });
    expect(curve.Quarters[0]).toMatchObject({ Age: 0, Date: '2021-01-01', Cumulative: '-100.00', WithNav: null });
    expect(curve.Quarters.at(-1)).toMatchObject({
      Age: 12,
      Date: '2024-01-01',
      Cumulative: '-10.00',
      PercentWithNav: '30',
    });
  });
});

describe('economic terms', () => {
  const none = '00000000-0000-0000-0000-000000000000';
  it('are those of a fund, and for an investor what its side letter says otherwise [A-P-148]', async () => {
    expect(await get(`ilpa/${fund}/${none}/terms`)).toMatchObject({ RowVersion: null, Carry: null });
    const saved = await post<{ RowVersion: number }>(`ilpa/${fund}/terms`, {
      ManagementFee: '1.75',
      FeeBasis: { Code: 'COMMITMENT' },
      Waterfall: { Code: 'WHOLE_FUND' },
      Carry: '20',
      Hurdle: '8',
      CatchUp: '100',
    });
    expect(saved).toMatchObject({
      RowVersion: 1,
      Carry: '20',
      FeeBasis: { Code: 'COMMITMENT', Description: 'Commitments' },
    });
    await post(`ilpa/${fund}/terms`, { InvestorId: investor, ManagementFee: '1.5' });
    const own = await get<{ Terms: { Code: string; Value: string | null; IsOfFund: boolean }[] }>(
      `ilpa/${fund}/${investor}/terms`,
    );
    expect(own).toMatchObject({ ManagementFee: '1.5', Carry: '20', InvestorId: investor });
    expect(
      own.Terms.filter(({ Value }) => Value !== null).map(
        ({ Code, Value, IsOfFund }) => `${Code} ${Value} ${IsOfFund}`,
      ),
    ).toEqual([
      'managementFee 1.5 % false',
      'feeBasis Commitments true',
      'waterfall Whole fund true',
      'carry 20 % true',
      'hurdle 8 % true',
      'catchUp 100 % true',
    ]);
  });
  it('are refused out of their range, at the field; nothing is written twice', async () => {
    expect(await refusal(`ilpa/${fund}/terms`, { Carry: '20', CatchUp: '15', RowVersion: 1 })).toEqual([
      422,
      'PERCENT_RANGE CatchUp',
    ]);
    expect(await refusal(`ilpa/${fund}/terms`, { Hurdle: '101', RowVersion: 1 })).toEqual([
      422,
      'PERCENT_RANGE Hurdle',
    ]);
    expect(await refusal(`ilpa/${fund}/terms`, { Carry: '10' })).toEqual([422, 'ROW_VERSION_REQUIRED RowVersion']);
    expect(await refusal(`ilpa/${fund}/terms`, { Carry: '10', RowVersion: 7 })).toEqual([
      409,
      'STALE_VERSION RowVersion',
    ]);
    const method = { InvestorId: investor, PerformanceMethod: { Code: 'GRANULAR' }, RowVersion: 1 };
    expect(await refusal(`ilpa/${fund}/terms`, method)).toEqual([422, 'FIELD_NOT_OF_TYPE PerformanceMethod']);
  });
  it('make the carry position of the fund; without them it is not determined, never zero [carry-position]', async () => {
    const position = await get(`fund/${fund}/2024-03-31/carry-position`);
    expect(position).toMatchObject({
      Contributions: '150.00',
      Distributions: '140.00',
      NAVBeforeCarry: '10.00',
      CarryPaid: '0.00',
      Profit: '0.00',
      Earned: '0.00',
      Exposure: '0.00',
      NotDetermined: [],
    });
    await post(`ilpa/${fund}/terms`, { Carry: '20', Hurdle: null, CatchUp: null, RowVersion: 1 });
    expect(await get(`fund/${fund}/2024-03-31/carry-position`)).toMatchObject({
      Earned: null,
      NotDetermined: [
        { Field: 'hurdle', Code: 'NOT_DETERMINED' },
        { Field: 'catchUp', Code: 'NOT_DETERMINED' },
      ],
    });
  });
});

it('leaves a trail that agrees with what is stored', async () => {
  const findings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
    (await verifyTenant(tx, server.auditKey)).findings
      .map(({ of: place, what }) => `${place.join(' / ')}: ${what}`)
      .filter((text) => !text.startsWith('reference /')),
  );
  expect(findings).toEqual([]);
});
