import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';
import { exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { refusalCodes, type TestClient } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let params: { readonly id: string; readonly date: string };

beforeAll(async () => {
  example = await exampleFund();
  ({ editor } = example);
  params = { id: example.fund, date: '2024-03-31' };
  await editor.saveCarryTerms({ body: wholeFundTerms(example.fund) });
});
afterAll(() => example?.server.stop());

const save = (client: TestClient, name: string, more = {}) =>
  client.saveCarryScenario({ body: { vehicle: { id: example.fund }, name, ...more } });
const namesOf = async (client: TestClient) =>
  (await client.listCarryScenarios({ params: { id: example.fund } })).scenarios.map(({ name }) => name);

describe('a what-if with changed terms', () => {
  it('is computed as if the terms were agreed, and stores nothing', async () => {
    const query = { exitValue: '100', carry: '25', preferredReturn: '0', catchUp: '0' };
    // Without a preferred return, 25% of the profit of 90.00.
    const found = await editor.getHypotheticalLiquidation({ params, query });
    expect([found.accrued, found.tiers.map(({ name }) => name)]).toEqual(['22.50', ['Return of capital', 'Split']]);
    const why = await editor.explainHypotheticalLiquidation({ params, query: { ...query, figure: 'accrued' } });
    expect(why.result).toBe('22.50');
    const other = wholeFundTerms(example.fund, {
      carry: '15',
      hurdle: '6',
      catchUp: '80',
      effectiveDate: '2024-01-01',
    });
    const whatIf = await editor.getHypotheticalLiquidation({
      params,
      query: { exitValue: '100', carry: '15', preferredReturn: '6', catchUp: '80' },
    });
    expect((await editor.listCarryTerms({ params: { id: example.fund } })).versions.length).toBe(1);
    const { id } = await editor.saveCarryTerms({ body: other });
    const agreed = await editor.getHypotheticalLiquidation({ params, query: { exitValue: '100' } });
    expect(agreed).toEqual({ ...whatIf, terms: agreed.terms });
    await editor.deleteCarryTerms({ params: { id }, query: { warningsConfirmed: 'true' } });
  });

  it('names terms that have no result', async () => {
    const query = { catchUp: '10' };
    const { accrued, notDetermined } = await editor.getHypotheticalLiquidation({ params, query });
    expect([accrued, notDetermined.length > 0]).toEqual([null, true]);
    expect(await refusalCodes(editor.getHypotheticalLiquidation({ params, query: { carry: '101' } }))).toEqual([
      400,
      'INVALID_VALUE carry',
    ]);
  });

  it('has the values of investments over time for a basis that needs them', async () => {
    const query = { basis: 'DEAL_BY_DEAL' } as const;
    const { notDetermined } = await editor.getHypotheticalLiquidation({ params, query });
    expect(notDetermined.map(({ field }) => field)).toContain('investments');
  });

  it('changes the carry of the participants', async () => {
    const { owner } = example;
    const query = { asOf: params.date, exitValue: '100', carry: '25', preferredReturn: '0', catchUp: '0' };
    const { total } = await owner.getVehicleCarryAtNav({ params: { id: example.fund }, query });
    expect(total).toEqual({ now: '0.00', whatIf: '22.50', difference: '22.50' });
  });
});

describe('saved scenarios of a fund', () => {
  it('are compared with the fund as it is, in total and by partner, and store inputs only', async () => {
    const high = await save(editor, 'High', { exitValue: '100' });
    const cheap = await save(editor, 'Cheap', { exitValue: '100', carry: '10', basis: { code: 'WHOLE_FUND' } });
    expect(cheap).toMatchObject({ carry: '10', basis: { code: 'WHOLE_FUND' }, isOwn: true, canEdit: true });
    expect(cheap.inputs).toBe('Exit value: 100.00 · Basis: European (whole fund) · Carry: 10%');
    const query = { exitValue: '200', scenarioIds: `${high.id},${cheap.id}` };
    const { currency, terms, sides } = await editor.compareCarryScenarios({ params, query });
    expect(currency).toBe('USD');
    expect(terms).toContainEqual({ field: 'preferredReturn', title: 'Preferred return', value: '8%' });
    expect(sides.map(({ name, accrued }) => [name, accrued.amount, accrued.difference])).toEqual([
      ['Now', '0.00', null],
      ['What if', '38.00', '38.00'],
      ['High', '18.00', '18.00'],
      ['Cheap', '9.00', '9.00'],
    ]);
    expect(sides[3]?.partners).toMatchObject([
      { id: example.investor, accrued: { amount: '9.00', difference: '9.00' }, lp: { amount: '91.00' } },
    ]);
    expect(sides[3]?.changes).toEqual([
      { field: 'exitValue', title: 'Exit value', before: null, after: '100.00' },
      { field: 'carry', title: 'Carry', before: '20%', after: '10%' },
    ]);
    // Another quarter end has other figures.
    const earlier = { ...params, date: '2022-12-31' };
    const then = await editor.compareCarryScenarios({ params: earlier, query: { scenarioIds: high.id } });
    expect(then.sides[1]?.proceeds.amount).toBe('100.00');
    expect(then.sides[1]?.accrued.amount).not.toBe('18.00');
    await editor.deleteCarryScenario({ params: { id: cheap.id }, query: { rowVersion: cheap.rowVersion } });
    expect(await namesOf(editor)).toEqual(['High']);
    expect(await refusalCodes(editor.compareCarryScenarios({ params, query }))).toEqual([404, 'NOT_FOUND ScenarioIds']);
  });

  it('say why they have no result, without refusing the others', async () => {
    const { id } = await save(editor, 'Past sale', { exitDate: '2024-01-15' });
    const { sides } = await editor.compareCarryScenarios({ params, query: { scenarioIds: id } });
    expect(sides[1]).toMatchObject({ exitDate: null, accrued: { amount: null, difference: null } });
    expect(sides[1]?.notDetermined.map(({ code }) => code)).toEqual(['DATES_REVERSED']);
    const past = editor.compareCarryScenarios({ params, query: { exitDate: '2024-01-15' } });
    expect(await refusalCodes(past)).toEqual([422, 'DATES_REVERSED ExitDate']);
  });

  it('are private until they are shared, and are changed by their owner or an administrator', async () => {
    const { server, tenantId, owner } = example;
    const viewer = server.as(await server.person(tenantId, { performance: 'viewer' }));
    const own = await save(viewer, 'Mine', { navPercent: '120' });
    expect([await namesOf(viewer), (await namesOf(owner)).includes('Mine')]).toEqual([['Mine'], false]);
    const byId = { params: { id: own.id } };
    expect(await refusalCodes(owner.deleteCarryScenario(byId))).toEqual([404, 'NOT_FOUND Id']);
    const hidden = owner.compareCarryScenarios({ params, query: { scenarioIds: own.id } });
    expect(await refusalCodes(hidden)).toEqual([404, 'NOT_FOUND ScenarioIds']);
    const activity = { params: { id: example.fund }, query: { startPage: 1, pageSize: 100 } };
    const recorded = async (client: TestClient) =>
      (await client.listContainerActivity(activity)).pageData.some(({ objectName }) => objectName === 'Mine');
    expect([await recorded(viewer), await recorded(editor)]).toEqual([true, false]);

    expect(await refusalCodes(save(viewer, 'MINE'))).toEqual([409, 'DUPLICATE Name']);
    const shared = await save(viewer, 'Mine', { id: own.id, rowVersion: own.rowVersion, isShared: true });
    expect(shared.navPercent).toBe('120');
    const [seen] = (await editor.listCarryScenarios({ params: { id: example.fund } })).scenarios.filter(
      ({ id }) => id === own.id,
    );
    expect(seen).toMatchObject({ isOwn: false, canEdit: false, isShared: true });
    const edit = { id: own.id, rowVersion: shared.rowVersion };
    expect(await refusalCodes(save(editor, 'Theirs', { ...edit, isShared: true }))).toEqual([403, 'FORBIDDEN ']);
    expect(await refusalCodes(editor.deleteCarryScenario(byId))).toEqual([403, 'FORBIDDEN ']);
    expect(await refusalCodes(save(owner, 'Mine', { ...edit, isShared: false }))).toEqual([403, 'FORBIDDEN IsShared']);
    await save(owner, 'Ours', { ...edit, isShared: true });
    expect(await namesOf(viewer)).toEqual(['Ours']);
    await owner.deleteCarryScenario(byId);
    expect(await namesOf(viewer)).toEqual([]);
  });

  it('aren’t visible to another firm', async () => {
    const { server } = example;
    const { id } = await save(editor, 'Shared', { isShared: true });
    const stranger = server.as(await server.person(await server.tenant(), { performance: 'administrator' }));
    expect(await refusalCodes(namesOf(stranger))).toEqual([404, 'NOT_FOUND VehicleId']);
    expect(await refusalCodes(stranger.deleteCarryScenario({ params: { id } }))).toEqual([404, 'NOT_FOUND Id']);
  });
});
