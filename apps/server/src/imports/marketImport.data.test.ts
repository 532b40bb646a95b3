import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type TestPerson } from '../testing/testServer.ts';
import { counts, faults, uploadClient } from '../testing/uploads.ts';

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
let fund: string;
let steel: string;
let files: ReturnType<typeof uploadClient>;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  fund = (await as(owner).saveFund({ body: { code: 'FUND-I', legalName: 'Fund One', currency } })).id;
  const second = { code: 'FUND-II', legalName: 'Fund Two', currency };
  const { id: other } = await as(owner).saveFund({ body: second });
  const investment = async (code: string, name: string, holders: readonly string[]) =>
    (
      await as(owner).saveInvestment({
        body: { code, name, legalName: name, fundInvestments: holders.map((id) => ({ fund: { id } })) },
      })
    ).id;
  steel = await investment('STEEL', 'North Steel', [fund]);
  await investment('GLASS', 'Clear Glass', [fund, other]);
  files = uploadClient(server, tenantId, editor);
});
afterAll(() => server.stop());

describe('a file of index levels', () => {
  const head = 'Index,Date,Level,Name,Provider,Currency\n';
  const first = `${head}WORLD,2024-01-02,100,World equities,Index House,EUR\nWORLD,2024-01-03,100.5\nWORLD,2024-01-25,1e2\n`;

  it('reports every bad row with its reason, and imports nothing', async () => {
    const wrong = await files.checked(
      'index',
      `${head}EARTH,2024-01-02,100\nWORLD,2024-01-02,0,World equities,,EUR\nWORLD,2024-01-02,7\nMOON,2024-01-02,5,Moon,,XXX\nMOON,2024-02-30,=1+1,Moon\n`,
    );
    expect(faults(wrong)).toEqual([
      [2, 'Index', "There is no index 'EARTH'. Enter its name to create it."],
      [3, 'Level', 'A level must be above zero.'],
      [4, 'Date', 'Row 3 already has a level for this date.'],
      [5, 'Currency', "There is no currency 'XXX'."],
      [6, 'Date', "'2024-02-30' isn’t a calendar date."],
      [6, 'Level', "'=1+1' is not a number."],
    ]);
    expect(faults(await files.checked('index', first))).toEqual([[4, 'Level', "'1e2' is not a number."]]);
    expect(await as(editor).listIndexSeries()).toMatchObject({ pageData: [] });
  });

  it('is imported with warnings about gaps, changes nothing when repeated, and can be updated or overwritten [U-T-056]', async () => {
    const file = first.replace('1e2', '101.00000000004');
    const report = await files.checked('index', file);
    expect(report.notes).toEqual([
      "The index 'World equities' is new and gets the code WORLD.",
      'World equities has a gap of more than 7 days, the longest from 01/03/2024 to 01/25/2024. Figures on a day in between use the last level before it and state its age.',
    ]);
    expect(counts(await files.imported('index', file))).toEqual([3, 0, 0]);
    const { pageData: all } = await as(editor).listIndexSeries();
    expect(all).toMatchObject([{ code: 'WORLD', levels: 3, lastDate: '2024-01-25' }]);
    expect(counts(await files.imported('index', file))).toEqual([0, 0, 3]);

    const corrected = `${head}world equities,2024-01-02,100\nWorld,2024-01-25,102\n`;
    const conflict = await files.checked('index', corrected);
    expect([conflict.conflict, counts(conflict)]).toMatchObject([{ changed: 1, missing: 1 }, [0, 1, 1]]);
    expect(conflict.changes).toMatchObject([
      { record: 'World equities 01/25/2024', field: 'Level', before: '101', after: '102' },
    ]);
    await files.confirm('index', conflict.id, { overwrite: true });
    const levels = await as(editor).listIndexLevels({
      params: { id: all[0]!.id },
      query: { sortColumn: 'Date', sortAsc: 'true' },
    });
    expect(levels.pageData.map(({ date: day, level }) => `${day} ${level}`)).toEqual([
      '2024-01-02 100',
      '2024-01-25 102',
    ]);
  });
});

