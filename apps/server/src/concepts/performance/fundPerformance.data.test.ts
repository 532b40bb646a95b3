import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantVehicle, type PlantedVehicle } from '../../testing/plantedVehicle.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface FundRow {
  readonly Id: string;
  readonly FundCode: string;
  readonly FundName: string;
  readonly VintageYear: number | null;
  readonly PeriodEndDate: string | null;
  readonly Commitment: string | null;
  readonly Contributions: string | null;
  readonly Distributions: string | null;
  readonly Unfunded: string | null;
  readonly NAV: string | null;
  readonly IRR: string | null;
  readonly IrrAnnualised: boolean | null;
  readonly TVPI: string | null;
  readonly MOIC: string | null;
  readonly DPI: string | null;
  readonly NotDetermined: readonly { readonly Field: string; readonly Code: string; readonly Message: string }[];
}
interface Page {
  readonly PageData: readonly FundRow[];
  readonly TotalItemCount: number;
}

const base = '/api/performance/fund';

describe('funds with the figures of a quarter end', () => {
  let server: TestServer;
  let tenantId: string;
  let owner: TestPerson;
  let alpha: PlantedVehicle;
  let beta: PlantedVehicle;

  const get = async <T>(path: string, as = owner): Promise<T> => {
    const answer = await server.call(as.token, tenantId, { method: 'GET', url: `${base}/${path}` });
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  };
  const rowOf = async (code: string, query = '') => {
    const { PageData } = await get<Page>(`funds${query}`);
    return PageData.find(({ FundCode }) => FundCode === code)!;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    alpha = await plantVehicle(server, tenantId, owner, {
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
    });
    beta = await plantVehicle(server, tenantId, owner, {
      code: 'BETA',
      currency: 'USD',
      investors: alpha.investors,
      entries: [['CALL-INV', '200.00', '2020-11-01']],
    });
  });
  afterAll(() => server?.stop());

  it('are those of the latest date unless another is asked for [A-P-101 A-P-103 U-P-043]', async () => {
    const dates = await get<readonly { EndDate: string; FormattedDate: string }[]>('fund-reporting-dates');
    expect(dates[0]).toMatchObject({ EndDate: '2021-06-30', FormattedDate: '06/30/2021' });
    expect(dates.at(-1)?.EndDate).toBe('2020-03-31');
    const latest = await rowOf('ALPHA');
    expect(latest).toMatchObject({
      PeriodEndDate: '2021-06-30',
      Commitment: '1000.00',
      Contributions: '500.00',
      Distributions: '150.00',
      NAV: '550.00',
      TVPI: '1.4',
      MOIC: '1.4',
      DPI: '0.3',
      VintageYear: 2020,
    });
    const earlier = await rowOf('ALPHA', '?endDate=2020-12-31');
    expect(earlier).toMatchObject({ PeriodEndDate: '2020-12-31', Distributions: '0.00', NAV: '620.00' });
    expect(earlier.IrrAnnualised).toBe(false);
  });

  it('tell why a fund has none of a quarter in which nothing was booked, and a dash before its first', async () => {
    const behind = await rowOf('BETA');
    expect(behind.NAV).toBeNull();
    expect(behind.NotDetermined).toContainEqual({
      Field: 'nav',
      Code: 'NAV_MISSING',
      Message: 'Nothing is booked for the quarter to 06/30/2021; the last figures are of 12/31/2020.',
    });
    expect(await rowOf('BETA', '?endDate=2019-12-31')).toMatchObject({ NAV: null, NotDetermined: [] });
  });

  it('have dates of their own, with the funds that these are of [A-P-102]', async () => {
    const dates = await get<readonly { EndDate: string; Collection: readonly { Id: string }[] }[]>(
      `${beta.fund}/reporting-dates`,
    );
    expect([dates[0]?.EndDate, dates.at(-1)?.EndDate]).toEqual(['2020-12-31', '2020-03-31']);
    expect(dates[0]?.Collection).toMatchObject([{ Id: beta.fund, Name: 'BETA Fund' }]);
  });
});
