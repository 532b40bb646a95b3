import { decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleFund, type ExampleFund, quartiles } from '../../../testing/exampleFund.ts';
import { refusalCodes, responseStatus } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
});
afterAll(() => example?.server.stop());

describe('indices', () => {
  it('store levels by day, and return how many were added, changed and removed', async () => {
    const { id: index } = await editor.saveIndexSeries({
      body: { code: 'WORLD', name: 'World shares', provider: 'Invented' },
    });
    const levels = (...levels: readonly (readonly [string, string | null])[]) => ({
      levels: levels.map(([date, level]) => ({ date, level })),
    });
    expect(
      await editor.saveIndexLevels({
        params: { id: index },
        body: levels(['2021-01-01', '100'], ['2022-01-01', '110'], ['2023-01-01', '99.5']),
      }),
    ).toMatchObject({
      added: 3,
    });
    expect(
      await editor.saveIndexLevels({
        params: { id: index },
        body: levels(['2021-01-01', '100'], ['2022-01-01', null], ['2023-01-01', '99'], ['2024-01-01', '132']),
      }),
    ).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 1 });
    expect(await editor.getIndexSeries({ params: { id: index } })).toMatchObject({
      levels: 3,
      firstDate: '2021-01-01',
      lastDate: '2024-01-01',
    });
    const { pageData } = await editor.listIndexLevels({ params: { id: index } });
    expect(pageData.map(({ date, level }) => `${date} ${level}`)).toEqual([
      '2024-01-01 132',
      '2023-01-01 99',
      '2021-01-01 100',
    ]);
    const list = await editor.listIndexSeries();
    expect(list.pageData).toMatchObject([{ code: 'WORLD', levels: 3 }]);
    expect(
      await refusalCodes(
        editor.saveIndexLevels({
          params: { id: index },
          body: levels(['2024-01-02', '0'], ['2024-01-03', '1'], ['2024-01-03', '2']),
        }),
      ),
    ).toEqual([422, 'INDEX_NOT_POSITIVE Levels[0].Level', 'INDEX_DATE_TWICE Levels[2].Date']);
    expect(
      await refusalCodes(editor.saveIndexLevels({ params: { id: index }, body: levels(['2099-01-01', '140']) })),
    ).toEqual([422, 'DATE_TOO_LATE Levels[0].Date']);
    expect(await refusalCodes(editor.saveIndexSeries({ body: { code: 'world', name: 'Another' } }))).toEqual([
      409,
      'DUPLICATE Code',
    ]);
  });

  it('can be read by every performance role and changed only by editors', async () => {
    const viewer = await example.server.person(example.tenantId, { performance: 'viewer' });
    await example.server.as(viewer).listIndexSeries();
    expect(await responseStatus(example.server.as(viewer).saveIndexSeries({ body: { code: 'X', name: 'X' } }))).toBe(
      403,
    );
    expect(
      await responseStatus(
        example.server.as(await example.server.person(example.tenantId, { carry: 'administrator' })).listIndexSeries(),
      ),
    ).toBe(403);
  });
});

describe('benchmarks', () => {
  it('lists the funds with figures [A-P-109], and compares one with the quartiles of its vintage year and strategy [A-P-110]', async () => {
    const strategy = await example.reference('fund-family', 'BUYOUT');
    await editor.saveBenchmark({
      body: {
        name: 'Buyout 2021',
        provider: 'Invented',
        vintageYear: 2021,
        strategy,
        figures: [
          quartiles('2023-12-31', ['20', '11', '4.5'], ['1.8', '1.4', '1.1']),
          quartiles('2024-03-31', ['18', '12', '5'], ['1.9', '1.5', '1.2']),
          quartiles('2024-06-30', ['99', '98', '97'], ['9', '8', '7']),
        ],
      },
    });
    await editor.saveBenchmark({
      body: {
        name: 'All funds',
        provider: 'Other',
        figures: [quartiles('2020-12-31', ['10', '8', '6'], ['2', '1', '0.5'])],
      },
    });
    await editor.saveBenchmark({
      body: {
        name: 'Buyout 2019',
        provider: 'Invented',
        vintageYear: 2019,
        figures: [quartiles('2023-12-31', ['1', '0', '-1'], [])],
      },
    });
    const funds = await editor.listFundsForBenchmark();
    expect(funds).toMatchObject([
      { fundId: fund, fundName: 'Example Fund I', fundCode: 'EX-I', vintageYear: 2021, lastDate: '2024-03-31' },
    ]);
    const stats = await editor.getFundBenchmarkStats({ params: { id: fund } });
    expect(stats.date).toBe('2024-03-31');
    expect(stats.irr.slice(1).map(({ provider, bound, rate }) => `${provider} ${bound} ${rate}`)).toEqual([
      'Invented UPPER 18',
      'Invented MEDIAN 12',
      'Invented LOWER 5',
      'Other UPPER 10',
      'Other MEDIAN 8',
      'Other LOWER 6',
    ]);
    expect(stats.quartiles).toMatchObject([
      { benchmark: 'Buyout 2021', asOf: '2024-03-31' },
      { benchmark: 'All funds', asOf: '2020-12-31' },
    ]);
    expect(
      await responseStatus(editor.getFundBenchmarkStats({ params: { id: fund }, query: { date: '2019-12-31' } })),
    ).toBe(404);
  });

  it('refuse quartiles that are out of order, and name the row', async () => {
    expect(
      await refusalCodes(
        editor.saveBenchmark({
          body: {
            name: 'Odd',
            provider: 'P',
            figures: [quartiles('2023-12-31', ['5', '12', '18'], [])],
          },
        }),
      ),
    ).toEqual([422, 'FIGURES_DIFFER Figures[0].IrrUpper']);
    const twice = quartiles('2023-12-31', ['18', '12', '5'], []);
    expect(
      await refusalCodes(editor.saveBenchmark({ body: { name: 'Odd', provider: 'P', figures: [twice, twice] } })),
    ).toEqual([409, 'DUPLICATE Figures']);
  });
});

