import { decimal } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantVehicle, type PlantedVehicle, referenceOnce } from '../../../testing/plantedVehicle.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('funds', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let owner: TestPerson;
  let investors: PlantedVehicle['investors'];

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant('Fir Hollow Capital');
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    ({ investors } = await plantVehicle(server, tenantId, owner, {
      code: 'ALPHA',
      entries: [
        ['CALL-INV', '500.00', '2020-02-01'],
        ['BUY', '500.00', '2020-02-01'],
        ['DIST-GAIN', '150.00', '2021-06-30'],
      ],
      values: [
        ['2020-12-31', '620.00'],
        ['2021-06-30', '700.00'],
      ],
    }));
  });
  afterAll(() => server?.stop());

  it('are compared with an investment of the calls in an index [A-P-097 R-P-116]', async () => {
    expect(await as(owner).chartFundIndex()).toEqual({ indices: [], index: null, points: [] });
    const currency = { id: await referenceOnce(server, tenantId, 'currency', 'EUR') };
    const { id } = await as(owner).saveIndexSeries({ body: { code: 'WORLD', name: 'World', currency } });
    const levels = [
      { date: '2020-01-31', level: '100' },
      { date: '2020-12-31', level: '110' },
      { date: '2021-06-30', level: '120' },
    ];
    await as(owner).saveIndexLevels({ params: { id }, body: { levels } });
    const chart = await as(owner).chartFundIndex({ query: { endDate: '2021-06-30' } });
    expect(chart.index).toBe(id);
    const whole = { included: 1, total: 1, excluded: [], carried: [] };
    expect(chart.points.at(-1)).toEqual({
      date: '2021-06-30',
      contributions: '500.00',
      totalValue: '700.00',
      inIndex: '600.00',
      coverage: whole,
    });
    // The longest history comes first.
    const recent = await as(owner).saveIndexSeries({ body: { code: 'AAA', name: 'AAA', currency } });
    await as(owner).saveIndexLevels({
      params: { id: recent.id },
      body: { levels: [{ date: '2021-06-30', level: '7' }] },
    });
    const { indices, index } = await as(owner).chartFundIndex({ query: { endDate: '2021-06-30' } });
    expect([indices.map(({ name }) => name), index]).toEqual([['World', 'AAA'], id]);
  });

  it('are compared with an index without late funds in any amount, or with their last amounts, and say so', async () => {
    const currency = { id: await referenceOnce(server, tenantId, 'currency', 'GBP') };
    const { id } = await as(owner).saveIndexSeries({ body: { code: 'UK', name: 'UK', currency } });
    const levels = [
      { date: '2020-01-31', level: '100' },
      { date: '2020-12-31', level: '125' },
      { date: '2021-06-30', level: '150' },
    ];
    await as(owner).saveIndexLevels({ params: { id }, body: { levels } });
    await plantVehicle(server, tenantId, owner, {
      code: 'GAMMA',
      currency: 'GBP',
      investors: investors,
      entries: [
        ['CALL-INV', '300.00', '2020-03-01'],
        ['BUY', '300.00', '2020-03-01'],
        ['CALL-INV', '30.00', '2021-06-30'],
      ],
      values: [['2021-06-30', '360.00']],
    });
    const delta = await plantVehicle(server, tenantId, owner, {
      code: 'DELTA',
      currency: 'GBP',
      investors: investors,
      entries: [['CALL-INV', '200.00', '2020-11-01']],
    });
    const at = async (carriesForward?: 'true') =>
      (await as(owner).chartFundIndex({ query: { endDate: '2021-06-30', index: id, carriesForward } })).points.at(-1);
    const before = (await as(owner).chartFundIndex({ query: { endDate: '2020-12-31', index: id } })).points.at(-1);
    expect(before).toMatchObject({ contributions: '500.00', coverage: { included: 2, total: 2, excluded: [] } });
    const late = { id: delta.fund, name: 'DELTA', lastDate: '2020-12-31' };
    expect(await at()).toEqual({
      date: '2021-06-30',
      contributions: '330.00',
      totalValue: '390.00',
      inIndex: '480.00',
      coverage: { included: 1, total: 2, excluded: [{ ...late, reason: '' }], carried: [] },
    });
    const after = await as(owner).chartFundIndex({ query: { endDate: '2022-03-31', index: id } });
    expect(after.points.at(-1), 'the reporting date is the last point').toMatchObject({
      date: '2022-03-31',
      totalValue: null,
      coverage: { included: 0, total: 2 },
    });
    // DELTA's call stays in the index, at 100 on 11/01/2020.
    expect(await at('true')).toEqual({
      date: '2021-06-30',
      contributions: '530.00',
      totalValue: '590.00',
      inIndex: '780.00',
      coverage: { included: 2, total: 2, excluded: [], carried: [late] },
    });
  });

  it('are compared with an index, without funds that reported only sums', async () => {
    const currency = { id: await referenceOnce(server, tenantId, 'currency', 'SEK') };
    const { id } = await as(owner).saveIndexSeries({ body: { code: 'SE', name: 'SE', currency } });
    await as(owner).saveIndexLevels({ params: { id }, body: { levels: [{ date: '2021-06-30', level: '100' }] } });
    const { fund: vehicleId } = await plantVehicle(server, tenantId, owner, {
      code: 'OMEGA',
      currency: 'SEK',
      fund: { navBasis: { code: 'REPORTED', description: 'Reported' } },
      investors: investors,
    });
    const figures = [{ figure: 'nav', commitmentId: null, date: '2021-06-30', value: '70.00' }] as const;
    await as(owner).saveReported({ body: { vehicleId, figures } });
    const { points } = await as(owner).chartFundIndex({ query: { endDate: '2021-06-30', index: id } });
    expect(points.at(-1)?.coverage.excluded).toEqual([
      { id: vehicleId, name: 'OMEGA', lastDate: null, reason: 'No dated cash flows were reported for this fund.' },
    ]);
  });

  it('are compared with an index by the cash of all partners, which includes carry paid and returned', async () => {
    const currency = { id: await referenceOnce(server, tenantId, 'currency', 'NOK') };
    const { id } = await as(owner).saveIndexSeries({ body: { code: 'NO', name: 'NO', currency } });
    const levels = [
      { date: '2020-02-01', level: '100' },
      { date: '2021-06-30', level: '100' },
    ];
    await as(owner).saveIndexLevels({ params: { id }, body: { levels } });
    await plantVehicle(server, tenantId, owner, {
      code: 'SIGMA',
      currency: 'NOK',
      investors: investors,
      entries: [
        ['CALL-INV', '500.00', '2020-02-01'],
        ['CARRY-PAID', '60.00', '2021-05-03'],
        ['CLAWBACK', '20.00', '2021-06-30'],
      ],
    });
    const { pageData } = await as(owner).listVehicles({ query: { endDate: '2021-06-30', basis: 'all' } });
    const { contributions, distributions, nav } = pageData.find(({ fundCode }) => fundCode === 'SIGMA')!;
    const { points } = await as(owner).chartFundIndex({ query: { endDate: '2021-06-30', index: id } });
    expect([contributions, distributions]).toEqual(['520.00', '60.00']);
    expect(points.at(-1)).toMatchObject({
      contributions: '520.00',
      totalValue: decimal(nav!).plus(distributions!).toFixed(2),
      inIndex: '520.00',
    });
  });
});
