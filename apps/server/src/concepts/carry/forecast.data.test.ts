import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { RunReport } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { verifyForecasts } from '@carrara/adapters/postgres/verify/verifyForecasts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { type PlantedPlan, plantCarryPlan } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Detail {
  readonly Participant: {
    readonly ParticipantId: string;
    readonly Name: string;
    readonly Type: string;
    readonly Status: string;
  };
  readonly Via: readonly string[];
  readonly EffectiveAllocation: string;
  readonly GrossCarryDistributed: string;
  readonly MemberDetails: readonly Detail[];
}
interface Participant {
  readonly Participant: Detail['Participant'];
  readonly GrossCarryDistributed: string | null;
  readonly CarryPercent: string | null;
  readonly MemberParticipants: readonly Participant[];
}
interface Source {
  readonly ForecastSourceId: string | null;
  readonly Source: { readonly Id: string; readonly Name: string; readonly FundId: string | null };
  readonly Type: string;
  readonly InvestedAmount: string;
  readonly Multiple: string | null;
  readonly EditedLast: string;
  readonly GrossCarryDistributed: string;
  readonly NetCarryDistributed: string;
  readonly TotalDistributed: string | null;
  readonly IsDetermined: boolean;
  readonly Details: readonly Detail[];
}
interface Forecast {
  readonly Id: string;
  readonly Name: string;
  readonly RowVersion: number;
  readonly DistributionDate: string;
  readonly EstimationDate: string;
  readonly TotalNet: string;
  readonly TotalCarryDistributed: string | null;
  readonly ForecastSources: readonly Source[];
  readonly ForecastParticipants: readonly Participant[];
  readonly Problems: readonly { readonly Code: string }[];
  readonly Warnings: readonly { readonly Code: string; readonly Message: string }[];
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let viewer: TestPerson;

const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  viewer = await server.person(tenantId, { carry: 'viewer' });
  plan = await inTenant(plantCarryPlan);
  await inTenant(noteEverything);
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call(person.token, tenantId, { method, url: `/api/carry/${path}`, ...(payload ? { payload } : {}) });
type Answer = Awaited<ReturnType<typeof call>>;
const done = <T = Forecast>(answer: Answer): T => {
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<T>();
};
const get = async <T = Forecast>(path: string) => done<T>(await call(viewer, 'GET', path));
const errorsOf = (answer: Answer) => answer.json<{ Errors: readonly { Code: string; Path: string }[] }>().Errors;
const codesOf = (answer: Answer) => errorsOf(answer).map(({ Code }) => Code);

const from = (code: string, amounts: object, more: object = {}) => ({
  Source: { Id: plan.idOf(code) },
  Type: code.startsWith('CO-') ? 'Coinvestment' : 'Fund',
  ...amounts,
  ...more,
});
const invested = (InvestedAmount: string, more: object = {}) => ({ InvestedAmount, ...more });
const body = (Name: string, ForecastSources: object[], more: object = {}) => ({
  Name,
  DistributionDate: '2027-03-31',
  ForecastSources,
  ...more,
});
const save = (Name: string, sources: object[], more: object = {}, person = maker) =>
  call(person, 'POST', 'forecast/save-forecast', body(Name, sources, more));
const leaves = (rows: readonly Detail[]): readonly Detail[] =>
  rows.flatMap((row) => (row.MemberDetails.length > 0 ? leaves(row.MemberDetails) : [row]));
const cents = (text: string) => BigInt(text.replace('.', ''));
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

let fund: Forecast;

describe('a forecast', () => {
  it('needs at least one source and one participant [U-C-103]', async () => {
    const nothing = await save('Nothing', []);
    expect([nothing.statusCode, codesOf(nothing)]).toEqual([422, ['NO_SOURCE']]);
    // Before its profile is in force, nobody has a share in it.
    const early = await save('Nobody', [from('ARP-IV', invested('1.00'))], {
      DistributionDate: '2001-01-01',
      EstimationDate: '2001-01-01',
    });
    expect([early.statusCode, codesOf(early)]).toEqual([422, ['NO_PARTICIPANT']]);
    expect((await save('', [from('ARP-I', invested('1.00'))])).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('needs an amount, and a date that is not before its estimate', async () => {
    const empty = await save('Empty', [
      from('ARP-I', invested('0.00', { Multiple: '3' })),
      from('ARP-I', invested('5.00', { Multiple: '0' })),
    ]);
    expect(empty.json()).toMatchObject({
      Errors: expect.arrayContaining([
        expect.objectContaining({
          Code: 'AMOUNT_MISSING',
          Path: 'ForecastSources[0].InvestedAmount',
          Message:
            'A forecast needs an amount, but the gross carry of every source is 0. Enter an invested amount and a multiple, or the gross carry.',
        }),
      ]),
    });
    const sources = [from('ARP-I', invested('1.00'))];
    const past = await save('Past', sources, { DistributionDate: '2026-01-31', EstimationDate: '2026-02-28' });
    expect(past.json()).toMatchObject({
      Errors: [
        {
          Code: 'FORECAST_BEFORE_ESTIMATE',
          Path: 'DistributionDate',
          Message:
            'The distribution date 01/31/2026 is before the estimation date 02/28/2026, so nothing would be forecast. Choose a later distribution date, or correct the estimation date.',
        },
      ],
    });
    // Without an estimation date, the estimate is of today.
    expect(codesOf(await save('Past', sources, { DistributionDate: '2020-01-31' }))).toContain(
      'FORECAST_BEFORE_ESTIMATE',
    );
    const before = done(
      await save('History', sources, { DistributionDate: '2026-01-31', EstimationDate: '2026-01-31' }),
    );
    done(await call(maker, 'DELETE', `forecast/${before.Id}`));
  });

  it('is of one fund, of a whole or of parts, each of its type [U-C-043 U-C-073 U-C-074]', async () => {
    const adjustment = invested('1.00');
    expect(codesOf(await save('Two', [from('ARP-I', adjustment), from('CO-HEL', adjustment)]))).toEqual([
      'SOURCES_OF_SEVERAL_FUNDS',
    ]);
    expect(codesOf(await save('Twice', [from('ARP-I', adjustment), from('ARP-I', adjustment)]))).toContain(
      'SOURCE_DUPLICATE',
    );
    expect(codesOf(await save('Type', [from('ARP-I', adjustment, { Type: 'Tranche' })]))).toContain(
      'SOURCE_TYPE_DIFFERS',
    );
    const options =
      await get<{ Id: string; Type: string; PartId: string | null; Fund: { Id: string } | null }[]>('forecast/sources');
    const types = ['Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche'];
    expect(new Set(types)).toEqual(new Set([...types, ...options.map(({ Type }) => Type)]));
    const part = options.find((option) => option.Type === 'Fund Investment' && option.Fund?.Id === plan.idOf('ARP-I'));
    if (part) {
      const both = await save('Both', [
        from('ARP-I', adjustment),
        { Source: { Id: part.Id }, Type: part.Type, ...adjustment },
      ]);
      expect(errorsOf(both)).toMatchObject([{ Code: 'SOURCES_OVERLAP', Path: 'ForecastSources[1]' }]);
    }
    const negative = await save('Minus', [from('ARP-I', invested('-1.00'))]);
    expect(negative.statusCode).toBeGreaterThanOrEqual(400);
    const below = await save('Below', [from('ARP-I', invested('1.00', { TotalCarryAdjustment: '1.01' }))]);
    expect(errorsOf(below)).toMatchObject([
      { Code: 'NET_BELOW_ZERO', Path: 'ForecastSources[0].TotalCarryAdjustment' },
    ]);
  });

  it('is computed before it is stored, in whole and source by source [A-C-207 A-C-208 U-C-104 U-C-106]', async () => {
    const { Name: _, ...request } = body('', [from('ARP-I', invested('1000.01', { TotalCarryAdjustment: '0.01' }))]);
    const whole = done(await call(viewer, 'POST', 'forecast/calculate', request));
    expect(whole.ForecastSources[0]).toMatchObject({
      Multiple: '1',
      EditedLast: 'multiple',
      GrossCarryDistributed: '1000.01',
      NetCarryDistributed: '1000.00',
      TotalDistributed: '1000.00',
      ForecastSourceId: null,
    });
    expect(sum(leaves(whole.ForecastSources[0]!.Details).map((row) => row.GrossCarryDistributed))).toBe(100_000n);
    const sources = done<Source[]>(await call(viewer, 'POST', 'forecast/generate-details', request));
    expect(sources).toEqual(whole.ForecastSources);
    expect((await get<{ TotalItemCount: number }>('forecast')).TotalItemCount).toBe(0);
  });

  it('keeps what was typed last, the other follows [A-C-209 U-C-105 E-C-189 to E-C-219]', async () => {
    const typed = { ...invested('3000.00'), GrossCarryDistributed: '4000.01', EditedLast: 'gross', Multiple: '7' };
    fund = done(await save('ARP-I exit', [from('ARP-I', typed)], { EstimationDate: '2026-06-30' }));
    expect(fund).toMatchObject({ EstimationDate: '2026-06-30', TotalNet: '4000.01', TotalCarryDistributed: '4000.01' });
    expect(fund.ForecastSources[0]).toMatchObject({ Multiple: '1.33', EditedLast: 'gross', IsDetermined: true });
    const percents = fund.ForecastParticipants.map(({ CarryPercent }) => Number(CarryPercent));
    expect(percents.reduce((all, percent) => all + percent, 0)).toBeCloseTo(100, 6);
    const changed = done(
      await save('ARP-I exit', [from('ARP-I', invested('3000.00', { Multiple: '1.255' }))], {
        Id: fund.Id,
        RowVersion: fund.RowVersion,
        EstimationDate: '2026-06-30',
      }),
    );
    expect(changed.ForecastSources[0]).toMatchObject({ Multiple: '1.255', GrossCarryDistributed: '3765.00' });
    expect(changed.ForecastSources[0]!.ForecastSourceId).toBe(fund.ForecastSources[0]!.ForecastSourceId);
    const stale = await save('Mine', [from('ARP-I', invested('1.00'))], { Id: fund.Id, RowVersion: fund.RowVersion });
    expect(stale.statusCode).toBe(409);
    fund = changed;
  });

  it('is read by who may, written by who may, and deleted [A-C-199 A-C-210 U-C-153]', async () => {
    expect((await save('Not mine', [from('ARP-I', invested('1.00'))], {}, viewer)).statusCode).toBe(403);
    const other = done(await save('Away', [from('ARP-II', invested('10.00'))]));
    // The estimation date defaults to today.
    expect(other.EstimationDate).toBe(server.now.toISOString().slice(0, 10));
    expect(await get(`forecast/${other.Id}`)).toMatchObject({ Name: 'Away', DistributionDate: '2027-03-31' });
    expect((await call(viewer, 'DELETE', `forecast/${other.Id}`)).statusCode).toBe(403);
    done(await call(maker, 'DELETE', `forecast/${other.Id}?RowVersion=${String(other.RowVersion)}`));
    const gone = await call(viewer, 'GET', `forecast/${other.Id}`);
    expect([gone.statusCode, gone.json<{ ExceptionMessage: string }>().ExceptionMessage]).toEqual([
      404,
      'There is no such forecast.',
    ]);
  });

  it('keeps the profile that was chosen, and follows the one in force where none was', async () => {
    const AllocationProfile = { Id: plan.idOf('profile of ARP-I') };
    const saved = async (more: object) => {
      const forecast = done(await save('By a profile', [from('ARP-I', invested('1.00'), more)]));
      done(await call(maker, 'DELETE', `forecast/${forecast.Id}`));
      return forecast.ForecastSources[0];
    };
    expect(await saved({ AllocationProfile })).toMatchObject({ AllocationProfile, IsProfileChosen: true });
    expect(await saved({})).toMatchObject({ AllocationProfile, IsProfileChosen: false });
    const { Name: _, ...request } = body('', [from('ARP-I', invested('1.00'), { AllocationProfile })]);
    expect(done(await call(viewer, 'POST', 'forecast/calculate', request)).ForecastSources).toMatchObject([
      { AllocationProfile, IsProfileChosen: true },
    ]);
    const foreign = { AllocationProfile: { Id: plan.idOf('profile of ARP-II') } };
    expect(codesOf(await save('Of another', [from('ARP-I', invested('1.00'), foreign)]))).toEqual([
      'PROFILE_OF_OTHER_SOURCE',
    ]);
  });

  it('warns in one sentence of all who are terminated and forecast carry all the same, and is stored', async () => {
    const sources = [from('ARP-I', invested('100000.00'))];
    const stored = done(await save('Terminated', sources));
    const gone = leaves(stored.ForecastSources[0]!.Details)
      .filter(
        ({ Participant, GrossCarryDistributed }) =>
          Participant.Status === 'Terminated' && GrossCarryDistributed !== '0.00',
      )
      .map(({ Participant }) => Participant.Name);
    expect(new Set(gone).size).toBeGreaterThan(1);
    const { Name: _, ...draft } = body('', sources);
    const computed = done(await call(viewer, 'POST', 'forecast/calculate', draft));
    for (const { Warnings, Problems } of [stored, await get(`forecast/${stored.Id}`), computed]) {
      expect(Warnings.map(({ Message }) => Message)).toEqual([
        expect.stringMatching(
          /^.+ and .+ are terminated but forecast at full allocation\. Forecasts don’t apply vesting\. Check what is vested in the Vesting and forfeiture report; if less will be paid, change the allocation profile\.$/,
        ),
      ]);
      for (const name of gone) expect(Warnings[0]?.Message).toContain(name);
      expect(Problems).toEqual([]);
    }
    done(await call(maker, 'DELETE', `forecast/${stored.Id}`));
  });

  it('shows who shares in a source on a day [A-C-206]', async () => {
    const path = `forecast/generate-allocations-by-forecast-source?sourceId=${plan.idOf('ARP-I')}&type=Fund`;
    const { Allocations, Total } = await get<{ Allocations: Detail[]; Total: string }>(
      `${path}&distributionDate=2027-03-31`,
    );
    expect(Allocations.map((allocation) => allocation.EffectiveAllocation)).toEqual(
      fund.ForecastSources[0]!.Details.map((detail) => detail.EffectiveAllocation),
    );
    expect(Number(Total)).toBeGreaterThan(0);
    expect(codesOf(await call(viewer, 'GET', `${path}&fundId=${plan.idOf('ARP-II')}`))).toEqual(['SOURCE_UNKNOWN']);
  });

  it('is listed, short and source by source, and exported [A-C-198 A-C-200 A-C-201 A-C-211 A-C-212]', async () => {
    const page = await get<{ PageData: { Name: string }[]; PageSize: number }>('forecast');
    expect(page).toMatchObject({ PageSize: 20, PageData: [{ Name: 'ARP-I exit', TotalNet: '3765.00' }] });
    expect(await get('forecast/navigation-list')).toMatchObject([{ Name: 'ARP-I exit' }]);
    expect(await get('forecast/forecast-list')).toMatchObject({
      PageData: [{ ForecastName: 'ARP-I exit', ForecastdCarry: '3765.00', Status: { Code: 'LATEST' } }],
    });
    for (const path of ['forecast', 'forecast/forecast-list'])
      for (const format of ['excel', 'application/pdf', 'csv'])
        expect([format, (await call(viewer, 'GET', `${path}?format=${format}`)).statusCode]).toEqual([format, 200]);
    const file = await call(viewer, 'GET', `forecast/${fund.Id}/export`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  });

  it('stands until a later estimate of the same source for the same day, and each day counts [A-C-202 to A-C-205]', async () => {
    const at = (DistributionDate: string, EstimationDate: string, Multiple: string) =>
      save(`${DistributionDate} as of ${EstimationDate}`, [from('ARP-I', invested('3000.00', { Multiple }))], {
        DistributionDate,
        EstimationDate,
      });
    const later = done(await at('2027-03-31', '2026-09-30', '2'));
    done(await at('2028-03-31', '2026-09-30', '3'));
    done(await save('Coinvestment', [from('CO-HEL', invested('100.00'))]));
    const amounts = async (view: string) =>
      (await get<{ Name: string; Amount: string }[]>(`forecast/${view}`)).map(({ Amount }) => Amount);
    expect(await amounts('fund')).toEqual(['15000.00']);
    expect(await amounts('coinvestment')).toEqual(['100.00']);
    expect(await amounts('source')).toEqual(['15000.00', '100.00']);
    expect(await get<object[]>('forecast/year')).toMatchObject([
      { Date: '2027-03-31', Amount: '6000.00' },
      { Date: '2027-03-31', Amount: '100.00' },
      { Date: '2028-03-31', Amount: '9000.00' },
    ]);
    const ofFund = await get<{ PageData: { Status: { Code: string } }[]; Totals: object[] }>(
      `fund/${plan.idOf('ARP-I')}/forecast-history`,
    );
    expect(ofFund).toMatchObject({ TotalItemCount: 3, Totals: [{ Total: '15000.00' }] });
    expect(ofFund.PageData.filter(({ Status }) => Status.Code === 'EARLIER')).toHaveLength(1);
    expect(await get(`coinvestment/${plan.idOf('CO-HEL')}/forecast-history`)).toMatchObject({
      Totals: [{ Total: '100.00' }],
    });
    expect(await get<object>(`forecast?sourceId=${plan.idOf('CO-HEL')}`)).toMatchObject({ TotalItemCount: 1 });
    expect(await get<object>('forecast?year=2028')).toMatchObject({ TotalItemCount: 1 });
    expect(later.TotalNet).toBe('6000.00');
  });

  it('shows in the profiles of who shares in it [A-C-016 A-C-025 A-C-026 A-C-027 A-C-040 A-C-041 A-C-046 A-C-063 A-C-064 A-C-065 A-C-078 A-C-142 A-C-145 A-C-175 A-C-184]', async () => {
    const kinds = { Employee: 'employee', Trust: 'trust', Entity: 'participantEntity' } as const;
    const details = (await get<Forecast>(`forecast/${fund.Id}`)).ForecastSources[0]!.Details;
    const rows = [...details, ...leaves(details)];
    for (const [kind, path] of Object.entries(kinds)) {
      const row = rows.find(({ Participant }) => Participant.Type === kind);
      expect(row, kind).toBeDefined();
      if (!row) continue;
      const id = row.Participant.ParticipantId;
      const history = await get<{ PageData: { ForecastId: string; ForecastdCarry: string }[] }>(
        `${path}/${id}/forecast-history`,
      );
      const own = history.PageData.filter(({ ForecastId }) => ForecastId === fund.Id);
      expect(own.map(({ ForecastdCarry }) => ForecastdCarry)).toContain(row.GrossCarryDistributed);
      const estimates = kind === 'Trust' ? 'estimates' : 'forecasts';
      const slices = await get<{ Amount: string }[]>(`${path}/${id}/${estimates}/source`);
      const points = await get<{ Amount: string }[]>(`${path}/${id}/${estimates}/history`);
      expect(sum(slices.map(({ Amount }) => Amount))).toBe(sum(points.map(({ Amount }) => Amount)));
      const summary = kind === 'Employee' ? `empv2/${id}` : `${path}/v2/${id}`;
      expect(cents((await get<{ ForecastdCarry: string }>(summary)).ForecastdCarry)).toBe(
        sum(points.map(({ Amount }) => Amount)),
      );
    }
    const employee = rows.find(({ Participant }) => Participant.Type === 'Employee')!.Participant.ParticipantId;
    const estimated = await get<{ ForecastId: string }[]>(`participant/${employee}/estimate`);
    expect(estimated.map(({ ForecastId }) => ForecastId)).toContain(fund.Id);
    // By participant, it adds up to the fund's forecasts in force.
    const people = await get<{ PageData: { ForecastdCarry: string }[]; Totals: { Total: string }[] }>(
      `fund/${plan.idOf('ARP-I')}/estimates/participants?PageSize=1000`,
    );
    expect(sum(people.PageData.map(({ ForecastdCarry }) => ForecastdCarry))).toBe(1_500_000n);
    expect(people.Totals).toMatchObject([{ Total: '15000.00' }]);
    const excel = await call(viewer, 'GET', `fund/${plan.idOf('ARP-I')}/estimates/participants?format=excel`);
    const [sheet] = (await readWorkbook(excel.rawPayload))._unsafeUnwrap();
    expect(sheet!.rows.length).toBeGreaterThan(people.PageData.length);
  });

  it('is told as two reports, as of a day, with names hidden, trusts with their employees [R-C-256 R-C-257]', async () => {
    interface Report {
      readonly TotalItemCount: number;
      readonly PageData: readonly {
        readonly ForecastdCarry: string;
        readonly Participant?: { readonly Name: string };
      }[];
      readonly Subtotals: readonly {
        readonly Keys: readonly string[];
        readonly Apart: readonly string[];
        readonly Totals: readonly { readonly Field: string; readonly Total: string }[];
      }[];
    }
    const report = async (name: string, query = '') => {
      const answer = await call(viewer, 'GET', `reporting/v2/${name}?PageSize=1000${query}`);
      return done<Report>(answer);
    };
    const whole = ({ Subtotals }: Report, field: string) =>
      Subtotals.filter(({ Keys }) => Keys.length === 0).map(({ Apart, Totals }) => [
        Apart[0],
        Totals.find((total) => total.Field.toLowerCase() === field.toLowerCase())?.Total,
      ]);
    const sources = await report('forecasts-by-source');
    const people = await report('participant-forecast-history-by-source');
    // An estimate in force is never added to an earlier one, and participants add up to their sources.
    expect(whole(sources, 'forecastedCarry')).toEqual(
      expect.arrayContaining([
        ['Latest', '15100.00'],
        ['Earlier', '3765.00'],
      ]),
    );
    expect(new Set(whole(people, 'forecastedCarry'))).toEqual(new Set(whole(sources, 'forecastedCarry')));
    const before = await report('forecasts-by-source', '&selectedDate=2026-06-30');
    expect(whole(before, 'forecastedCarry')).toEqual([['Latest', '3765.00']]);
    const hidden = await report('participant-forecast-history-by-source', '&redactName=true');
    expect(whole(hidden, 'forecastedCarry')).toEqual(whole(people, 'forecastedCarry'));
    for (const { Participant } of hidden.PageData) expect(Participant?.Name).toMatch(/^Participant \d+$/);
    const together = await report('participant-forecast-history-by-source', '&aggregateTrust=true');
    expect(whole(together, 'forecastedCarry')).toEqual(whole(people, 'forecastedCarry'));
    expect(together.TotalItemCount).toBeLessThanOrEqual(people.TotalItemCount);
    for (const format of ['excel', 'application/pdf', 'csv'])
      expect((await call(viewer, 'GET', `reporting/v2/forecasts-by-source?format=${format}`)).statusCode).toBe(200);
  });

  it('shows what an entity passes on, member by member [R-C-119]', async () => {
    const row = (await get(`forecast/${fund.Id}`)).ForecastSources[0]!.Details.find(
      ({ Participant }) => Participant.Type === 'Entity',
    );
    const { ParticipantId } = row!.Participant;
    const through = await get(`participantEntity/${ParticipantId}/forecast/${fund.Id}`);
    const [entity] = through.ForecastParticipants;
    expect(entity?.GrossCarryDistributed).toBe(row!.GrossCarryDistributed);
    expect(
      sum(entity!.MemberParticipants.map((memberParticipant) => memberParticipant.GrossCarryDistributed ?? '0.00')),
    ).toBe(cents(row!.GrossCarryDistributed));
    const nobody = await call(viewer, 'GET', `participantEntity/${ParticipantId}/forecast/${ParticipantId}`);
    expect(nobody.statusCode).toBe(404);
  });

  it('is put side by side with other multiples, each figure with its why', async () => {
    interface Scenarios {
      readonly Scenarios: readonly { readonly Step: string; readonly TotalCarryDistributed: string | null }[];
      readonly Participants: readonly { readonly Participant: Detail['Participant']; readonly Figures: string[] }[];
    }
    const { Scenarios: all, Participants: people } = await get<Scenarios>(`forecast/${fund.Id}/scenarios?step=0.5`);
    expect(all.map(({ Step, TotalCarryDistributed }) => [Step, TotalCarryDistributed])).toEqual([
      ['-1', '765.00'],
      ['-0.5', '2265.00'],
      ['0', '3765.00'],
      ['0.5', '5265.00'],
      ['1', '6765.00'],
    ]);
    const why = (query: string) => get<{ Result: string }>(`forecast/${fund.Id}/explanation?${query}`);
    const [someone] = people;
    for (const [at, { Step }] of all.entries()) {
      const step = Step === '0' ? '' : `&step=${Step}`;
      expect((await why(`figure=distributed${step}`)).Result).toBe(all[at]!.TotalCarryDistributed);
      expect((await why(`figure=carry&participantId=${someone!.Participant.ParticipantId}${step}`)).Result).toBe(
        someone!.Figures[at],
      );
    }
    const low = await get<Scenarios & { Scenarios: { Problems: { Code: string }[] }[] }>(
      `forecast/${fund.Id}/scenarios?step=1`,
    );
    expect(low.Scenarios[0]).toMatchObject({ TotalCarryDistributed: null, Problems: [{ Code: 'NEGATIVE_AMOUNT' }] });
    const gross = await why(`figure=gross&sourceId=${plan.idOf('ARP-I')}`);
    expect(gross).toMatchObject({ Result: '3765.00', Formula: 'forecast.gross' });
  });

  it('is held to its evidence: computed again to the cent, and a change behind its back is named', async () => {
    const found = async () => {
      const reports: RunReport[] = [];
      const tenant = { tenantId, personId: null, now: server.now.toISOString() };
      await server.withTenant(tenant, async (tx) => {
        for await (const report of verifyForecasts(tx)) reports.push(report);
      });
      return reports;
    };
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([]);
    expect((await found()).every(({ figures }) => figures > 0)).toBe(true);
    const whole = await inTenant((tx) => verifyTenant(tx, server.auditKey));
    expect([whole.chain.broken, whole.findings]).toEqual([undefined, []]);
    const tamper = async (table: string, column: string, by: string) => {
      const client = new pg.Client({ connectionString: server.database.url });
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
        (await found()).flatMap(({ findings }) => findings.map(({ what: subject }) => subject)),
        column,
      ).not.toEqual([]);
      await tamper(table, column, '-0.01');
    }
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([]);
    // A forecast without an engine version counts as one without evidence.
    const client = new pg.Client({ connectionString: server.database.url });
    await client.connect();
    const set = (version: string | null) =>
      client.query('UPDATE forecast SET engine_version = $1 WHERE id = $2', [version, fund.Id]);
    const { rows } = await client.query<{ version: string }>(
      'SELECT engine_version AS version FROM forecast WHERE id = $1',
      [fund.Id],
    );
    await set(null);
    expect((await found()).flatMap(({ findings }) => findings)).toEqual([
      {
        of: ['forecast', 'ARP-I exit'],
        what: 'can’t be recomputed from its stored inputs: ENGINE_VERSION_UNKNOWN',
      },
    ]);
    await set(rows[0]!.version);
    await client.end();
  });
});