describe('a fund against an index', () => {
  it('returns five public market equivalents of the fee-paying commitments, and warns of an old level [pme]', async () => {
    const { id } = await editor.saveIndexSeries({ body: { code: 'EXAMPLE', name: 'Example index' } });
    const days = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'];
    const levels = ['100', '110', '99', '132'];
    await editor.saveIndexLevels({
      params: { id },
      body: { levels: days.map((date, i) => ({ date, level: levels[i]! })) },
    });
    const pme = await editor.getFundPme({ params: { id: fund, date: '2024-03-31' }, query: { index: id } });
    // 100 and 50 paid in, 80 and 60 received, 10 left: grown to 132.
    const [paid, received] = [
      decimal('100').mul('1.32').plus(decimal('50').mul('1.2')),
      decimal('80').mul('132').div('99').plus('60'),
    ];
    expect(pme).toMatchObject({
      index: { code: 'EXAMPLE' },
      nav: '10.00',
      annualized: true,
      coversAllPartners: false,
      ksPme: significantText(received.plus('10').div(paid)),
      longNickels: { nav: moneyText(paid.minus(received)) },
      pmePlus: { factor: significantText(paid.minus('10').div(received)) },
      notDetermined: [],
      warnings: [{ code: 'INDEX_STALE', message: 'The index value of 03/31/2024 is 90 days old.' }],
    });
    expect(pme.irr).toBe((await editor.getFundBenchmarkStats({ params: { id: fund } })).fundIrr);
    expect(await editor.getFundPme({ params: { id: fund, date: '2024-03-31' }, query: { index: 'example' } })).toEqual(
      pme,
    );
  });

  it('refuses an index that begins too late, and an unknown index', async () => {
    const { id } = await editor.saveIndexSeries({ body: { code: 'LATE', name: 'Late index' } });
    await editor.saveIndexLevels({ params: { id }, body: { levels: [{ date: '2023-06-30', level: '100' }] } });
    expect(
      (
        await refusalCodes(editor.getFundPme({ params: { id: fund, date: '2024-03-31' }, query: { index: 'LATE' } }))
      ).slice(0, 2),
    ).toEqual([422, 'NO_INDEX_VALUE Index']);
    expect(
      await refusalCodes(editor.getFundPme({ params: { id: fund, date: '2024-03-31' }, query: { index: 'NONE' } })),
    ).toEqual([404, 'NOT_FOUND Index']);
    expect(
      await refusalCodes(editor.getFundPme({ params: { id: fund, date: '2031-03-31' }, query: { index: 'LATE' } })),
    ).toEqual([422, 'NO_COMMITMENT Date']);
  });

  it('names the short position in the index instead of a rate [SHORT_POSITION]', async () => {
    const { id } = await editor.saveIndexSeries({
      body: {
        code: 'FALLING',
        name: 'Falling index',
        currency: await example.reference('currency', 'EUR'),
      },
    });
    const days = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'];
    await editor.saveIndexLevels({
      params: { id },
      body: {
        levels: days.map((date, i) => ({ date, level: ['100', '50', '20', '10'][i]! })),
      },
    });
    expect(
      await editor.getFundPme({ params: { id: fund, date: '2024-03-31' }, query: { index: 'FALLING' } }),
    ).toMatchObject({
      longNickels: { rate: null },
      warnings: [{ code: 'MIXED_CURRENCIES' }, { code: 'INDEX_STALE' }],
      notDetermined: expect.arrayContaining([
        expect.objectContaining({ field: 'longNickels.rate', code: 'SHORT_POSITION' }),
      ]),
    });
  });

  it('draws its J-curve by quarter of age, with depth and break-even [jcurve]', async () => {
    const curve = await editor.getFundJCurve({ params: { id: fund, date: '2024-03-31' } });
    expect(curve).toMatchObject({
      commitment: '200.00',
      depth: { date: '2022-01-01', cumulative: '-150.00', percent: '-75' },
      breakEven: null,
    });
    expect(curve.quarters[0]).toMatchObject({ age: 0, date: '2021-01-01', cumulative: '-100.00', withNav: null });
    expect(curve.quarters.at(-1)).toMatchObject({
      age: 12,
      date: '2024-01-01',
      cumulative: '-10.00',
      // The 70.00 of the day before, less the 60.00 paid out.
      percentWithNav: '0',
    });
  });
});
