import { groupBy, sumOfMoney } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, openDemo } from '../testing/openDemo.ts';
import { responseStatus } from '../testing/testClient.ts';

const firm = 'Alder Ridge Partners (demo)';
const end = '2026-06-30';
type Row = Readonly<Record<string, unknown>>;
const idOf = (value: unknown) => (value as { readonly id: string } | null)?.id ?? '';
const sumIn = (rows: readonly Row[], field: string) => sumOfMoney(rows.flatMap((row) => (row[field] as string) ?? []));

describe('carry at NAV of the demo', () => {
  let demo: Demo;
  let admin: ReturnType<Demo['adminOf']>;
  beforeAll(async () => {
    demo = await openDemo();
    admin = demo.adminOf(firm);
  });
  afterAll(() => demo?.server.stop());

  const reconciled = async (asOf: string): Promise<readonly Row[]> =>
    (await admin.reportCarryReconciliation({ query: { asOf, pageSize: 500 } })).pageData;
  const peopleAtEnd = async (): Promise<readonly Row[]> => {
    const people: Row[] = [];
    for (let startPage = 1; ; startPage++) {
      const page = await admin.reportCarryAtNav({ query: { asOf: end, pageSize: 500, startPage } });
      people.push(...page.pageData);
      if (people.length >= page.totalItemCount) return people;
    }
  };

  it('of all participants and the unallocated rest is the accrued carry of every fund at every quarter end, to the cent', async () => {
    const funds = await admin.listFundsForBenchmark();
    const periods = await Promise.all(
      funds.map(async ({ fundId }) => admin.listPeriods({ params: { vehicleId: fundId } })),
    );
    const ends = [...new Set(periods.flat().map(({ periodEnd }) => periodEnd))].toSorted();
    expect(ends.length).toBeGreaterThan(50);
    const causes = new Set<unknown>();
    for (const date of ends) {
      const rows = await reconciled(date);
      for (const { fundId, fundCode } of funds) {
        const own = rows.filter(({ holder }) => idOf(holder) === fundId);
        const parts = [sumIn(own, 'participants'), sumIn(own, 'unallocated')];
        expect([fundCode, date, sumOfMoney(parts)]).toEqual([fundCode, date, sumIn(own, 'accrued')]);
        // A liquidation takes a while, so it is compared once a year.
        if (!date.endsWith('06-30')) continue;
        const { accrued } = await admin.getHypotheticalLiquidation({ params: { id: fundId, date }, query: {} });
        if (accrued === null) expect(own).toMatchObject([{ accrued: null, cause: expect.stringMatching(/\.$/) }]);
        else expect([fundCode, date, sumIn(own, 'accrued')]).toEqual([fundCode, date, accrued]);
      }
      const rest = rows.filter((row) => row['unallocated'] !== null && row['unallocated'] !== '0.00');
      for (const { cause } of rest) causes.add(cause);
      // The report on people adds up to the same, by currency.
      const { subtotals } = await admin.reportCarryAtNav({ query: { asOf: date, pageSize: 1 } });
      for (const { keys, splitKeys, totals } of subtotals) {
        if (keys.length > 0) continue;
        const inCurrency = rows.filter(({ currency }) => currency === splitKeys[0]);
        const total = totals.find(({ field }) => field === 'carryAtNav')?.total ?? '0.00';
        expect([date, total]).toEqual([date, sumIn(inCurrency, 'participants')]);
      }
    }
    // Tranches got their teams before the entities in them got members.
    expect([...causes]).toContain(
      'The allocation profile of Meridian Packaging, Inc. Tranche # 1 can’t be shared out. Check the members of its entities.',
    );
  });

  it('of each investment is that of its participants, whose vested and unvested parts add up', async () => {
    const rows = await reconciled(end);
    const people = await peopleAtEnd();
    const keyOf = ({ holder, investment }: Row) => `${idOf(holder)} ${idOf(investment)}`;
    const byInvestment = groupBy(people, keyOf);
    for (const row of rows)
      expect([keyOf(row), sumIn(byInvestment.get(keyOf(row)) ?? [], 'carryAtNav')]).toEqual([
        keyOf(row),
        row['participants'],
      ]);
    for (const { vested, unvested, carryAtNav } of people)
      expect(sumOfMoney([String(vested), String(unvested)])).toBe(carryAtNav);
    expect(people.length).toBeGreaterThan(300);
  });

  it('exposes each recipient of a fund to a part of its clawback, before and after tax', async () => {
    const { fundId } = (await admin.listFundsForBenchmark()).find(({ fundCode }) => fundCode === 'CO-NOR')!;
    const ofFund = (await peopleAtEnd()).filter(({ holder }) => idOf(holder) === fundId);
    const { clawbackGross, clawbackNet } = await admin.getHypotheticalLiquidation({
      params: { id: fundId, date: end },
      query: {},
    });
    expect(clawbackGross).toBe('418775.90');
    expect([sumIn(ofFund, 'clawbackGross'), sumIn(ofFund, 'clawbackNet')]).toEqual([clawbackGross, clawbackNet]);
  });

  it('is the same on the profile and in the portal, which hides what the firm hides', async () => {
    const { pageData: employees } = await admin.listEmployees({ query: { searchQuery: 'Alvarez' } });
    const id = employees.find(({ code }) => code === 'E004')!.id;
    const query = { asOf: end };
    const profile = await admin.getParticipantCarryAtNav({ params: { id }, query });
    const { byCurrency: balances } = await admin.getEmployeeSummary({ params: { id }, query });
    for (const { currency, escrow } of profile.byCurrency)
      expect([currency, escrow]).toEqual([
        currency,
        balances.find((balance) => balance.currency === currency)?.escrowBalance ?? '0.00',
      ]);
    const mateo = await demo.signIn('mateo@alder.example');
    const portal = await mateo.getPortalCarryAtNav({ query });
    expect(portal.rows).toEqual(profile.rows.map(({ fundId: _1, fundType: _2, investmentId: _3, ...row }) => row));
    expect(portal.rows.some(({ points, carryAtNav }) => points !== null && carryAtNav !== '0.00')).toBe(true);
    const hide = async (more: object) => {
      const { rowVersion } = await admin.getTenantSettings();
      await admin.saveTenantSettings({ body: { rowVersion, ...more } });
    };
    await hide({ portalPercentages: 'False', portalEstimates: 'False' });
    const hidden = await mateo.getPortalCarryAtNav({ query });
    expect(new Set(hidden.rows.flatMap((row) => [row.points, row.accruedByRealization]))).toEqual(new Set([null]));
    await hide({ portalCarryAtNav: 'False' });
    expect(await responseStatus(mateo.getPortalCarryAtNav({ query }))).toBe(404);
  });
});
