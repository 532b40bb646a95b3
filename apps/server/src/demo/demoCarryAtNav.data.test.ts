import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { groupBy, sumOfMoney } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, openDemo } from '../testing/openDemo.ts';
import { refusalCodes, responseStatus } from '../testing/testClient.ts';

const firm = 'Alder Ridge Partners (demo)';
const end = '2026-06-30';
type Row = Readonly<Record<string, unknown>>;
const idOf = (value: unknown) => (value as { readonly id: string } | null)?.id ?? '';
const sumsOf = (rows: readonly Readonly<Record<'now' | 'whatIf', string | null>>[], field: 'now' | 'whatIf') =>
  rows.flatMap((row) => row[field] ?? []);
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

  it('of a fund or a coinvestment is listed by participant, at NAV and in a what-if', async () => {
    const vehicles = await admin.listFundsForBenchmark();
    for (const code of ['ARP-I', 'CO-NOR']) {
      const id = vehicles.find(({ fundCode }) => fundCode === code)!.fundId;
      const read = (query: object = {}) =>
        admin.getVehicleCarryAtNav({ params: { id }, query: { asOf: end, ...query } });
      const liquidated = async (query: object = {}) =>
        (await admin.getHypotheticalLiquidation({ params: { id, date: end }, query })).accrued;
      const { participants, unallocated, total } = await read();
      expect([code, total.now, total.difference]).toEqual([code, await liquidated(), '0.00']);
      expect(sumOfMoney([...sumsOf(participants, 'now'), unallocated.now!])).toBe(total.now);
      // The report lists the same people. Its filter by fund accepts a coinvestment.
      for (const filter of [{ fundId: id }, ...(code === 'CO-NOR' ? [{ coinvestmentId: id }] : [])]) {
        const { pageData } = await admin.reportCarryAtNav({ query: { asOf: end, pageSize: 500, ...filter } });
        expect([...new Set(pageData.map(({ holder }) => idOf(holder)))]).toEqual([id]);
        expect(sumIn(pageData, 'carryAtNav')).toBe(sumOfMoney(sumsOf(participants, 'now')));
      }
      for (const query of [{ navPercent: '200' }, { exitDate: '2028-06-30' }, { exitValue: '1.00' }]) {
        const whatIf = await read(query);
        expect([code, whatIf.total.whatIf]).toEqual([code, await liquidated(query)]);
        expect(sumOfMoney([...sumsOf(whatIf.participants, 'whatIf'), whatIf.unallocated.whatIf!])).toBe(
          whatIf.total.whatIf,
        );
        for (const { now, whatIf: then, difference } of whatIf.participants)
          expect(sumOfMoney([now!, difference!])).toBe(then);
      }
      expect(await refusalCodes(read({ exitDate: '2026-06-29' }))).toEqual([422, 'DATES_REVERSED ExitDate']);
    }
  });

  it('for another exit value is that of the fund’s liquidation for it, and stores nothing', async () => {
    const { pageData: employees } = await admin.listEmployees({ query: { searchQuery: 'Alvarez' } });
    const id = employees.find(({ code }) => code === 'E004')!.id;
    const read = (more: object = {}) =>
      admin.getParticipantCarryAtNav({ params: { id }, query: { asOf: end, ...more } });
    const atNav = await read();
    // 100% of the NAV, and the NAV itself, change nothing.
    const determined = atNav.funds.filter(({ nav }) => nav !== null);
    expect(determined.length).toBeGreaterThan(1);
    expect((await read({ navPercent: '100' })).rows).toEqual(atNav.rows);
    const same = determined.map((fund) => `${fund.id}:${String(fund.nav)}`).join(',');
    expect((await read({ exitValues: same })).rows).toEqual(atNav.rows);
    // One fund is sold for twice its NAV. Its carry by investment, times the points, is the person’s.
    const fund = determined.find(({ id: fundId }) =>
      atNav.rows.some((row) => row.fundId === fundId && row.investmentId !== null && row.carryAtNav !== '0.00'),
    )!;
    const exitValue = sumOfMoney([fund.nav!, fund.nav!]);
    const twice = await read({ exitValues: `${fund.id}:${exitValue}` });
    const { investments } = await admin.getHypotheticalLiquidation({
      params: { id: fund.id, date: end },
      query: { exitValue },
    });
    const ofFund = twice.rows.filter(
      ({ fundId, points, investmentId }) => fundId === fund.id && points && investmentId,
    );
    expect(ofFund.length).toBeGreaterThan(0);
    for (const row of ofFund) {
      const carry = Number(investments.find((own) => own.id === row.investmentId)?.carry ?? 0);
      expect(Math.abs(Number(row.carryAtNav) - (carry * Number(row.points)) / 100)).toBeLessThan(1);
    }
    expect(twice.rows.filter(({ fundId }) => fundId !== fund.id)).toEqual(
      atNav.rows.filter(({ fundId }) => fundId !== fund.id),
    );
    // In percent, the fund’s tab answers the same.
    const inPercent = await admin.getHypotheticalLiquidation({
      params: { id: fund.id, date: end },
      query: { navPercent: '200' },
    });
    expect(inPercent.investments).toEqual(investments);
    const forfeited = await read({ leavingDate: end, leavingEffect: 'ALL_FORFEITED' });
    expect(forfeited.byCurrency.map(({ vested, unvested }) => [vested, unvested])).toEqual(
      atNav.byCurrency.map(({ carryAtNav }) => [carryAtNav === null ? null : '0.00', carryAtNav]),
    );
    const unknown = read({ exitValues: `${id}:1.00` });
    expect(await refusalCodes(unknown)).toEqual([404, 'NOT_FOUND ExitValues']);
    expect((await read()).rows).toEqual(atNav.rows);
  });

  it('explains each figure: points of the investment’s carry, down to the fund’s liquidation', async () => {
    const { pageData: employees } = await admin.listEmployees({ query: { searchQuery: 'Alvarez' } });
    const id = employees.find(({ code }) => code === 'E004')!.id;
    const query = { asOf: end };
    const { rows, byCurrency } = await admin.getParticipantCarryAtNav({ params: { id }, query });
    const row = rows.find(({ investmentName }) => investmentName === 'Tamarack Lab Supply')!;
    expect([row.points, row.carryAtNav, row.invested]).toEqual(['12', '345513.18', '1872000.00']);
    const explain = async (more: object) =>
      admin.explainParticipantCarryAtNav({ params: { id }, query: { ...query, figure: 'carryAtNav', ...more } });
    const ofRow = await explain({ rowId: row.id });
    expect(ofRow).toMatchObject({
      name: 'Accrued at NAV · ARO-I, Tamarack Lab Supply',
      result: '345513.18',
      inputs: [
        { name: 'accrued carry', value: '2879276.50' },
        { name: 'points', value: '12' },
      ],
    });
    const [investment] = ofRow.children;
    const liquidation = await admin.explainHypotheticalLiquidation({
      params: { id: row.fundId, date: end },
      query: { figure: 'accrued' },
    });
    expect(investment?.inputs[0]).toMatchObject({ name: 'accrued carry of the fund', value: liquidation.result });
    expect(investment?.children[0]?.children).toEqual(liquidation.children);
    // Each amount of each row and each sum explains itself.
    const explained = ['carryAtNav', 'vested', 'unvested', 'nextAmount', 'invested'] as const;
    const withPoints = rows.filter(({ points }) => points !== null);
    for (const { id: rowId, fundName, ...own } of withPoints.slice(0, 8))
      for (const figure of explained)
        if (own[figure] !== null)
          expect([fundName, figure, (await explain({ rowId, figure })).result]).toEqual([
            fundName,
            figure,
            own[figure],
          ]);
    for (const sums of byCurrency)
      for (const figure of ['carryAtNav', 'vested', 'unvested', 'accruedByRealization', 'paid', 'escrow'] as const)
        expect((await explain({ currency: sums.currency, figure })).result).toBe(sums[figure]);
    // The participant sees the points, without the fund.
    const mateo = await demo.signIn('mateo@alder.example');
    const own = await mateo.explainPortalCarryAtNav({ query: { ...query, figure: 'carryAtNav', rowId: row.id } });
    expect(own).toEqual({ ...ofRow, children: [] });
    expect(await responseStatus(explain({ rowId: id }))).toBe(404);
  });

  it('explains a clawback by the carry that was paid', async () => {
    const { fundId } = (await admin.listFundsForBenchmark()).find(({ fundCode }) => fundCode === 'CO-NOR')!;
    const row = (await peopleAtEnd()).find(
      ({ holder, clawbackGross }) => idOf(holder) === fundId && clawbackGross !== null && clawbackGross !== '0.00',
    )!;
    const node = await admin.explainParticipantCarryAtNav({
      params: { id: idOf(row['participant']) },
      query: { asOf: end, figure: 'clawbackGross', rowId: String(row['id']) },
    });
    expect(node).toMatchObject({ result: row['clawbackGross'], inputs: [{ value: '418775.90' }, {}, {}] });
    expect(node.children).toHaveLength(1);
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
    // The same what-if has the same result. The portal doesn’t display the NAV of a fund.
    const [fund] = profile.funds;
    const whatIf = { ...query, navPercent: '200', exitValues: `${fund!.id}:0.00`, leavingDate: '2027-01-01' };
    const changed = await admin.getParticipantCarryAtNav({ params: { id }, query: whatIf });
    const own = await mateo.getPortalCarryAtNav({ query: whatIf });
    expect(own.byCurrency).toEqual(changed.byCurrency);
    expect(own.funds).toEqual(changed.funds.map(({ nav: _nav, ...rest }) => rest));
    const hide = async (more: object) => {
      const { rowVersion } = await admin.getTenantSettings();
      await admin.saveTenantSettings({ body: { rowVersion, ...more } });
    };
    await hide({ portalPercentages: 'False', portalEstimates: 'False' });
    const hidden = await mateo.getPortalCarryAtNav({ query });
    const shares = hidden.rows.flatMap((row) => [row.points, row.invested, row.accruedByRealization]);
    expect(new Set(shares)).toEqual(new Set([null]));
    const { id: rowId } = hidden.rows.find(({ investmentName }) => investmentName === 'Tamarack Lab Supply')!;
    const withoutShare = await mateo.explainPortalCarryAtNav({ query: { ...query, figure: 'vested', rowId } });
    const text = JSON.stringify(withoutShare);
    expect(text).toContain('Your firm doesn’t show the percentages behind this figure.');
    expect(text).not.toContain('2879276.50');
    for (const figure of ['invested', 'accruedByRealization'] as const)
      expect(await responseStatus(mateo.explainPortalCarryAtNav({ query: { ...query, figure, rowId } }))).toBe(404);
    await hide({ portalCarryAtNav: 'False' });
    expect(await responseStatus(mateo.getPortalCarryAtNav({ query }))).toBe(404);
    const refused = mateo.explainPortalCarryAtNav({ query: { ...query, figure: 'paid' } });
    expect(await responseStatus(refused)).toBe(404);
    // Nor does a statement of the participant's compensation have the percentages.
    const hr = await demo.signIn('hr@alder.example');
    const draft = await hr.savePayStatement({ body: { employee: { id }, year: 2025 } });
    const printed = async () => pdfTexts((await hr.printPayStatement({ params: { id: draft.id } })).bytes).flat();
    const withoutPercentages = await printed();
    expect(withoutPercentages).toContain('Vested %');
    expect(withoutPercentages).not.toContain('Allocation %');
    await hide({ portalPercentages: 'True' });
    expect(await printed()).toContain('Allocation %');
  });

  it('names every fund that a participant’s sums leave out', async () => {
    const { pageData: employees } = await admin.listEmployees({ query: { searchQuery: 'Alvarez' } });
    const params = { id: employees.find(({ code }) => code === 'E004')!.id };
    const whole = await admin.getParticipantCarryAtNav({ params, query: { asOf: end } });
    for (const { fundsCovered } of whole.byCurrency)
      for (const { included, total, excluded, partly } of fundsCovered)
        expect([included, excluded, partly]).toEqual([total, [], []]);
    // No fund has figures for the next quarter end yet.
    const { rows, byCurrency } = await admin.getParticipantCarryAtNav({ params, query: { asOf: '2026-09-30' } });
    for (const { currency, carryAtNav, fundsCovered } of byCurrency) {
      const funds = new Set(rows.filter((row) => row.currency === currency).map(({ fundId }) => fundId));
      for (const name of ['carryAtNav', 'vested', 'unvested', 'clawbackGross', 'clawbackNet']) {
        const covered = fundsCovered.find(({ field }) => field === name);
        expect([currency, name, covered?.included, covered?.total]).toEqual([currency, name, 0, funds.size]);
        expect(new Set(covered?.excluded.map(({ id }) => id))).toEqual(funds);
        for (const { reason } of covered?.excluded ?? []) expect(reason).toMatch(/has figures at the quarter end/);
      }
      expect(carryAtNav).toBeNull();
    }
  });
});
