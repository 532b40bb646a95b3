import type { RunReport } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { verifyForecasts } from '@carrara/adapters/postgres/verify/verifyForecasts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, type QueryOf, refusal } from '../../../testing/testClient.ts';
import { openPlannedFirm } from '../../../testing/plannedFirm.ts';

type Request = BodyOf<'saveForecast'>;
type Source = Request['forecastSources'][number];
type Amounts = Partial<Source> & Pick<Source, 'investedAmount'>;
type Forecast = AnswerOf<'getForecast'>;
type Detail = Forecast['forecastSources'][number]['details'][number];

const firm = openPlannedFirm({ maker: 'editor', viewer: 'viewer' });
const { as, inTenant } = firm;

const file = (path: string) =>
  firm.server.call(firm.people.viewer.token, firm.tenantId, { method: 'GET', url: `/api/carry/${path}` });

const from = (code: string, amounts: Amounts, more: Partial<Source> = {}): Source => ({
  source: { id: firm.plan.idOf(code) },
  type: code.startsWith('CO-') ? 'Coinvestment' : 'Fund',
  ...amounts,
  ...more,
});
const invested = (investedAmount: string, more: Partial<Source> = {}): Amounts => ({ investedAmount, ...more });
const body = (forecastSources: readonly Source[]) => ({ distributionDate: '2027-03-31', forecastSources });
const save = (name: string, sources: readonly Source[], more: Partial<Request> = {}, person = firm.people.maker) =>
  as(person).saveForecast({ body: { name, ...body(sources), ...more } });
const codesOf = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
const leaves = (rows: readonly Detail[]): readonly Detail[] =>
  rows.flatMap((row) => (row.memberDetails.length > 0 ? leaves(row.memberDetails) : [row]));
