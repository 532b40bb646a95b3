import { emptyId } from '@carrara/contract/core/kinds';
import { decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { checkTemplate, readTemplate } from '@carrara/domain/performance/ilpa';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
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

const cache = new Map<string, Promise<string>>();
async function reference(type: string, code: string): Promise<{ readonly Id: string }> {
  const key = `${type} ${code}`;
  const found = cache.get(key) ?? server.referenceEntry(tenantId, type, code);
  cache.set(key, found);
  return { Id: await found };
}

/** A fund of a buyout family of 2021. Its only investor has the cash flows of the worked example. */
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
    expect(await refusal(`index-series/${index}/levels`, levels(['2099-01-01', '140']))).toEqual([
      422,
      'DATE_TOO_LATE Levels[0].Date',
    ]);
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
      Annualized: true,
      IsOfAll: false,
      KsPme: significantText(received.plus('10').div(paid)),
      LongNickels: { NAV: moneyText(paid.minus(received)) },
      PmePlus: { Factor: significantText(paid.minus('10').div(received)) },
      NotDetermined: [],
      Warnings: [{ Code: 'INDEX_STALE', Message: 'The index value of 03/31/2024 is 90 days old.' }],
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
    const { Id } = await post('index-series', {
      Code: 'FALLING',
      Name: 'Falling index',
      Currency: await reference('currency', 'EUR'),
    });
    const days = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'];
    await post(`index-series/${Id}/levels`, {
      Levels: days.map((Date, i) => ({ Date, Level: ['100', '50', '20', '10'][i] })),
    });
    expect(await get(`fund/${fund}/2024-03-31/pme?index=FALLING`)).toMatchObject({
      LongNickels: { Rate: null },
      Warnings: [{ Code: 'MIXED_CURRENCIES' }, { Code: 'INDEX_STALE' }],
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
      // The 70.00 of the day before, of which 60.00 were paid out.
      PercentWithNav: '0',
    });
  });
});

