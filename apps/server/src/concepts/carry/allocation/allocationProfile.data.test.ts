import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../testing/testClient.ts';
import {
  AllocationDesk,
  effectiveShares as effectives,
  readRefusals as codes,
} from '../../../testing/allocationDesk.ts';
import { type PlantedPlan, planDistribution } from '../../../testing/plantCarryPlan.ts';

let desk: AllocationDesk;
let plan: PlantedPlan;

beforeAll(async () => {
  desk = await AllocationDesk.open();
  ({ plan } = desk);
});
afterAll(() => desk.server.stop());

const entry: AllocationDesk['entry'] = (...args) => desk.entry(...args);
const save: AllocationDesk['save'] = (...args) => desk.save(...args);
const example = () => desk.example();

describe('an allocation profile', () => {
  it('is not of a firm, which holds no carry', async () => {
    const manager = await desk.server.person(desk.tenantId, { performance: 'administrator' });
    const { id } = await desk.server.as(manager).saveFirm({ body: { code: 'HARB', name: 'Harbour Lane Capital' } });
    const body = { name: 'Harbour', effectiveDate: '2026-01-01', isCurrent: false, isShareBased: false };
    const refused = await refusal(
      desk.calls.saveAllocationProfile({ params: { containerId: id }, body: { ...body, entries: example() } }),
    );
    expect(refused.status).toBe(404);
  });

  it('has the effectives of the worked example, and is read, listed and explained', async () => {
    const profile = await save(example());
    expect(effectives(profile)).toEqual(['15', '20', '39', '26']);
    expect(profile).toMatchObject({
      version: 2,
      isCurrent: false,
      isValid: true,
      unallocated: '0',
      canEdit: true,
      canDelete: true,
    });
    const params = { id: profile.id };
    expect(await desk.calls.getAllocationProfile({ params })).toEqual(profile);
    const sorted = { sortColumn: 'effective', sortAsc: 'false' } as const;
    const list = await desk.calls.listAllocationProfileEntries({ params, query: sorted });
    expect(list).toMatchObject({ totalItemCount: 4, pageData: [{ effective: '39' }, { effective: '26' }, {}, {}] });
    const query = { participantId: plan.idOf('E003') };
    const why = await desk.calls.explainAllocationProfile({ params, query });
    expect(why).toMatchObject({ formula: 'allocation.effective.prediluted', result: '39' });
    expect(list.pageData[0]).toHaveProperty('picture', null);
    const url = `/api/carry/allocationprofile/${profile.id}/entry?format=excel`;
    const excel = await desk.server.call(desk.editor.token, desk.tenantId, { method: 'GET', url });
    expect(excel.headers['content-type']).toContain('spreadsheetml');
  });

  it('is refused without class or schedule, with the schedule of another class, and with negative values', async () => {
    const bare = { participantClass: null, vestingSchedule: null, fixed: '1' };
    expect(await codes(save([entry('E001', bare)]))).toEqual([
      ['CLASS_REQUIRED', 'Entries[0].ParticipantClass'],
      ['VESTING_SCHEDULE_REQUIRED', 'Entries[0].VestingSchedule'],
    ]);
    expect(await codes(save([entry('E001', { vestingSchedule: { id: desk.otherSchedule }, fixed: '1' })]))).toEqual([
      ['SCHEDULE_OF_OTHER_CLASS', 'Entries[0].VestingSchedule'],
    ]);
    expect(await codes(save([entry('E001', { fixed: '-1' })]))).toEqual([['NEGATIVE_INPUT', 'Entries[0].Fixed']]);
    expect(await codes(save([entry('E001', {}), entry('E001', {})]))).toEqual([
      ['PARTICIPANT_DUPLICATE', 'Entries[1].ParticipantId'],
    ]);
    expect(await codes(save([entry('E001', {})], { isShareBased: true }))).toEqual([['NO_SHARES', 'Entries']]);
  });

  it('stays an unusable draft if it allocates over 100% or an entry has an error', async () => {
    const over = await save([entry('E001', { fixed: '70' }), entry('E002', { fixed: '40' })]);
    expect(over).toMatchObject({ isValid: false, problems: [{ code: 'OVER_ALLOCATED' }] });
    const wrong = await save([entry('E001', { predilute: '50', fixed: '10' })]);
    expect(wrong.isValid).toBe(false);
    expect(wrong.entries[0]).toMatchObject({ effective: '0', error: 'PREDILUTE_WITH_OTHERS' });
    const chosen = desk.calls.setDefaultAllocationProfile({ params: { id: over.id }, body: {} });
    expect((await refusal(chosen)).status).toBe(422);
  });

  it('accepts an entity with its own profile and members', async () => {
    const { entries } = await save([entry('N003', { fixed: '100' })]);
    expect(entries[0]).toMatchObject({
      type: 'Entity',
      profile: { id: plan.idOf('profile of N003') },
      members: [{ effective: '50' }, { effective: '37.5' }, { name: 'Entity N002', effective: '12.5' }],
      memberMismatch: false,
    });
    const ofOther = { profile: { id: plan.idOf('profile of N002') } };
    expect(await codes(save([entry('N003', { fixed: '100', ...ofOther })]))).toEqual([
      ['PROFILE_NOT_USABLE', 'Entries[0].Profile'],
    ]);
  });

  it('stores its revisions, each with person, time, reason and changes', async () => {
    const profile = await save(example(), { reason: 'made' });
    const [first, ...rest] = example();
    const next = await save([{ ...first, fixed: '12' }, ...rest.slice(0, 2), entry('E005', { predilute: '40' })], {
      id: profile.id,
      rowVersion: profile.rowVersion,
      reason: 'a raise',
    });
    expect(next).toMatchObject({ id: profile.id, version: profile.version });
    const history = await desk.calls.getAllocationProfileHistory({ params: { id: profile.id } });
    const own = history.filter(({ profileId }) => profileId === profile.id);
    expect(own.map(({ revision, reason, changedBy }) => [revision, reason, changedBy])).toEqual([
      [2, 'a raise', 'Ada Example'],
      [1, 'made', 'Ada Example'],
    ]);
    expect(own[0]?.changes).toMatchObject([
      { name: 'Participant E001', change: 'changed', before: '15', after: '17' },
      { name: 'Participant E003', change: 'changed', before: '39', after: '37.8' },
      { name: 'Participant E005', change: 'added', before: null, after: '25.2' },
      { name: 'Participant E004', change: 'removed', before: '26', after: null },
    ]);
    // The activity and its file name the participant of each changed row.
    const { server, tenantId, editor } = desk;
    const url = `/api/carry/activity/${profile.id}`;
    const activity = await desk.calls.listCarryActivity({ params: { id: profile.id } });
    const [last] = activity.pageData;
    expect(last?.action).toBe('Allocation profile saved');
    const titled = (title: string, before: string | null, after: string | null) =>
      expect.objectContaining({ title, before, after });
    expect(last?.changes).toContainEqual(titled('Participant E001 fixed %', '10', '12'));
    expect(last?.changes).toContainEqual(titled('Participant E001 effective', '15', '17'));
    expect(last?.changes).toContainEqual(titled('Entries', null, 'Participant E005'));
    const file = await server.call(editor.token, tenantId, { method: 'GET', url: `${url}?format=csv` });
    expect(file.body).toContain('Participant E001 effective: 15 → 17');
    const stale = save(example(), { id: profile.id, rowVersion: profile.rowVersion });
    expect((await refusal(stale)).status).toBe(409);
  });

  it('gives the share of one to others, in proportion to theirs', async () => {
    const profile = await save(example());
    const request = { removed: plan.idOf('E004'), recipients: [plan.idOf('E001'), plan.idOf('E003')] };
    const params = { id: profile.id };
    const preview = await desk.calls.previewReallocation({ params, body: request });
    const body = { ...request, rowVersion: profile.rowVersion };
    const after = await desk.calls.reallocateAllocationProfile({ params, body });
    expect(after.unallocated).toBe('0');
    expect(effectives(after)).toEqual(preview.map(({ target }) => target));
    const again = desk.calls.reallocateAllocationProfile({ params, body: request });
    expect(await codes(again)).toContainEqual(['UNKNOWN_ENTRY', 'Removed']);
  });

  it('is the default one, alone, from when it is chosen; as of a date the one in force then [U-C-052 U-C-053 U-C-054]', async () => {
    const profile = await save(example());
    const { rowVersion } = profile;
    const chosen = await desk.calls.setDefaultAllocationProfile({ params: { id: profile.id }, body: { rowVersion } });
    expect(chosen).toMatchObject({ isCurrent: true, canDelete: true });
    const params = { id: plan.idOf('CO-HEL') };
    const current = (asOf?: string) => desk.calls.getCurrentAllocationProfile({ params, query: { asOf } });
    expect(await current()).toMatchObject({ id: profile.id });
    expect(await current('2020-06-30')).toMatchObject({ id: plan.idOf('profile of CO-HEL') });
    expect(await current('2026-06-30')).toMatchObject({ id: profile.id });
    expect((await refusal(current('2010-06-30'))).status).toBe(404);
    const all = await desk.calls.listContainerAllocationProfiles({ params });
    expect(all.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([profile.id]);
    const remove = (id: string) => desk.calls.deleteAllocationProfile({ params: { id } });
    expect(await codes(remove(profile.id))).toEqual([['IS_DEFAULT', '']]);
    const changed = { id: chosen.id, rowVersion: chosen.rowVersion, isCurrent: false };
    expect(await codes(save(example(), changed))).toEqual([['IS_DEFAULT', 'IsCurrent']]);
    // The activity of each profile says what happened to it: chosen as the default, or saved as one.
    const next = await save(example(), { isCurrent: true });
    const activityOf = async (id: string) =>
      (await desk.calls.listCarryActivity({ params: { id } })).pageData.map(({ action }) => action);
    expect((await activityOf(profile.id)).slice(0, 2)).toEqual([
      'Allocation profile no longer the default',
      'Allocation profile set as the default',
    ]);
    expect(await activityOf(next.id)).toEqual(['Allocation profile saved']);
    const draft = await save(example());
    await remove(draft.id);
  });

  it('stays as it is once a distribution uses it: an edit is the next version [U-C-054 U-C-055 U-C-140]', async () => {
    await desk.calls.saveDistribution({ body: { ...planDistribution(plan), name: 'uses them all' } });
    const id = plan.idOf('profile of ARP-I');
    const read = () => desk.calls.getAllocationProfile({ params: { id } });
    const used = await read();
    expect(used).toMatchObject({ canEdit: false, canDelete: false });
    const change = { id, rowVersion: used.rowVersion };
    expect(await codes(save(example(), change, 'ARP-I'))).toEqual([['PROFILE_IN_USE', '']]);
    const next = await save(example(), { ...change, asNewVersion: true, isCurrent: true }, 'ARP-I');
    expect(next).toMatchObject({ version: used.version + 1, isCurrent: true, canEdit: true });
    expect((await read()).entries).toEqual(used.entries);
    expect(await codes(desk.calls.deleteAllocationProfile({ params: { id } }))).toEqual([['PROFILE_IN_USE', '']]);
  });
});