const cents = (text: string | null) => BigInt(text!.replace('.', ''));
const sum = (amounts: readonly (string | null)[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

let fund: Forecast;

describe('a forecast', () => {
  it('needs at least one source and one participant [U-C-103]', async () => {
    const nothing = await refusal(save('Nothing', []));
    expect(nothing).toMatchObject({ status: 422, errors: [{ code: 'NO_SOURCE' }] });
    // Before its profile is in force, nobody has a share in it.
    const early = save('Nobody', [from('ARP-IV', invested('1.00'))], {
      distributionDate: '2001-01-01',
      estimationDate: '2001-01-01',
    });
    expect(await refusal(early)).toMatchObject({ status: 422, errors: [{ code: 'NO_PARTICIPANT' }] });
    expect((await refusal(save('', [from('ARP-I', invested('1.00'))]))).status).toBeGreaterThanOrEqual(400);
  });

  it('needs an amount, and a date that is not before its estimate', async () => {
    const empty = save('Empty', [
      from('ARP-I', invested('0.00', { multiple: '3' })),
      from('ARP-I', invested('5.00', { multiple: '0' })),
    ]);
    expect(await refusal(empty)).toMatchObject({
      errors: expect.arrayContaining([
        expect.objectContaining({
          code: 'AMOUNT_MISSING',
          path: 'ForecastSources[0].InvestedAmount',
          message:
            'A forecast needs an amount, but the gross carry of every source is 0. Enter an invested amount and a multiple, or the gross carry.',
        }),
      ]),
    });
    const sources = [from('ARP-I', invested('1.00'))];
    const past = save('Past', sources, { distributionDate: '2026-01-31', estimationDate: '2026-02-28' });
    expect(await refusal(past)).toMatchObject({
      errors: [
        {
          code: 'FORECAST_BEFORE_ESTIMATE',
          path: 'DistributionDate',
          message:
            'The distribution date 01/31/2026 is before the estimation date 02/28/2026, so nothing would be forecast. Choose a later distribution date, or correct the estimation date.',
        },
      ],
    });
    // Without an estimation date, the estimate is of today.
    expect(await codesOf(save('Past', sources, { distributionDate: '2020-01-31' }))).toContain(
      'FORECAST_BEFORE_ESTIMATE',
    );
    const before = await save('History', sources, { distributionDate: '2026-01-31', estimationDate: '2026-01-31' });
    await as(firm.people.maker).deleteForecast({ params: { id: before.id } });
  });

  it('accepts one fund, its whole or its parts, each with its type [U-C-043 U-C-073 U-C-074]', async () => {
    const adjustment = invested('1.00');
    expect(await codesOf(save('Two', [from('ARP-I', adjustment), from('CO-HEL', adjustment)]))).toEqual([
      'SOURCES_OF_SEVERAL_FUNDS',
    ]);
    expect(await codesOf(save('Twice', [from('ARP-I', adjustment), from('ARP-I', adjustment)]))).toContain(
      'SOURCE_DUPLICATE',
    );
    expect(await codesOf(save('Type', [from('ARP-I', adjustment, { type: 'Tranche' })]))).toContain(
      'SOURCE_TYPE_DIFFERS',
    );
    const options = await as(firm.people.viewer).listForecastSourceOptions();
    const types = ['Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche'];
    expect(new Set(types)).toEqual(new Set([...types, ...options.map(({ type }) => type)]));
    const part = options.find(
      (option) => option.type === 'Fund Investment' && option.fund?.id === firm.plan.idOf('ARP-I'),
    );
    if (part) {
      const both = save('Both', [
        from('ARP-I', adjustment),
        { source: { id: part.id }, type: part.type, ...adjustment },
      ]);
      expect((await refusal(both)).errors).toMatchObject([{ code: 'SOURCES_OVERLAP', path: 'ForecastSources[1]' }]);
    }
    const negative = save('Minus', [from('ARP-I', invested('-1.00'))]);
    expect((await refusal(negative)).status).toBeGreaterThanOrEqual(400);
    const below = save('Below', [from('ARP-I', invested('1.00', { totalCarryAdjustment: '1.01' }))]);
    expect((await refusal(below)).errors).toMatchObject([
      { code: 'NET_BELOW_ZERO', path: 'ForecastSources[0].TotalCarryAdjustment' },
    ]);
  });

  it('is computed before it is stored, as a whole and by source [A-C-207 A-C-208 U-C-104 U-C-106]', async () => {
    const request = body([from('ARP-I', invested('1000.01', { totalCarryAdjustment: '0.01' }))]);
    const whole = await as(firm.people.viewer).calculateForecast({ body: request });
    expect(whole.forecastSources[0]).toMatchObject({
      multiple: '1',
      editedLast: 'multiple',
      grossCarryDistributed: '1000.01',
      netCarryDistributed: '1000.00',
      totalDistributed: '1000.00',
      forecastSourceId: null,
    });
    expect(sum(leaves(whole.forecastSources[0]!.details).map((row) => row.grossCarryDistributed))).toBe(100_000n);
    const sources = await as(firm.people.viewer).generateForecastDetails({ body: request });
    expect(sources).toEqual(whole.forecastSources);
    expect((await as(firm.people.viewer).listForecasts()).totalItemCount).toBe(0);
  });

  it('keeps the value that was entered last and computes the other [A-C-209 U-C-105 E-C-189 to E-C-219]', async () => {
    const typed = invested('3000.00', { grossCarryDistributed: '4000.01', editedLast: 'gross', multiple: '7' });
    fund = await save('ARP-I exit', [from('ARP-I', typed)], { estimationDate: '2026-06-30' });
    expect(fund).toMatchObject({ estimationDate: '2026-06-30', totalNet: '4000.01', totalCarryDistributed: '4000.01' });
    expect(fund.forecastSources[0]).toMatchObject({ multiple: '1.33', editedLast: 'gross', isDetermined: true });
    const percents = fund.forecastParticipants.map(({ carryPercent }) => Number(carryPercent));
    expect(percents.reduce((all, percent) => all + percent, 0)).toBeCloseTo(100, 6);
    const changed = await save('ARP-I exit', [from('ARP-I', invested('3000.00', { multiple: '1.255' }))], {
      id: fund.id,
      rowVersion: fund.rowVersion,
      estimationDate: '2026-06-30',
    });
    expect(changed.forecastSources[0]).toMatchObject({ multiple: '1.255', grossCarryDistributed: '3765.00' });
    expect(changed.forecastSources[0]!.forecastSourceId).toBe(fund.forecastSources[0]!.forecastSourceId);
    const stale = save('Mine', [from('ARP-I', invested('1.00'))], { id: fund.id, rowVersion: fund.rowVersion });
    expect((await refusal(stale)).status).toBe(409);
    fund = changed;
  });

  it('is read, written and deleted by people with that permission [A-C-199 A-C-210 U-C-153]', async () => {
    expect((await refusal(save('Not mine', [from('ARP-I', invested('1.00'))], {}, firm.people.viewer))).status).toBe(
      403,
    );
    const other = await save('Away', [from('ARP-II', invested('10.00'))]);
    // The estimation date defaults to today.
    expect(other.estimationDate).toBe(firm.server.now.toISOString().slice(0, 10));
    expect(await as(firm.people.viewer).getForecast({ params: { id: other.id } })).toMatchObject({
      name: 'Away',
      distributionDate: '2027-03-31',
    });
    expect((await refusal(as(firm.people.viewer).deleteForecast({ params: { id: other.id } }))).status).toBe(403);
    await as(firm.people.maker).deleteForecast({ params: { id: other.id }, query: { rowVersion: other.rowVersion } });
    expect(await refusal(as(firm.people.viewer).getForecast({ params: { id: other.id } }))).toMatchObject({
      status: 404,
      message: 'There is no such forecast.',
    });
  });

  it('uses the chosen profile, or the current one by default', async () => {
    const allocationProfile = { id: firm.plan.idOf('profile of ARP-I') };
    const saved = async (more: Partial<Source>) => {
      const forecast = await save('By a profile', [from('ARP-I', invested('1.00'), more)]);
      await as(firm.people.maker).deleteForecast({ params: { id: forecast.id } });
      return forecast.forecastSources[0];
    };
    expect(await saved({ allocationProfile })).toMatchObject({ allocationProfile, isProfileChosen: true });
    expect(await saved({})).toMatchObject({ allocationProfile, isProfileChosen: false });
    const request = body([from('ARP-I', invested('1.00'), { allocationProfile })]);
    expect((await as(firm.people.viewer).calculateForecast({ body: request })).forecastSources).toMatchObject([
      { allocationProfile, isProfileChosen: true },
    ]);
    const foreign = { allocationProfile: { id: firm.plan.idOf('profile of ARP-II') } };
    expect(await codesOf(save('Of another', [from('ARP-I', invested('1.00'), foreign)]))).toEqual([
      'PROFILE_OF_OTHER_SOURCE',
    ]);
  });

  it('warns of all terminated participants with forecast carry, and is stored', async () => {
    const sources = [from('ARP-I', invested('100000.00'))];
    const stored = await save('Terminated', sources);
    const terminated = leaves(stored.forecastSources[0]!.details)
      .filter(
        ({ participant, grossCarryDistributed }) =>
          participant.status === 'Terminated' && grossCarryDistributed !== '0.00',
      )
      .map(({ participant }) => participant.name);
    expect(new Set(terminated).size).toBeGreaterThan(1);
    const computed = await as(firm.people.viewer).calculateForecast({ body: body(sources) });
    for (const { warnings, problems } of [
      stored,
      await as(firm.people.viewer).getForecast({ params: { id: stored.id } }),
      computed,
    ]) {
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^.+ and .+ are terminated but forecast at full allocation\. Forecasts don’t apply vesting\. Check what is vested in the Vesting and forfeiture report; if less will be paid, change the allocation profile\.$/,
        ),
      ]);
      for (const name of terminated) expect(warnings[0]?.message).toContain(name);
      expect(problems).toEqual([]);
    }
    await as(firm.people.maker).deleteForecast({ params: { id: stored.id } });
  });

  it('shows the allocations of a source on a date [A-C-206]', async () => {
    const { allocations, total } = await as(firm.people.viewer).generateForecastAllocations({
      query: { sourceId: firm.plan.idOf('ARP-I'), type: 'Fund', distributionDate: '2027-03-31' },
    });
    expect(allocations.map((allocation) => allocation.effectiveAllocation)).toEqual(
      fund.forecastSources[0]!.details.map((detail) => detail.effectiveAllocation),
    );
    expect(Number(total)).toBeGreaterThan(0);
    const unknown = as(firm.people.viewer).generateForecastAllocations({
      query: { sourceId: firm.plan.idOf('ARP-I'), type: 'Fund', fundId: firm.plan.idOf('ARP-II') },
    });
    expect(await codesOf(unknown)).toEqual(['SOURCE_UNKNOWN']);
  });

  it('is listed as a whole and by source, and exported [A-C-198 A-C-200 A-C-201 A-C-211 A-C-212]', async () => {
    const page = await as(firm.people.viewer).listForecasts();
    expect(page).toMatchObject({ pageSize: 20, pageData: [{ name: 'ARP-I exit', totalNet: '3765.00' }] });
    expect(await as(firm.people.viewer).listForecastChoices()).toMatchObject([{ name: 'ARP-I exit' }]);
    expect(await as(firm.people.viewer).listForecastSources()).toMatchObject({
      pageData: [{ forecastName: 'ARP-I exit', forecastedCarry: '3765.00', status: { code: 'LATEST' } }],
    });
    for (const path of ['forecast', 'forecast/forecast-list'])
      for (const format of ['excel', 'application/pdf', 'csv'])
        expect([format, (await file(`${path}?format=${format}`)).statusCode]).toEqual([format, 200]);
    const { type } = await as(firm.people.viewer).exportForecast({ params: { id: fund.id } });
    expect(type).toContain('spreadsheetml');
  });

  it('applies until a later estimate of the same source and date, and each date counts [A-C-202 to A-C-205]', async () => {
    const at = (distributionDate: string, estimationDate: string, multiple: string) =>
      save(`${distributionDate} as of ${estimationDate}`, [from('ARP-I', invested('3000.00', { multiple }))], {
        distributionDate,
        estimationDate,
      });
    const later = await at('2027-03-31', '2026-09-30', '2');
    await at('2028-03-31', '2026-09-30', '3');
    await save('Coinvestment', [from('CO-HEL', invested('100.00'))]);
    const amounts = (slices: AnswerOf<'chartForecastsByFund' | 'chartForecastsBySource'>) =>
      slices.map(({ amount }) => amount);
    expect(amounts(await as(firm.people.viewer).chartForecastsByFund())).toEqual(['15000.00']);
    expect(amounts(await as(firm.people.viewer).chartForecastsByCoinvestment())).toEqual(['100.00']);
    expect(amounts(await as(firm.people.viewer).chartForecastsBySource())).toEqual(['15000.00', '100.00']);
    expect(await as(firm.people.viewer).chartForecastsByYear()).toMatchObject([
      { date: '2027-03-31', amount: '6000.00' },
      { date: '2027-03-31', amount: '100.00' },
      { date: '2028-03-31', amount: '9000.00' },
    ]);
    const ofFund = await as(firm.people.viewer).listFundForecasts({ params: { id: firm.plan.idOf('ARP-I') } });
    expect(ofFund).toMatchObject({ totalItemCount: 3, totals: [{ total: '15000.00' }] });
    expect(ofFund.pageData.filter(({ status }) => status.code === 'EARLIER')).toHaveLength(1);
    expect(
      await as(firm.people.viewer).listCoinvestmentForecasts({ params: { id: firm.plan.idOf('CO-HEL') } }),
    ).toMatchObject({
      totals: [{ total: '100.00' }],
    });
    expect(await as(firm.people.viewer).listForecasts({ query: { sourceId: firm.plan.idOf('CO-HEL') } })).toMatchObject(
      {
        totalItemCount: 1,
      },
    );
    expect(await as(firm.people.viewer).listForecasts({ query: { year: 2028 } })).toMatchObject({ totalItemCount: 1 });
    expect(later.totalNet).toBe('6000.00');
  });

  it('appears in the profiles of its participants [A-C-016 A-C-025 A-C-026 A-C-027 A-C-040 A-C-041 A-C-046 A-C-063 A-C-064 A-C-065 A-C-078 A-C-142 A-C-145 A-C-175 A-C-184]', async () => {
    const { details } = (await as(firm.people.viewer).getForecast({ params: { id: fund.id } })).forecastSources[0]!;
    const rows = [...details, ...leaves(details)];
    const readers = {
      Employee: {
        history: as(firm.people.viewer).listEmployeeForecasts,
        bySource: as(firm.people.viewer).chartEmployeeForecastsBySource,
        byYear: as(firm.people.viewer).chartEmployeeForecastHistory,
        summary: as(firm.people.viewer).getEmployeeSummary,
      },
      Trust: {
        history: as(firm.people.viewer).listTrustForecasts,
        bySource: as(firm.people.viewer).chartTrustForecastsBySource,
        byYear: as(firm.people.viewer).chartTrustForecastHistory,
        summary: as(firm.people.viewer).getTrustSummary,
      },
      Entity: {
        history: as(firm.people.viewer).listEntityForecasts,
        bySource: as(firm.people.viewer).chartEntityForecastsBySource,
        byYear: as(firm.people.viewer).chartEntityForecastHistory,
        summary: as(firm.people.viewer).getEntitySummary,
      },
    };
    for (const [kind, { history, bySource, byYear, summary }] of Object.entries(readers)) {
      const row = rows.find(({ participant }) => participant.type === kind);
      expect(row, kind).toBeDefined();
      if (!row) continue;
      const params = { id: row.participant.participantId };
      const own = (await history({ params })).pageData.filter(({ forecastId }) => forecastId === fund.id);
      expect(own.map(({ forecastedCarry }) => forecastedCarry)).toContain(row.grossCarryDistributed);
      const slices = await bySource({ params });
      const points = await byYear({ params });
      expect(sum(slices.map(({ amount }) => amount))).toBe(sum(points.map(({ amount }) => amount)));
      expect(cents((await summary({ params })).forecastedCarry)).toBe(sum(points.map(({ amount }) => amount)));
    }
    const employee = rows.find(({ participant }) => participant.type === 'Employee')!.participant.participantId;
    const estimated = await as(firm.people.viewer).listParticipantEstimates({ params: { id: employee } });
    expect(estimated.map(({ forecastId }) => forecastId)).toContain(fund.id);
    // By participant, it adds up to the fund's forecasts in force.
    const people = await as(firm.people.viewer).listFundEstimateParticipants({
      params: { id: firm.plan.idOf('ARP-I') },
      query: { pageSize: 1000 },
    });
    expect(sum(people.pageData.map(({ forecastedCarry }) => forecastedCarry))).toBe(1_500_000n);
    expect(people.totals).toMatchObject([{ total: '15000.00' }]);
    const excel = await file(`fund/${firm.plan.idOf('ARP-I')}/estimates/participants?format=excel`);
    const [sheet] = (await readWorkbook(excel.rawPayload))._unsafeUnwrap();
    expect(sheet!.rows.length).toBeGreaterThan(people.pageData.length);
  });

  it('has two reports, as of a date, with hidden names, and with trusts added to their employees [R-C-256 R-C-257]', async () => {
    type Report = Pick<AnswerOf<'reportForecastsBySource'>, 'subtotals'>;
    const whole = ({ subtotals }: Report) =>
      subtotals
        .filter(({ keys }) => keys.length === 0)
        .map(({ splitKeys, totals }) => [splitKeys[0], totals.find(({ field }) => field === 'forecastedCarry')?.total]);
    const sources = await as(firm.people.viewer).reportForecastsBySource({ query: { pageSize: 1000 } });
    const people = await as(firm.people.viewer).reportParticipantForecastHistoryBySource({ query: { pageSize: 1000 } });
    // An estimate in force is never added to an earlier one, and participants add up to their sources.
    expect(whole(sources)).toEqual(
      expect.arrayContaining([
        ['Latest', '15100.00'],
        ['Earlier', '3765.00'],
      ]),
    );
    expect(new Set(whole(people))).toEqual(new Set(whole(sources)));
    const before = await as(firm.people.viewer).reportForecastsBySource({
      query: { pageSize: 1000, selectedDate: '2026-06-30' },
    });
    expect(whole(before)).toEqual([['Latest', '3765.00']]);
    const hidden = await as(firm.people.viewer).reportParticipantForecastHistoryBySource({
      query: { pageSize: 1000, redactName: 'true' },
    });
    expect(whole(hidden)).toEqual(whole(people));
    for (const { participant } of hidden.pageData)
      expect((participant as { name: string }).name).toMatch(/^Participant \d+$/);
    const together = await as(firm.people.viewer).reportParticipantForecastHistoryBySource({
      query: { pageSize: 1000, aggregateTrust: 'true' },
    });
    expect(whole(together)).toEqual(whole(people));
    expect(together.totalItemCount).toBeLessThanOrEqual(people.totalItemCount);
    for (const format of ['excel', 'application/pdf', 'csv'])
      expect((await file(`reporting/v2/forecasts-by-source?format=${format}`)).statusCode).toBe(200);
  });

  it('shows carry through an entity by member [R-C-119]', async () => {
    const row = (
      await as(firm.people.viewer).getForecast({ params: { id: fund.id } })
    ).forecastSources[0]!.details.find(({ participant }) => participant.type === 'Entity');
    const { participantId } = row!.participant;
    const through = await as(firm.people.viewer).getEntityForecast({
      params: { id: participantId, forecastId: fund.id },
    });
    const [entity] = through.forecastParticipants;
    expect(entity?.grossCarryDistributed).toBe(row!.grossCarryDistributed);
    expect(
      sum(entity!.memberParticipants.map((memberParticipant) => memberParticipant.grossCarryDistributed ?? '0.00')),
    ).toBe(cents(row!.grossCarryDistributed));
    const withoutAccess = as(firm.people.viewer).getEntityForecast({
      params: { id: participantId, forecastId: participantId },
    });
    expect((await refusal(withoutAccess)).status).toBe(404);
  });

  it('is compared with other multiples, with an explanation of each figure', async () => {
    const { scenarios: all, participants: people } = await as(firm.people.viewer).getForecastScenarios({
      params: { id: fund.id },
      query: { step: '0.5' },
    });
    expect(all.map(({ step, totalCarryDistributed }) => [step, totalCarryDistributed])).toEqual([
      ['-1', '765.00'],
      ['-0.5', '2265.00'],
      ['0', '3765.00'],
      ['0.5', '5265.00'],
      ['1', '6765.00'],
    ]);
    const why = (query: QueryOf<'explainForecast'>) =>
      as(firm.people.viewer).explainForecast({ params: { id: fund.id }, query });
    const [someone] = people;
    const { participantId } = someone!.participant;
    for (const [at, scenario] of all.entries()) {
      const step = scenario.step === '0' ? {} : { step: scenario.step };
      expect((await why({ figure: 'distributed', ...step })).result).toBe(scenario.totalCarryDistributed);
      expect((await why({ figure: 'carry', participantId, ...step })).result).toBe(someone!.figures[at]);
    }
    const low = await as(firm.people.viewer).getForecastScenarios({ params: { id: fund.id }, query: { step: '1' } });
    expect(low.scenarios[0]).toMatchObject({ totalCarryDistributed: null, problems: [{ code: 'NEGATIVE_AMOUNT' }] });
    const gross = await why({ figure: 'gross', sourceId: firm.plan.idOf('ARP-I') });
    expect(gross).toMatchObject({ result: '3765.00', formula: 'forecast.gross' });
  });

  it('is recomputed to the cent by the audit, which reports a change in the database', async () => {
    const found = async () => {
      const reports: RunReport[] = [];
      const tenant = { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() };
      await firm.server.withTenant(tenant, async (tx) => {
        for await (const report of verifyForecasts(tx)) reports.push(report);
      });
      return reports;
    };
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([]);
    expect((await found()).every(({ figures }) => figures > 0)).toBe(true);
    const whole = await inTenant((tx) => verifyTenant(tx, firm.server.auditKey));
    expect([whole.chain.broken, whole.findings]).toEqual([undefined, []]);
    const tamper = async (table: string, column: string, by: string) => {
      const client = new pg.Client({ connectionString: firm.server.database.url });
      await client.connect();
      const condition = table === 'forecast_detail' ? 'd.is_leaf AND d.gross_carry_distributed > 1' : 'true';
      await client.query(
        `UPDATE ${table} SET ${column} = ${column} + ($1)::numeric WHERE id = (SELECT d.id FROM ${table} d WHERE ${condition} ORDER BY d.id LIMIT 1)`,
        [by],
      );
      await client.end();
    };
    for (const [table, column] of [
      ['forecast_detail', 'gross_carry_distributed'],
      ['forecast_source', 'multiple'],
      ['forecast_source', 'invested_amount'],
      ['forecast', 'total_gross'],
    ] as const) {
      await tamper(table, column, '0.01');
      expect(
        (await found()).flatMap(({ findings }) => findings.map(({ description: subject }) => subject)),
        column,
      ).not.toEqual([]);
      await tamper(table, column, '-0.01');
    }
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([]);
    // A forecast without an engine version counts as one without evidence.
    const client = new pg.Client({ connectionString: firm.server.database.url });
    await client.connect();
    const set = (version: string | null) =>
      client.query('UPDATE forecast SET engine_version = $1 WHERE id = $2', [version, fund.id]);
    const { rows } = await client.query<{ version: string }>(
      'SELECT engine_version AS version FROM forecast WHERE id = $1',
      [fund.id],
    );
    await set(null);
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([
      {
        location: ['forecast', 'ARP-I exit'],
        description: 'can’t be recomputed from its stored inputs: ENGINE_VERSION_UNKNOWN',
      },
    ]);
    await set(rows[0]!.version);
    await client.end();
  });
});