describe('economic terms', () => {
  const missingId = '00000000-0000-0000-0000-000000000000';
  it('are those of a fund, and for an investor what its side letter says otherwise [A-P-148]', async () => {
    expect(await get(`ilpa/${fund}/${missingId}/terms`)).toMatchObject({ RowVersion: null, Carry: null });
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
      'waterfall European (whole fund) true',
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

/**
 * Creates a second fund of the family in another currency. It is charged a fee, and its general partner and a related
 * party take part.
 */
async function chargedFund(): Promise<string> {
  const { Id } = await post(
    '/api/carry/fund',
    {
      Code: 'EX-II',
      LegalName: 'Example Fund II',
      Currency: await reference('currency', 'EUR'),
      FundFamily: await reference('fund-family', 'BUYOUT'),
      VintageYear: 2021,
    },
    owner,
  );
  let partner = { Id: '' };
  for (const [code, kind, amount] of [
    ['LP-2', 'INVESTOR', '800.00'],
    ['REL-2', 'RELATEDPARTY', '100.00'],
    ['GP-2', 'GP', '100.00'],
  ] as const) {
    partner = await post(
      'investor',
      { Code: code, Name: `Partner ${code}`, Type: await reference('investor-type', kind) },
      owner,
    );
    const terms = kind === 'GP' ? { PaysFee: false } : {};
    await post('commitment', {
      VehicleId: Id,
      InvestorId: partner.Id,
      Kind: 'CLOSE',
      Date: '2022-12-31',
      Amount: amount,
      ...terms,
    });
    if (code === 'LP-2') feePayer = partner.Id;
  }
  await post('ledger', {
    VehicleId: Id,
    Entries: [
      { Type: 'CALL-INV', Amount: '500.00', EffectiveDate: '2023-01-15' },
      { Type: 'CALL-FEE', Amount: '18.00', EffectiveDate: '2023-03-31' },
      { Type: 'FEE', Amount: '4.50', EffectiveDate: '2023-03-31', SettledOn: '2023-03-31' },
      { Type: 'FEE', Amount: '4.50', EffectiveDate: '2023-12-31', SettledOn: '2023-12-31' },
      { Type: 'DIST-ROC', Amount: '100.00', EffectiveDate: '2024-02-01' },
      { Type: 'FEE', Amount: '4.50', EffectiveDate: '2024-03-31', SettledOn: '2024-03-31' },
    ],
  });
  generalPartner = partner.Id;
  // The terms of the GP were entered by mistake and reversed, so they must have no effect.
  const terms = { VehicleId: Id, InvestorId: partner.Id, Kind: 'TERMS', Date: '2023-01-01', PaysFee: true };
  const { Id: event } = await post('commitment', terms);
  await post(`commitment/event/${event}/reverse`, { Reason: 'The GP pays no fee' });
  await post(`ilpa/${Id}/terms`, { ManagementFee: '1.5', FeeBasis: { Code: 'COMMITMENT' } });
  return Id;
}

let charged: string;
/** Investors of the fund that is charged a fee. */
let generalPartner: string;
let feePayer: string;
describe('the dashboard', () => {
  let second: string;
  const read = <T>(path: string, query = '') => get<T>(`dashboard/${path}?${query}`);
  beforeAll(async () => {
    second = await chargedFund();
    charged = second;
  });

  it('adds up what is committed, unfunded and held, never over currencies [A-P-127]', async () => {
    expect(await read('totals')).toMatchObject({
      PeriodId: 'ITD',
      EndDate: '2024-03-31',
      NumberOfFunds: 2,
      Currency: null,
      TotalCommitment: null,
      ByCurrency: [
        { Currency: 'USD', TotalCommitment: '200.00', EndUnfundedCommitment: '50.00', FMV: '10.00' },
        { Currency: 'EUR', TotalCommitment: '900.00', EndUnfundedCommitment: '432.00', FMV: '364.50' },
      ],
    });
    expect(await read('totals', `fundId=${second}`)).toMatchObject({
      FundCode: 'EX-II',
      Currency: 'EUR',
      TotalCommitment: '900.00',
      Funds: [{ Code: 'EX-I' }, { Code: 'EX-II' }],
    });
  });

  it('tells since inception unless another period is asked for [U-P-102] [A-P-128] [A-P-130 U-T-100]', async () => {
    const stat = async (code: string, query: string) =>
      (await read<{ Code: string; Value: string | null }[]>('topStats', query))
        .filter(({ Code }) => Code === code)
        .map(({ Value }) => Value);
    expect(await stat('CONTRIBUTIONS', '')).toEqual(['150.00', '468.00']);
    expect(await stat('DISTRIBUTIONS', 'periodId=qtd')).toEqual(['60.00', '90.00']);
    // With the general partner, who doesn't pay a fee.
    expect(await stat('CONTRIBUTIONS', 'basis=all')).toEqual(['150.00', '518.00']);
    expect(await stat('DISTRIBUTIONS', 'periodId=qtd&basis=all')).toEqual(['60.00', '100.00']);
    for (const query of ['', 'basis=all']) {
      const [paid, received, nav, multiple] = await Promise.all(
        ['CONTRIBUTIONS', 'DISTRIBUTIONS', 'NAV', 'TVPI'].map((code) => stat(code, query)),
      );
      const ofDisplayed = (Number(received?.[1]) + Number(nav?.[1])) / Number(paid?.[1]);
      expect(ofDisplayed).toBeCloseTo(Number(multiple?.[1]), 9);
    }
    expect(await stat('TVPI', `fundId=${fund}`)).toEqual(['1']);
    const rows = await read<{ FundCode: string; Contributions: string; Distributions: string }[]>(
      'fundTable',
      'periodId=YTD',
    );
    expect(rows.map(({ FundCode, Contributions, Distributions }) => [FundCode, Contributions, Distributions])).toEqual([
      ['EX-I', '0.00', '60.00'],
      ['EX-II', '0.00', '90.00'],
    ]);
  });

  it('shows families, commitments, returns and flows of the chosen funds [A-P-129] [A-P-132] [A-P-133] [A-P-134] [U-P-099]', async () => {
    expect(await read('byFundFamily')).toMatchObject([
      { Currency: 'EUR', NumberOfFunds: 1, FMV: '364.50' },
      { Currency: 'USD', NumberOfFunds: 1, FMV: '10.00' },
    ]);
    expect(await read('byFundFamily', `fundFamilyId=${investor}`)).toEqual([]);
    // Ordered by size, because the chart shows seven.
    expect(await read('commitment-comp')).toMatchObject([{ FundCode: 'EX-II' }, { FundCode: 'EX-I' }]);
    expect(await read('commitment-comp', `fundId=${second}`)).toMatchObject([
      { Commitment: '900.00', Contributions: '468.00', Unfunded: '432.00' },
    ]);
    expect(await read('fund-stats', `fundId=${fund}`)).toMatchObject([{ DPI: '0.933333333333', TVPI: '1' }]);
    expect(await read('distribution-vals', `fundId=${fund}`)).toMatchObject([
      { Currency: 'USD', Year: 2021, Quarter: null, Contributions: '100.00', Distributions: '0.00' },
      { Currency: 'USD', Year: 2022, Quarter: null, Contributions: '50.00', Distributions: '0.00' },
      { Currency: 'USD', Year: 2023, Quarter: null, Contributions: '0.00', Distributions: '80.00' },
      { Currency: 'USD', Year: 2024, Quarter: null, Contributions: '0.00', Distributions: '60.00' },
    ]);
  });

  it('holds the fee of a period against days x rate / 36500 x commitment of those who pay it [U-P-106] [A-P-131]', async () => {
    // 2022-12-31 to 2024-03-31 are 456 days: 456 x 1.5 / 36500 x 900.
    expect(await read('feeValues', `fundId=${second}`)).toMatchObject([
      {
        StartDate: '2022-12-31',
        EndDate: '2024-03-31',
        Rate: '1.5',
        Fee: '13.50',
        Projection: '16.87',
        Difference: '-3.37',
        Standing: 'below',
      },
    ]);
    expect(await read('feeValues', `fundId=${second}&periodId=QTD`)).toMatchObject([
      { StartDate: '2023-12-31', Fee: '4.50', Projection: '3.37', Standing: 'above' },
    ]);
    // A commitment that pays fees from a quarter on counts from then, not in earlier quarters: 365 x 1.5 / 36500 x 900
    // + 91 x 1.5 / 36500 x 1000.
    const InvestorId = generalPartner;
    const pays = { VehicleId: second, InvestorId, Kind: 'TERMS', Date: '2024-02-15', PaysFee: true };
    const { Id: event } = await post('commitment', pays);
    expect(await read('feeValues', `fundId=${second}`)).toMatchObject([{ Projection: '17.24' }]);
    expect(await read('feeValues', `fundId=${second}&periodId=QTD`)).toMatchObject([{ Projection: '3.74' }]);
    await post(`commitment/event/${event}/reverse`, { Reason: 'It was another one' });
    expect(await read('feeValues', `fundId=${second}`)).toMatchObject([{ Projection: '16.87' }]);
    // An increase counts from the first close, unless the terms say from its own date: 91 days and the 365 before x 1.5
    // / 36500 x 100; 45 days.
    const more = { VehicleId: second, InvestorId: feePayer, Kind: 'INCREASE', Date: '2024-02-15', Amount: '100.00' };
    const { Id: increase } = await post('commitment', more);
    expect(await read('feeValues', `fundId=${second}`)).toMatchObject([{ Projection: '18.74' }]);
    expect(await read('feeValues', `fundId=${second}&periodId=QTD`)).toMatchObject([{ Projection: '5.24' }]);
    const feeTerms = { ManagementFee: '1.5', FeeBasis: { Code: 'COMMITMENT' }, FeeStart: { Code: 'OWN_CLOSE' } };
    await post(`ilpa/${second}/terms`, { ...feeTerms, RowVersion: 1 });
    expect(await read('feeValues', `fundId=${second}&periodId=QTD`)).toMatchObject([{ Projection: '3.55' }]);
    await post(`ilpa/${second}/terms`, { ...feeTerms, FeeStart: null, RowVersion: 2 });
    await post(`commitment/event/${increase}/reverse`, { Reason: 'It was another one' });
    // Nothing is projected from figures that have ended.
    const ended = await read('feeValues', `fundId=${second}&endDate=2026-06-30`);
    const Message = expect.stringContaining('no figures after 03/31/2024') as string;
    expect(ended).toMatchObject([
      {
        Fee: '13.50',
        Projection: null,
        Standing: null,
        NotDetermined: [{ Field: 'rate' }, { Field: 'base' }, { Field: 'projection', Message }],
      },
    ]);
    await post(`ilpa/${fund}/terms`, { ManagementFee: null, RowVersion: 2 });
    expect(await read('feeValues', `fundId=${fund}`)).toMatchObject([
      {
        Projection: null,
        Standing: null,
        NotDetermined: [{ Field: 'rate' }, { Field: 'base' }, { Field: 'projection', Code: 'NOT_DETERMINED' }],
      },
    ]);
  });

  it('has the multiple of a fund where it is the only one of its vintage', async () => {
    interface Row {
      readonly FundCode: string;
      readonly TVPI: string;
    }
    const { PageData } = await get<{ PageData: readonly Row[] }>('fund/funds?endDate=2024-03-31');
    const vintages = await get<readonly { Currency: string; TVPI: string }[]>(
      'fund/fund-vintage-year-chart-data?endDate=2024-03-31',
    );
    expect(vintages.find(({ Currency }) => Currency === 'EUR')?.TVPI).toBe(
      PageData.find(({ FundCode }) => FundCode === 'EX-II')?.TVPI,
    );
  });

  it('shows funds among others [A-P-135] [A-P-136]', async () => {
    expect(await read('benchmarks/irr', `fundId=${fund}`)).toMatchObject([
      { Benchmark: 'Buyout 2021', AsOf: '2024-03-31', Upper: '18', Median: '12', Lower: '5' },
    ]);
    expect(await read('benchmarks/moic', `fundId=${fund}`)).toMatchObject([{ Rate: '1', Upper: '1.9', Quartile: 4 }]);
  });

  describe('and the fees', () => {
    const day = '2024-03-31';
    interface Table {
      readonly Periods: readonly {
        readonly PeriodName: string;
        readonly StartDate: string | null;
        readonly PropertySections: readonly {
          readonly Code: string;
          readonly Properties: readonly { readonly Row: number; readonly Amount: string }[];
        }[];
      }[];
    }
    const rowOf = (table: Table, row: number) =>
      table.Periods.map(
        ({ PropertySections }) =>
          PropertySections.flatMap(({ Properties }) => Properties).find(({ Row }) => Row === row)?.Amount,
      );

    it('stand by section in the current quarter, since inception and in the year, of the fund, its GP or its related parties [A-P-145] [U-P-036] [U-P-073 U-T-079]', async () => {
      const table = await get<Table>(`ilpa/${day}/fee?fundId=${second}`);
      expect(table.Periods.map(({ PeriodName, StartDate }) => [PeriodName, StartDate])).toEqual([
        ['Current', '2023-12-31'],
        ['ITD', null],
        ['YTD', '2023-12-31'],
      ]);
      expect(rowOf(table, 21)).toEqual(['-4.50', '-13.50', '-4.50']);
      expect(rowOf(await get(`ilpa/${day}/fee?fundId=${second}&investorType=RELATEDPARTY`), 21)).toEqual([
        '-0.50',
        '-1.50',
        '-0.50',
      ]);
      expect(rowOf(await get(`ilpa/${day}/fee?fundId=${second}&investorType=GP`), 21)).toEqual([
        '0.00',
        '0.00',
        '0.00',
      ]);
      expect((await send(editor, `ilpa/${day}/fee?fundId=${second}&investorType=INVESTOR`)).statusCode).toBe(400);
    });

    it('are named with their funds, investors, dates and parts [A-P-137] [A-P-138] [A-P-139] [A-P-141] [A-P-143] [A-P-144]', async () => {
      expect(await get(`ilpa/${day}/funds`)).toMatchObject([{ FundCode: 'EX-I' }, { FundCode: 'EX-II' }]);
      const byDate = await get<{ EndDate: string; Funds: object[] }[]>('ilpa/fundsByDate');
      expect([byDate[0]?.EndDate, byDate[0]?.Funds.length]).toEqual([day, 2]);
      expect(await get(`ilpa/${day}/investors?fundId=${fund}`)).toMatchObject([{ InvestorName: 'Pension One' }]);
      expect((await get<{ EndDate: string }[]>('ilpa/reportingDates'))[0]?.EndDate).toBe(day);
      const references = await get<{ FeeInvestorTypes: { Code: string }[]; ComparedInvestorTypes: { Code: string }[] }>(
        'ilpa/fee-ref',
      );
      expect(references.FeeInvestorTypes.map(({ Code }) => Code).sort()).toEqual(['FUND', 'GP', 'RELATEDPARTY']);
      expect(references.ComparedInvestorTypes.map(({ Code }) => Code).sort()).toEqual(['FUND', 'GP']);
      const sections = await get<{ Code: string; Properties: { Row: number }[] }[]>('ilpa/fee-props-by-section');
      expect(sections[0]).toMatchObject({
        Code: 'MANAGEMENT_FEES',
        Properties: [{ Row: 21 }, { Row: 22 }, { Row: 23 }, { Row: 24 }, { Row: 25 }],
      });
    });

    it('have a profile and a summary of the fund, and of an investor its own table [A-P-140] [A-P-142] [A-P-146] [A-P-147]', async () => {
      expect(await get(`ilpa/${day}/profile?fundId=${second}`)).toMatchObject({
        Commitment: '1000.00',
        NAV: '404.50',
        NumberOfInvestors: 3,
      });
      expect(await get(`ilpa/summary?fundId=${second}&endDate=${day}`)).toMatchObject({
        Periods: [
          { PeriodName: 'Current', ManagementFees: '-4.50' },
          { ManagementFees: '-13.50' },
          { ManagementFees: '-4.50' },
        ],
      });
      const own = await get<{ InvestorType: { Code: string }; Commitment: string }>(
        `ilpa/investor/${day}/profile?fundId=${fund}&investorId=${investor}`,
      );
      expect([own.InvestorType.Code, own.Commitment]).toEqual(['INVESTOR', '200.00']);
      expect(rowOf(await get(`ilpa/investor/${day}/fee?fundId=${fund}&investorId=${investor}`), 21)).toEqual([
        '0.00',
        '0.00',
        '0.00',
      ]);
      expect((await send(editor, `ilpa/investor/${day}/fee?fundId=${second}&investorId=${investor}`)).statusCode).toBe(
        404,
      );
    });

    it('are compared fund by fund; types that are investors are refused [A-P-150] [U-P-072 U-T-079]', async () => {
      const compared = await post<{
        Funds: { FundCode: string }[];
        Data: { Row: number; Amounts: { Amount: string }[] }[];
      }>(`ilpa/${day}/fund-comparison?periodCode=ITD&investorType=FUND`, [fund, second]);
      expect(compared.Funds.map(({ FundCode }) => FundCode)).toEqual(['EX-I', 'EX-II']);
      expect(compared.Data.find(({ Row }) => Row === 25)?.Amounts.map(({ Amount }) => Amount)).toEqual([
        '0.00',
        '-13.50',
      ]);
      for (const type of ['INVESTOR', 'SPV', 'RELATEDPARTY']) {
        expect((await send(editor, `ilpa/${day}/fund-comparison?investorType=${type}`, [fund])).statusCode).toBe(400);
      }
    });

    it('go into the Reporting Template of an investor, which passes the check for other people’s files [A-P-151]', async () => {
      const answer = await send(
        editor,
        `ilpa/investorexport?format=excel&fundId=${fund}&investorId=${investor}&endDate=${day}`,
      );
      expect(answer.statusCode).toBe(200);
      const sheets = (await readWorkbook(answer.rawPayload))._unsafeUnwrap();
      const { differences, missing } = checkTemplate(readTemplate(sheets[0]!.rows)._unsafeUnwrap());
      expect([differences, missing]).toEqual([[], []]);
    });

    it('make the Performance Template by the method of the terms, its workbook with live formulas', async () => {
      const template = `ilpa/performance-template?fundId=${second}&endDate=${day}`;
      expect(await refusal(template)).toEqual([422, 'NOT_DETERMINED Method']);
      expect((await send(editor, template)).body).toContain('Set it under Analysis > Fee template > Economic terms');
      const granular = await get<{
        Figures: { Column: string; Multiple: string }[];
        Lines: { Type: string; Amount: string }[];
      }>(`${template}&method=GRANULAR`);
      // 900 of 1000 pay fees: 450 of the call, 18 of the fees paid in and 90 received, and their value.
      expect(granular.Lines.map(({ Type, Amount }) => `${Amount} ${Type}`)).toEqual([
        '-450.00 Capital Call: Investments',
        '-18.00 Capital Call: Management Fees (Inside Commitment)',
        '90.00 Distribution: Permanent - Return of Capital',
        '364.50 NAV',
      ]);
      expect(granular.Figures.map(({ Column, Multiple }) => [Column, Multiple])).toEqual([
        ['grossWith', '1.01'],
        ['netWith', '0.971153846154'],
        ['grossWithout', '1.01'],
        ['netWithout', '0.971153846154'],
      ]);
      const file = await send(
        editor,
        `ilpa/performance-template/export?fundId=${second}&endDate=${day}&method=GROSS_UP`,
      );
      expect(file.statusCode).toBe(200);
      const sheets = (await readWorkbook(file.rawPayload))._unsafeUnwrap();
      expect(sheets.map(({ name }) => name)).toEqual(['Performance Template', 'Flows by column']);
      // Once the terms name a method, requesting another one is refused.
      const storedTerms = await get<{ RowVersion: number | null }>(`ilpa/${second}/${emptyId}/terms`);
      const { RowVersion } = storedTerms;
      const terms = await send(editor, `ilpa/${second}/terms`, { RowVersion, PerformanceMethod: { Code: 'GRANULAR' } });
      expect(terms.statusCode, terms.body).toBe(200);
      expect(await refusal(`${template}&method=GROSS_UP`)).toEqual([409, 'CONDITION_NOT_MET Method']);
      expect(await get(`${template}&method=GRANULAR`)).toEqual(granular);
      expect(await get(template)).toEqual(granular);
    });
  });

  it('bridges one NAV to the next, to the cent [bridge]', async () => {
    const bridge = await get<{ Periods: Record<string, string>[] }>(`fund/${second}/2024-03-31/bridge`);
    expect(
      bridge.Periods.map(({ Code, Opening, Contributions, Distributions, Expenses, Closing }) => [
        Code,
        Opening,
        Contributions,
        Distributions,
        Expenses,
        Closing,
      ]),
    ).toEqual([
      ['QTD', '509.00', '0.00', '-100.00', '-4.50', '404.50'],
      ['YTD', '509.00', '0.00', '-100.00', '-4.50', '404.50'],
      ['ITD', '0.00', '518.00', '-100.00', '-13.50', '404.50'],
    ]);
  });
});

it('counts in all boards of the dashboard what was called less the excess, what is not carry, and who pays fees [A-P-128] [A-P-130] [A-P-133]', async () => {
  const boards = (path: string, query: string) =>
    get<Record<string, string>[]>(`dashboard/${path}?fundId=${charged}&${query}`);
  await post('ledger', {
    VehicleId: charged,
    Entries: [
      { Type: 'CALL-INV', Amount: '40.00', EffectiveDate: '2024-03-10' },
      { Type: 'EXCESS-INV', Amount: '30.00', EffectiveDate: '2024-03-20' },
      { Type: 'CARRY-PAID', Amount: '5.00', EffectiveDate: '2024-03-25' },
    ],
  });
  const [own] = await boards('fund-stats', '');
  for (const [period, contributions, distributions] of [
    ['QTD', '9.00', '90.00'],
    ['ITD', '477.00', '90.00'],
  ] as const) {
    const stats = await boards('topStats', `periodId=${period}`);
    const value = (code: string) => stats.find(({ Code }) => Code === code)?.['Value'];
    expect([value('CONTRIBUTIONS'), value('DISTRIBUTIONS')]).toEqual([contributions, distributions]);
    expect([value('DPI'), value('TVPI')]).toEqual([own?.['DPI'], own?.['TVPI']]);
    expect(await boards('fundTable', `periodId=${period}`)).toMatchObject([
      { Contributions: contributions, Distributions: distributions },
    ]);
  }
  expect(await boards('distribution-vals', 'periodId=QTD')).toMatchObject([
    { Contributions: '9.00', Distributions: '90.00' },
  ]);
  expect(await boards('commitment-comp', '')).toMatchObject([{ Contributions: '477.00' }]);
});

it('has one average of the rates, the mean of the funds that have one [A-P-128]', async () => {
  const spent = await post(
    '/api/carry/fund',
    {
      Code: 'EX-III',
      LegalName: 'Spent Fund III',
      Currency: await reference('currency', 'EUR'),
      FundFamily: await reference('fund-family', 'BUYOUT'),
      VintageYear: 2022,
    },
    owner,
  );
  const [VehicleId, Date] = [spent.Id, '2022-03-01'];
  await post('commitment', { VehicleId, InvestorId: investor, Kind: 'CLOSE', Date, Amount: '20.00' });
  await post('ledger', {
    VehicleId,
    Entries: [
      { Type: 'CALL-EXP', Amount: '20.00', EffectiveDate: Date },
      { Type: 'EXP-OTHER', Amount: '20.00', EffectiveDate: '2024-03-31' },
    ],
  });
  const rates = await get<{ IRR: string | null }[]>('dashboard/fund-stats');
  expect(rates.map(({ IRR }) => IRR === null)).toEqual([false, false, true]);
  const stats = await get<{ Code: string; Value: string | null }[]>('dashboard/topStats');
  const { AverageIrr } = await get<{ AverageIrr: string }>('fund/summary');
  expect(stats.find(({ Code }) => Code === 'AVERAGE_IRR')?.Value).toBe(AverageIrr);
  expect(AverageIrr).toMatch(/^-?\d/);
});

it('leaves a trail that agrees with what is stored', async () => {
  const findings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
    (await verifyTenant(tx, server.auditKey)).findings
      .map(({ of: location, what: subject }) => `${location.join(' / ')}: ${subject}`)
      .filter((text) => !text.startsWith('reference /')),
  );
  expect(findings).toEqual([]);
});
