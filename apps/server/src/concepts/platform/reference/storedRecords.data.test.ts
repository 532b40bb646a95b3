import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('fields that a save leaves unchanged', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let schedule: string;
  let partner: string;

  const refused = async (call: Promise<unknown>) => (await refusal(call)).errors[0];
  const employee = (firstName: string) =>
    as(person).saveEmployee({ body: { firstName, lastName: 'Vane', carryEligibleDate: '2020-01-01' } });
  const saveProfile = (
    containerId: string,
    shares: readonly (readonly [participantId: string, fixed: string])[],
    more: Partial<BodyOf<'saveAllocationProfile'>> = {},
  ) =>
    as(person).saveAllocationProfile({
      params: { containerId },
      body: {
        name: 'Shares',
        effectiveDate: '2024-01-01',
        isCurrent: false,
        isShareBased: false,
        entries: shares.map(([participantId, fixed]) => ({
          participantId,
          fixed,
          participantClass: { id: partner },
          vestingSchedule: { id: schedule },
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
    schedule = (await as(person).listVestingSchedules()).pageData[0]!.id;
  });
  afterAll(() => server.stop());

  it('the currency of a fund or coinvestment that anything is written in', async () => {
    const euro = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    const { rowVersion, currency } = await as(person).getFund({ params: { id: planted.fund } });
    const fund = { id: planted.fund, rowVersion, code: 'ARP-I', legalName: 'Fund I' };
    expect(await refused(as(person).saveFund({ body: { ...fund, currency: euro } }))).toEqual({
      path: 'Currency',
      code: 'CURRENCY_IN_USE',
      message: expect.stringMatching(
        /^The currency must stay USD, because 1 distribution, 2 account postings, 2 escrow postings already use it\./,
      ),
    });
    await as(person).saveFund({ body: { ...fund, currency, legalName: 'Fund I, L.P.' } });
    // The coinvestment hasn't paid anything yet.
    const own = await as(person).getCoinvestment({ params: { id: planted.coinvestment } });
    const changed = { id: own.id, rowVersion: own.rowVersion, code: 'CO', name: 'Co-Invest', fund: own.fund };
    expect(await as(person).saveCoinvestment({ body: { ...changed, currency: euro } })).toMatchObject({
      currency: { code: 'EUR' },
    });
  });

  it('an archived tax profile, until it is restored', async () => {
    const created = await as(person).saveTaxProfile({
      body: { name: 'City', subjectToCharacterization: false, taxRate: '2', isInactive: false },
    });
    const at = ({ id, rowVersion }: { id: string; rowVersion: number }) => ({ id, rowVersion });
    const body = { name: 'City', subjectToCharacterization: false, taxRate: '3' };
    const archived = await as(person).saveTaxProfile({
      body: { ...body, taxRate: '2', ...at(created), isInactive: true },
    });
    expect(
      await refused(as(person).saveTaxProfile({ body: { ...body, ...at(archived), isInactive: true } })),
    ).toMatchObject({ code: 'ARCHIVED', message: 'City is archived. Restore it to change it.' });
    expect(await as(person).saveTaxProfile({ body: { ...body, ...at(archived), isInactive: false } })).toMatchObject({
      taxRate: '3',
    });
  });

  it('the default profile: none with errors, and none that gives nobody a share, becomes it [U-C-053]', async () => {
    const fund = await as(person).saveFund({
      body: {
        code: 'ARP-II',
        legalName: 'Fund II',
        currency: { id: (await as(person).getFund({ params: { id: planted.fund } })).currency.id },
      },
    });
    const [ann, bob] = [await employee('Ann'), await employee('Bob')];
    const over = [
      [ann.id, '70'],
      [bob.id, '40'],
    ] as const;
    const draft = await saveProfile(fund.id, over);
    expect(draft, 'the first of the fund, kept as a draft').toMatchObject({ isCurrent: false, isValid: false });
    const notUsable = { path: 'IsCurrent', code: 'PROFILE_NOT_USABLE', message: expect.stringMatching(/Fix it/) };
    expect(await refused(saveProfile(fund.id, over, { isCurrent: true }))).toEqual(notUsable);
    const blank = await saveProfile(fund.id, []);
    expect(blank).toMatchObject({ isCurrent: false, hasShares: false });
    for (const { id } of [draft, blank])
      expect(await refused(as(person).setDefaultAllocationProfile({ params: { id }, body: {} }))).toMatchObject({
        code: 'PROFILE_NOT_USABLE',
      });
    const used = await saveProfile(fund.id, [[ann.id, '60']]);
    expect(used, 'the first that can be used').toMatchObject({ isCurrent: true, hasShares: true });
    const edited = saveProfile(fund.id, over, { isCurrent: true, id: used.id, rowVersion: used.rowVersion });
    expect(await refused(edited), 'the default stays usable').toEqual(notUsable);
  });

  it('who shares in an entity: its members', async () => {
    const stranger = await employee('Eve');
    const saved = saveProfile(planted.entity, [
      [planted.employee, '50'],
      [stranger.id, '50'],
    ]);
    expect(await refused(saved)).toMatchObject({ path: 'Entries[1].ParticipantId', code: 'NOT_A_MEMBER' });
  });

  it('accepts a profile for an investment of one fund, and names the holders of a shared one [A-C-195]', async () => {
    const save = () => saveProfile(planted.investment, [[planted.employee, '5']]);
    expect(await save()).toMatchObject({ container: { id: planted.part } });
    const { id, rowVersion } = await as(person).getInvestment({ params: { id: planted.investment } });
    const fundInvestments = [{ id: planted.part, fund: { id: planted.fund } }];
    const shared = { id, rowVersion, code: 'HDG01', name: 'Helios', legalName: 'Helios, Inc.', fundInvestments };
    const body = { ...shared, coinvestmentInvestments: [{ coinvestment: { id: planted.coinvestment } }] };
    await as(person).saveInvestment({ body });
    expect(await refused(save())).toMatchObject({
      path: 'ContainerId',
      message: expect.stringMatching(/Co-Invest, Fund I/),
    });
  });

  it('accepts a type by its code alone, and refuses an unknown one [A-C-007 A-C-079]', async () => {
    const body = { vintageName: 'V', fund: { id: planted.fund }, vintageType: { code: 'SHARES' }, vintageYear: 2020 };
    expect(await as(person).saveVintage({ body })).toMatchObject({ vintageType: { description: 'Vintage Shares' } });
    expect(await refused(as(person).saveVintage({ body: { ...body, vintageType: { code: 'FOO' } } }))).toMatchObject({
      path: 'VintageType.Code',
    });
    expect(
      (await as(person).getParticipantVesting({ params: { id: planted.employee }, query: { type: 'fund' } })).sources,
    ).toHaveLength(1);
    expect(
      (await refusal(as(person).getParticipantVesting({ params: { id: planted.employee }, query: { type: 'foo' } })))
        .status,
    ).toBe(400);
  });

  it('finds an entry of an account by what it shows as its description, and sorts by every column [A-C-081]', async () => {
    expect(
      await as(person).listParticipantAccountEntries({
        params: { id: planted.employee },
        query: { searchQuery: 'first' },
      }),
    ).toMatchObject({ totalItemCount: 2 });
    for (const column of ['balance', 'currency', 'description', 'kind', 'sourceName', 'amount']) {
      await as(person).listParticipantAccountEntries({
        params: { id: planted.employee },
        query: { sortColumn: column },
      });
    }
  });
});