describe('a file of benchmarks', () => {
  const head =
    'Benchmark,Provider,Vintage year,As of,"IRR, upper quartile","IRR, median","IRR, lower quartile","Multiple, median",Funds\n';

  it('reports every bad row with its reason', async () => {
    const wrong = await files.checked(
      'benchmark',
      `${head}Buyout,,,2024-12-31,20,15,8,,\nBuyout,House,20,2024-12-31,10,15,8,,\nBuyout,House,,2024-12-31,20,15,8,-1,0.5\nBuyout,House,,2024-12-31,,,,,\n`,
    );
    expect(faults(wrong)).toEqual([
      [2, 'Benchmark', "There is no benchmark 'Buyout'. Enter its provider to create it."],
      [3, 'Vintage year', "'20' isn’t a year."],
      [3, 'As of', 'Row 2 already has figures for this date.'],
      [
        3,
        'IRR, upper quartile',
        'The upper quartile must be at least the median, and the median at least the lower quartile.',
      ],
      [4, 'As of', 'Row 3 already has figures for this date.'],
      [4, 'Multiple, median', 'A multiple can’t be negative.'],
      [4, 'Funds', 'Enter a whole number above zero.'],
      [5, 'As of', 'Row 4 already has figures for this date.'],
      [5, 'As of', 'Enter at least one figure.'],
    ]);
  });

  it('is imported by day; an empty cell keeps the stored figure, another figure replaces it', async () => {
    const file = `${head}Buyout 2019,House,2019,2024-12-31,20,15,8,1.5,80\nBuyout 2019,,,2025-03-31,21,16,9,,\n`;
    expect(counts(await files.imported('benchmark', file))).toEqual([2, 0, 0]);
    expect(counts(await files.imported('benchmark', file))).toEqual([0, 0, 2]);
    const other = await files.checked('benchmark', `${head}Buyout 2019,Others,2020,2024-12-31,20,15,8,,\n`);
    expect(faults(other)).toEqual([
      [2, 'Provider', "In Carrara, the benchmark has the provider 'House'. Change it there, or leave this cell empty."],
      [
        2,
        'Vintage year',
        'In Carrara, the benchmark has the vintage year 2019. Change it there, or leave this cell empty.',
      ],
    ]);
    const order = await files.checked('benchmark', `${head}Buyout 2019,,,2024-12-31,,21,,,\n`);
    expect(faults(order)).toEqual([
      [
        2,
        'IRR, upper quartile',
        'The upper quartile must be at least the median, and the median at least the lower quartile.',
      ],
    ]);
    expect(counts(await files.imported('benchmark', `${head}Buyout 2019,,,2024-12-31,,14,,,\n`))).toEqual([0, 1, 0]);
    const { pageData } = await as(editor).listBenchmarks();
    const { figures } = await as(editor).getBenchmark({ params: { id: pageData[0]!.id } });
    expect(figures).toMatchObject([
      { asOf: '2024-12-31', irrUpper: '20', irrMedian: '14', multipleMedian: '1.5', funds: 80 },
      { asOf: '2025-03-31', irrMedian: '16', multipleMedian: null },
    ]);
  });
});

describe('a file of portfolio metrics', () => {
  const head =
    'Investment,Vehicle,Quarter,"LTM revenue, at entry","LTM revenue, now","LTM EBITDA, now","Fully diluted equity, now"\n';
  const metrics = async (date: string) => {
    const holdings = await as(editor).listHoldings({ query: { vehicleId: fund } });
    const holding = holdings.find(({ name }) => name === 'North Steel');
    return as(editor).getPortfolioMetrics({
      query: { investmentId: steel, fundInvestmentId: holding!.id, endDate: date },
    });
  };

  it('reports every bad row with its reason', async () => {
    const wrong = await files.checked(
      'portfolio-metrics',
      `${head}WOOD,,2024-12-31,1\nGLASS,,2024-12-31,1\nGLASS,FUND-9,2024-12-31,1\nSTEEL,,2024-12-30,1\nSTEEL,FUND-I,2024-12-31,1,-2,-3,100.5\nSTEEL,,2024-12-31,,,,\n`,
    );
    expect(faults(wrong)).toEqual([
      [2, 'Investment', "No vehicle holds an investment 'WOOD'."],
      [3, 'Vehicle', "'GLASS' is held by 2 vehicles. Enter one of them."],
      [4, 'Vehicle', "No fund or coinvestment 'FUND-9' holds 'GLASS'."],
      [5, 'Quarter', '12/30/2024 is not a quarter end.'],
      [6, 'LTM revenue, now', 'It can’t be negative.'],
      [6, 'Fully diluted equity, now', 'Ownership is from 0 to 100 percent.'],
      [7, 'Quarter', 'Enter at least one value for the holding.'],
      [7, 'Quarter', 'Row 6 already has values for this holding and quarter.'],
    ]);
  });

  it('is imported by quarter: missing values are carried on, and a repeat changes nothing', async () => {
    const file = `${head}STEEL,,2024-12-31,100.00,120.00,30.00,62.5\nNorth Steel,Fund One,2025-03-31,,125.00,,\n`;
    expect(counts(await files.imported('portfolio-metrics', file))).toEqual([2, 0, 0]);
    expect(counts(await files.imported('portfolio-metrics', file))).toEqual([0, 0, 2]);
    expect((await metrics('2025-03-31')).fundInvestmentPeriod).toMatchObject({
      periodEnd: '2025-03-31',
      ltmRevenueEntry: '100.00',
      ltmRevenueCurrent: '125.00',
      ltmEbitdaCurrent: '30.00',
      ownershipFullyDilutedCurrent: '62.5',
    });
    const report = await files.imported('portfolio-metrics', file.replace('125.00', '126.00'));
    expect([counts(report), report.changes]).toMatchObject([
      [0, 1, 1],
      [{ record: 'North Steel at Fund One 03/31/2025', field: 'LTM revenue, now', before: '125.00', after: '126.00' }],
    ]);
  });

  it('is refused for a quarter that is locked', async () => {
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    await as(editor).saveInvestor({ body: { code: 'LP-A', name: 'Larch Pension', type } });
    await files.imported('commitments', 'Vehicle,Investor,Kind,Date,Amount\nFUND-I,LP-A,Close,2024-12-01,600.00\n');
    await as(editor).lockPeriod({ params: { vehicleId: fund, endDate: '2024-12-31' }, body: { rowVersion: 1 } });
    expect(faults(await files.checked('portfolio-metrics', `${head}STEEL,,2024-12-31,101.00\n`))).toEqual([
      [2, 'Quarter', 'Fund One has locked the quarter 12/31/2024.'],
    ]);
  });
});
