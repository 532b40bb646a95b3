import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AllocationDesk,
  effectivesOf as effectives,
  refusalsOf as codes,
  type DisplayedProfile,
} from '../../testing/allocationDesk.ts';
import { type PlantedPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';

let desk: AllocationDesk;
let plan: PlantedPlan;

beforeAll(async () => {
  desk = await AllocationDesk.open();
  ({ plan } = desk);
});
afterAll(() => desk.server.stop());

const call: AllocationDesk['call'] = (...args) => desk.call(...args);
const entry: AllocationDesk['entry'] = (...args) => desk.entry(...args);
const save: AllocationDesk['save'] = (...args) => desk.save(...args);
const saved: AllocationDesk['saved'] = (...args) => desk.saved(...args);
const example = () => desk.example();

describe('an allocation profile', () => {
  it('is not of a firm, which holds no carry', async () => {
    const manager = await desk.server.person(desk.tenantId, { performance: 'administrator' });
    const url = '/api/performance/firm';
    const payload = { Code: 'HARB', Name: 'Harbour Lane Capital' };
    const firm = await desk.server.call(manager.token, desk.tenantId, { method: 'POST', url, payload });
    expect(firm.statusCode, firm.body).toBe(200);
    const { Id } = firm.json<{ Id: string }>();
    const address = `/api/carry/allocationprofile/${Id}/allocation`;
    const body = { Name: 'Harbour', EffectiveDate: '2026-01-01', IsCurrent: false, IsShareBased: false };
    const refused = await desk.server.call(desk.editor.token, desk.tenantId, {
      method: 'POST',
      url: address,
      payload: { ...body, Entries: example() },
    });
    expect(refused.statusCode, refused.body).toBe(404);
  });

  it('has the effectives of the worked example, and is read, listed and explained', async () => {
    const profile = await saved(example());
    expect(effectives(profile)).toEqual(['15', '20', '39', '26']);
    expect(profile).toMatchObject({
      Version: 2,
      IsCurrent: false,
      IsValid: true,
      Unallocated: '0',
      CanEdit: true,
      CanDelete: true,
    });
    const read = await call('GET', `/${profile.Id}`);
    expect(read.json()).toEqual(JSON.parse(JSON.stringify(profile)));
    const list = await call('GET', `/${profile.Id}/entry?SortColumn=effective&SortAsc=false`);
    expect(list.json()).toMatchObject({
      TotalItemCount: 4,
      PageData: [{ Effective: '39' }, { Effective: '26' }, {}, {}],
    });
    const why = await call('GET', `/${profile.Id}/explanation?participantId=${plan.idOf('E003')}`);
    expect(why.json()).toMatchObject({ Formula: 'allocation.effective.prediluted', Result: '39' });
    expect(list.json<{ PageData: readonly object[] }>().PageData[0]).toHaveProperty('Picture', null);
    const excel = await call('GET', `/${profile.Id}/entry?format=excel`);
    expect(excel.headers['content-type']).toContain('spreadsheetml');
  });

  it('is refused without class or schedule, with the schedule of another class, and with what is below zero', async () => {
    const bare = { ParticipantClass: null, VestingSchedule: null, Fixed: '1' };
    expect(codes(await save([entry('E001', bare)]))).toEqual([
      ['CLASS_REQUIRED', 'Entries[0].ParticipantClass'],
      ['VESTING_SCHEDULE_REQUIRED', 'Entries[0].VestingSchedule'],
    ]);
    expect(codes(await save([entry('E001', { VestingSchedule: { Id: desk.otherSchedule }, Fixed: '1' })]))).toEqual([
      ['SCHEDULE_OF_OTHER_CLASS', 'Entries[0].VestingSchedule'],
    ]);
    expect(codes(await save([entry('E001', { Fixed: '-1' })]))).toEqual([['NEGATIVE_INPUT', 'Entries[0].Fixed']]);
    expect(codes(await save([entry('E001', {}), entry('E001', {})]))).toEqual([
      ['PARTICIPANT_DUPLICATE', 'Entries[1].ParticipantId'],
    ]);
    expect(codes(await save([entry('E001', {})], { IsShareBased: true }))).toEqual([['NO_SHARES', 'Entries']]);
  });

  it('is kept as a draft that cannot be used when it gives too much or an entry is in error', async () => {
    const over = await saved([entry('E001', { Fixed: '70' }), entry('E002', { Fixed: '40' })]);
    expect(over).toMatchObject({ IsValid: false, Problems: [{ Code: 'OVER_ALLOCATED' }] });
    const wrong = await saved([entry('E001', { Predilute: '50', Fixed: '10' })]);
    expect(wrong.IsValid).toBe(false);
    expect(wrong.Entries[0]).toMatchObject({ Effective: '0', Error: 'PREDILUTE_WITH_OTHERS' });
    expect((await call('POST', `/${over.Id}/set-default`, {})).statusCode).toBe(422);
  });

  it('takes an entity with its own profile and its members', async () => {
    const { Entries } = await saved([entry('N003', { Fixed: '100' })]);
    expect(Entries[0]).toMatchObject({
      Type: 'Entity',
      Profile: { Id: plan.idOf('profile of N003') },
      Members: [{ Effective: '50' }, { Effective: '37.5' }, { Name: 'Entity N002', Effective: '12.5' }],
      MemberMismatch: false,
    });
    const ofOther = { Profile: { Id: plan.idOf('profile of N002') } };
    expect(codes(await save([entry('N003', { Fixed: '100', ...ofOther })]))).toEqual([
      ['PROFILE_NOT_USABLE', 'Entries[0].Profile'],
    ]);
  });

  it('keeps its revisions, each with who, when, why and what changed', async () => {
    const profile = await saved(example(), { Reason: 'made' });
    const [first, ...rest] = example();
    const next = await saved([{ ...first, Fixed: '12' }, ...rest.slice(0, 2), entry('E005', { Predilute: '40' })], {
      Id: profile.Id,
      RowVersion: profile.RowVersion,
      Reason: 'a raise',
    });
    expect(next).toMatchObject({ Id: profile.Id, Version: profile.Version });
    const history = (await call('GET', `/${profile.Id}/history`)).json<
      readonly { ProfileId: string; Revision: number; Reason: string; ChangedBy: string; Changes: readonly object[] }[]
    >();
    const own = history.filter(({ ProfileId }) => ProfileId === profile.Id);
    expect(own.map(({ Revision, Reason, ChangedBy }) => [Revision, Reason, ChangedBy])).toEqual([
      [2, 'a raise', 'Ada Example'],
      [1, 'made', 'Ada Example'],
    ]);
    expect(own[0]?.Changes).toMatchObject([
      { Name: 'Participant E001', Change: 'changed', Before: '15', After: '17' },
      { Name: 'Participant E003', Change: 'changed', Before: '39', After: '37.8' },
      { Name: 'Participant E005', Change: 'added', Before: null, After: '25.2' },
      { Name: 'Participant E004', Change: 'removed', Before: '26', After: null },
    ]);
    // The activity and its file name the participant of each changed row.
    const { server, tenantId, editor } = desk;
    const url = `/api/carry/activity/${profile.Id}`;
    const activity = await server.call(editor.token, tenantId, { method: 'GET', url });
    const [last] = activity.json<{ PageData: readonly { Action: string; Changes: readonly object[] }[] }>().PageData;
    expect(last?.Action).toBe('Allocation profile saved');
    const titled = (Title: string, Before: string | null, After: string | null) =>
      expect.objectContaining({ Title, Before, After });
    expect(last?.Changes).toContainEqual(titled('Participant E001 fixed', '10', '12'));
    expect(last?.Changes).toContainEqual(titled('Participant E001 effective', '15', '17'));
    expect(last?.Changes).toContainEqual(titled('Entries', null, 'Participant E005'));
    const file = await server.call(editor.token, tenantId, { method: 'GET', url: `${url}?format=csv` });
    expect(file.body).toContain('Participant E001 effective: 15 → 17');
    const stale = await save(example(), { Id: profile.Id, RowVersion: profile.RowVersion });
    expect(stale.statusCode).toBe(409);
  });

  it('gives the share of one to others, in proportion to theirs', async () => {
    const profile = await saved(example());
    const request = { Removed: plan.idOf('E004'), Recipients: [plan.idOf('E001'), plan.idOf('E003')] };
    const preview = await call('POST', `/${profile.Id}/reallocate/preview`, request);
    expect(preview.statusCode, preview.body).toBe(200);
    const after = await call('POST', `/${profile.Id}/reallocate`, { ...request, RowVersion: profile.RowVersion });
    expect(after.statusCode, after.body).toBe(200);
    const displayed = after.json<DisplayedProfile>();
    expect(displayed.Unallocated).toBe('0');
    expect(effectives(displayed)).toEqual(preview.json<readonly { Target: string }[]>().map(({ Target }) => Target));
    expect(codes(await call('POST', `/${profile.Id}/reallocate`, request))).toContainEqual([
      'UNKNOWN_ENTRY',
      'Removed',
    ]);
  });

  it('is the default one, alone, from when it is chosen; as of a date the one in force then [U-C-052 U-C-053 U-C-054]', async () => {
    const profile = await saved(example());
    const chosen = await call('POST', `/${profile.Id}/set-default`, { RowVersion: profile.RowVersion });
    expect(chosen.json()).toMatchObject({ IsCurrent: true, CanDelete: true });
    const current = (query = '') => call('GET', `/container/${plan.idOf('CO-HEL')}/current${query}`);
    expect((await current()).json()).toMatchObject({ Id: profile.Id });
    expect((await current('?asOf=2020-06-30')).json()).toMatchObject({ Id: plan.idOf('profile of CO-HEL') });
    expect((await current('?asOf=2026-06-30')).json()).toMatchObject({ Id: profile.Id });
    expect((await current('?asOf=2010-06-30')).statusCode).toBe(404);
    const all = (await call('GET', `/container/${plan.idOf('CO-HEL')}`)).json<readonly DisplayedProfile[]>();
    expect(all.filter(({ IsCurrent }) => IsCurrent).map(({ Id }) => Id)).toEqual([profile.Id]);
    expect(codes(await call('DELETE', `/${profile.Id}`))).toEqual([['IS_DEFAULT', '']]);
    const { Id, RowVersion } = chosen.json<{ Id: string; RowVersion: number }>();
    expect(codes(await save(example(), { Id, RowVersion, IsCurrent: false }))).toEqual([['IS_DEFAULT', 'IsCurrent']]);
    // The activity of each profile says what happened to it: chosen as the default, or saved as one.
    const next = await saved(example(), { IsCurrent: true });
    const { server, tenantId, editor } = desk;
    const activityOf = async (id: string) => {
      const answer = await server.call(editor.token, tenantId, { method: 'GET', url: `/api/carry/activity/${id}` });
      return answer.json<{ PageData: readonly { Action: string }[] }>().PageData.map(({ Action }) => Action);
    };
    expect((await activityOf(profile.Id)).slice(0, 2)).toEqual([
      'Allocation profile no longer the default',
      'Allocation profile set as the default',
    ]);
    expect(await activityOf(next.Id)).toEqual(['Allocation profile saved']);
    const draft = await saved(example());
    expect((await call('DELETE', `/${draft.Id}`)).statusCode).toBe(200);
  });

  it('stays as it is once a distribution uses it: an edit is the next version [U-C-054 U-C-055 U-C-140]', async () => {
    const payload = { ...planDistributionBody(plan), Name: 'uses them all' };
    const url = '/api/carry/distribution/save-distribution';
    const answer = await desk.server.call(desk.editor.token, desk.tenantId, { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    const id = plan.idOf('profile of ARP-I');
    const used = (await call('GET', `/${id}`)).json<DisplayedProfile>();
    expect(used).toMatchObject({ CanEdit: false, CanDelete: false });
    const change = { Id: id, RowVersion: used.RowVersion };
    expect(codes(await save(example(), change, 'ARP-I'))).toEqual([['PROFILE_IN_USE', '']]);
    const next = await save(example(), { ...change, AsNewVersion: true, IsCurrent: true }, 'ARP-I');
    expect(next.json()).toMatchObject({ Version: used.Version + 1, IsCurrent: true, CanEdit: true });
    expect((await call('GET', `/${id}`)).json<DisplayedProfile>().Entries).toEqual(used.Entries);
    expect(codes(await call('DELETE', `/${id}`))).toEqual([['PROFILE_IN_USE', '']]);
  });
});
