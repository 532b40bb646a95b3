import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('what a save leaves as it is', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let schedule: string;
  let partner: string;

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(person.token, tenantId, { method, url: `/api/carry/${url}`, ...(payload ? { payload } : {}) });
  const get = async (url: string) => {
    const answer = await call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const post = async (url: string, payload: object) => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const refused = async (url: string, payload: object) => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    return answer.json<{ Errors: { Path: string; Code: string; Message: string }[] }>().Errors[0];
  };
  const employee = (FirstName: string) =>
    post('employee', { FirstName, LastName: 'Vane', CarryEligibleDate: '2020-01-01' });
  const profile = (container: string, Fixed: readonly [string, string][], more: object = {}) => ({
    url: `allocationprofile/${container}/allocation`,
    payload: {
      Name: 'Shares',
      EffectiveDate: '2024-01-01',
      IsCurrent: false,
      IsShareBased: false,
      Entries: Fixed.map(([ParticipantId, fixed]) => ({
        ParticipantId,
        Fixed: fixed,
        ParticipantClass: { Id: partner },
        VestingSchedule: { Id: schedule },
      })),
      ...more,
    },
  });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    schedule = (await get('vestingschedule')).PageData[0].Id;
  });
  afterAll(() => server.stop());

  it('the currency of a fund or coinvestment that anything is written in', async () => {
    const euro = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    const { RowVersion, Currency } = await get(`fund/${planted.fund}`);
    const fund = { Id: planted.fund, RowVersion, Code: 'ARP-I', LegalName: 'Fund I' };
    expect(await refused('fund', { ...fund, Currency: euro })).toEqual({
      Path: 'Currency',
      Code: 'CURRENCY_IN_USE',
      Message: expect.stringMatching(
        /^The currency must stay USD, because 1 distribution, 2 account postings, 2 escrow postings already use it\./,
      ),
    });
    await post('fund', { ...fund, Currency, LegalName: 'Fund I, L.P.' });
    // The coinvestment hasn't paid anything yet.
    const own = await get(`coinvestment/${planted.coinvestment}`);
    const changed = { Id: own.Id, RowVersion: own.RowVersion, Code: 'CO', Name: 'Co-Invest', Fund: own.Fund };
    expect(await post('coinvestment', { ...changed, Currency: euro })).toMatchObject({ Currency: { Code: 'EUR' } });
  });

  it('an archived tax profile, until it is restored', async () => {
    const created = await post('taxprofile', {
      Name: 'City',
      SubjectToCharacterization: false,
      TaxRate: '2',
      IsInactive: false,
    });
    const at = ({ Id, RowVersion }: { Id: string; RowVersion: number }) => ({ Id, RowVersion });
    const body = { Name: 'City', SubjectToCharacterization: false, TaxRate: '3' };
    const archived = await post('taxprofile', { ...body, TaxRate: '2', ...at(created), IsInactive: true });
    expect(await refused('taxprofile', { ...body, ...at(archived), IsInactive: true })).toMatchObject({
      Code: 'ARCHIVED',
      Message: 'City is archived. Restore it to change it.',
    });
    expect(await post('taxprofile', { ...body, ...at(archived), IsInactive: false })).toMatchObject({ TaxRate: '3' });
  });

  it('the default profile: none with errors, and none that gives nobody a share, becomes it [U-C-053]', async () => {
    const fund = await post('fund', {
      Code: 'ARP-II',
      LegalName: 'Fund II',
      Currency: { Id: (await get(`fund/${planted.fund}`)).Currency.Id },
    });
    const [ann, bob] = [await employee('Ann'), await employee('Bob')];
    const over = profile(fund.Id, [
      [ann.Id, '70'],
      [bob.Id, '40'],
    ]);
    const draft = await post(over.url, over.payload);
    expect(draft, 'the first of the fund, kept as a draft').toMatchObject({ IsCurrent: false, IsValid: false });
    const notUsable = { Path: 'IsCurrent', Code: 'PROFILE_NOT_USABLE', Message: expect.stringMatching(/Fix it/) };
    expect(await refused(over.url, { ...over.payload, IsCurrent: true })).toEqual(notUsable);
    const empty = profile(fund.Id, []);
    const blank = await post(empty.url, empty.payload);
    expect(blank).toMatchObject({ IsCurrent: false, GivesShares: false });
    for (const { Id } of [draft, blank])
      expect(await refused(`allocationprofile/${Id}/set-default`, {})).toMatchObject({ Code: 'PROFILE_NOT_USABLE' });
    const good = profile(fund.Id, [[ann.Id, '60']]);
    const used = await post(good.url, good.payload);
    expect(used, 'the first that can be used').toMatchObject({ IsCurrent: true, GivesShares: true });
    const edited = { ...over.payload, IsCurrent: true, Id: used.Id, RowVersion: used.RowVersion };
    expect(await refused(over.url, edited), 'the default stays usable').toEqual(notUsable);
  });

  it('who shares in an entity: its members', async () => {
    const stranger = await employee('Eve');
    const { url, payload } = profile(planted.entity, [
      [planted.employee, '50'],
      [stranger.Id, '50'],
    ]);
    expect(await refused(url, payload)).toMatchObject({ Path: 'Entries[1].ParticipantId', Code: 'NOT_A_MEMBER' });
  });

  it('takes a profile for an investment that one fund holds, and names the holders of another [A-C-195]', async () => {
    const { url, payload } = profile(planted.investment, [[planted.employee, '5']]);
    expect(await post(url, payload)).toMatchObject({ Container: { Id: planted.part } });
    const { Id, RowVersion } = await get(`investment/${planted.investment}`);
    const FundInvestments = [{ Id: planted.part, Fund: { Id: planted.fund } }];
    const shared = { Id, RowVersion, Code: 'HDG01', Name: 'Helios', LegalName: 'Helios, Inc.', FundInvestments };
    const body = { ...shared, CoinvestmentInvestments: [{ Coinvestment: { Id: planted.coinvestment } }] };
    const saved = await call('POST', 'investment', body);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await refused(url, payload)).toMatchObject({
      Path: 'ContainerId',
      Message: expect.stringMatching(/Co-Invest, Fund I/),
    });
  });

  it('takes a type by its code alone, and refuses one that it does not know [A-C-007 A-C-079]', async () => {
    const body = { VintageName: 'V', Fund: { Id: planted.fund }, VintageType: { Code: 'SHARES' }, VintageYear: 2020 };
    expect(await post('vintage', body)).toMatchObject({ VintageType: { Description: 'Vintage Shares' } });
    expect(await refused('vintage', { ...body, VintageType: { Code: 'FOO' } })).toMatchObject({
      Path: 'VintageType.Code',
    });
    const vesting = `participant/${planted.employee}/vesting?type=`;
    expect((await get(`${vesting}fund`)).Sources).toHaveLength(1);
    expect((await call('GET', `${vesting}foo`)).statusCode).toBe(400);
  });

  it('finds an entry of an account by what it shows as its description, and sorts by every column [A-C-081]', async () => {
    const entries = `participant/${planted.employee}/accountEntries`;
    expect(await get(`${entries}?SearchQuery=first`)).toMatchObject({ TotalItemCount: 2 });
    for (const column of ['balance', 'currency', 'description', 'kind', 'sourceName', 'amount']) {
      expect((await call('GET', `${entries}?SortColumn=${column}`)).statusCode, column).toBe(200);
    }
  });
});
