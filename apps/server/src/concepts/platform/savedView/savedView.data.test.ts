import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { maxViews } from '@carrara/domain/platform/savedView';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type View = BodyOf<'saveSavedView'>;
const state: View['state'] = {
  tab: null,
  search: '',
  filters: [{ id: 'status', values: ['ACTIVE'] }],
  sort: 'legalName',
  ascending: true,
  columns: ['legalName', 'code'],
  widths: [{ field: 'legalName', width: 320 }],
  density: 'compact',
  pageSize: 50,
  hasTotals: true,
};

describe('saved views', () => {
  let server: TestServer;
  let tenantId: string;
  let ann: TestPerson;
  let bob: TestPerson;
  let admin: TestPerson;
  const as: TestServer['as'] = (...session) => server.as(...session);
  const save = (person: TestPerson, view: Partial<View> = {}) =>
    as(person).saveSavedView({ body: { list: 'listFunds', name: 'Open funds', isShared: false, state, ...view } });
  const namesFor = async (person: TestPerson) => (await as(person).listSavedViews()).views.map(({ name }) => name);
  const refused = async (call: Promise<unknown>) => {
    const { status, errors } = await refusal(call);
    return [status, ...errors.flatMap(({ code, path }) => [code, path].filter(Boolean).join(' '))];
  };
  const person = (roles: Parameters<TestServer['person']>[1]) => server.person(tenantId, roles);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    ann = await person({ carry: 'viewer' });
    bob = await person({ carry: 'editor' });
    admin = await person({ carry: 'administrator' });
  });
  afterAll(() => server.stop());

  it('are private until they are shared, and are changed by their owner or an administrator', async () => {
    const own = await save(ann);
    expect(own).toMatchObject({ name: 'Open funds', isOwn: true, canEdit: true, state, rowVersion: 1 });
    expect(await namesFor(bob)).toEqual([]);
    const byId = { params: { id: own.id } };
    expect(await refused(as(admin).getSavedView(byId))).toEqual([404, 'NOT_FOUND Id']);
    expect(await refused(as(admin).deleteSavedView(byId))).toEqual([404, 'NOT_FOUND Id']);

    const shared = await save(ann, { id: own.id, rowVersion: 1, isShared: true });
    expect(await as(bob).getSavedView(byId)).toMatchObject({ isOwn: false, canEdit: false, ownerName: 'Ada Example' });
    const edit = { id: own.id, rowVersion: shared.rowVersion, isShared: true };
    expect(await refused(save(bob, edit))).toEqual([403, 'FORBIDDEN']);
    expect(await refused(as(bob).deleteSavedView(byId))).toEqual([403, 'FORBIDDEN']);
    expect(await refused(save(admin, { ...edit, isShared: false }))).toEqual([403, 'FORBIDDEN IsShared']);
    const changed = await save(admin, { ...edit, name: 'All open funds' });
    expect(changed).toMatchObject({ rowVersion: 3, isOwn: false, canEdit: true });
    expect(await refused(save(ann, edit))).toEqual([409, 'STALE_VERSION RowVersion']);
    expect(await refused(save(ann, { id: own.id }))).toEqual([422, 'ROW_VERSION_REQUIRED RowVersion']);
    await as(ann).deleteSavedView({ ...byId, query: { rowVersion: 3 } });
    expect(await namesFor(bob)).toEqual([]);
  });

  it('have one name each, and name only a list and columns that exist', async () => {
    await save(bob, { name: 'Mine' });
    expect(await refused(save(bob, { name: 'MINE' }))).toEqual([409, 'DUPLICATE Name']);
    await save(ann, { name: 'Mine' });
    expect(await refused(save(bob, { list: 'listNothing' }))).toEqual([404, 'NOT_FOUND List']);
    const withColumn = save(bob, { name: 'Other', state: { ...state, columns: ['code', 'removed'] } });
    expect(await refused(withColumn)).toEqual([422, 'INVALID_VALUE State.Columns']);
    // A view whose column was removed later can still be renamed.
    const { id } = await save(bob, { name: 'Older' });
    const sql = `UPDATE saved_view SET state = jsonb_set(state, '{columns}', '["code", "removed"]') WHERE id = $1`;
    const context = { tenantId, personId: bob.personId, now: server.now.toISOString() };
    await server.withTenant(context, (tx) => tx.query(sql, [id]));
    const older = await as(bob).getSavedView({ params: { id } });
    expect(older.state.columns).toEqual(['code', 'removed']);
    await save(bob, { id, rowVersion: 1, name: 'Renamed', state: older.state });
  });

  it('are found only by people who may read the list', async () => {
    const rates = await person({ comp: 'viewer' });
    await save(ann, { name: 'Shared funds', isShared: true });
    expect(await namesFor(rates)).toEqual([]);
    expect(await refused(save(rates))).toEqual([404, 'NOT_FOUND List']);
    expect(await namesFor(bob)).toContain('Shared funds');
  });

  it('of lists with pay are hidden from people without pay access, and so are their entries in the audit log', async () => {
    const [paid, unpaid] = [await person({ comp: 'administrator' }), await person({ comp: 'administrator' })];
    const salaries = {
      list: 'listSalaries',
      name: 'Top salaries',
      isShared: true,
      state: { ...state, columns: null, sort: 'name' },
    };
    const body = { ...salaries, state: { ...salaries.state, widths: [] } };
    expect(await refused(save(unpaid, body))).toEqual([404, 'NOT_FOUND List']);
    await grantPayAccess(server, tenantId, paid, 'ALL');
    const saved = await save(paid, body);
    expect(await namesFor(unpaid)).not.toContain('Top salaries');
    const byId = { params: { id: saved.id } };
    expect(await refused(as(unpaid).getSavedView(byId))).toEqual([404, 'NOT_FOUND Id']);
    const entriesFor = async (reader: TestPerson) =>
      (await as(reader).listActivity(byId)).pageData.map(({ objectName }) => objectName);
    expect(await entriesFor(paid)).toEqual(['Top salaries']);
    expect(await entriesFor(unpaid)).toEqual([]);
    // The database alone refuses, too.
    const seen = await server.withTenant({ tenantId, personId: unpaid.personId, now: server.now.toISOString() }, (tx) =>
      tx.query('SELECT id FROM saved_view WHERE id = $1', [saved.id]),
    );
    expect(seen).toEqual([]);
  });

  it('write the audit log, whose entries on a private view are read by its owner only', async () => {
    const view = await save(bob, { name: 'Audited' });
    const byId = { params: { id: view.id } };
    await save(bob, { id: view.id, rowVersion: 1, name: 'Audited again' });
    await as(bob).deleteSavedView(byId);
    const entries = (await as(bob).listActivity(byId)).pageData;
    expect(entries.map(({ action, objectName }) => `${action} ${objectName}`)).toEqual([
      'Saved view deleted Audited again',
      'Saved view saved Audited again',
      'Saved view saved Audited',
    ]);
    expect((await as(admin).listActivity(byId)).pageData).toEqual([]);
    const comp = await person({ comp: 'administrator' });
    const shared = await save(bob, { name: 'Audited, shared', isShared: true });
    expect((await as(admin).listActivity({ params: { id: shared.id } })).totalItemCount).toBe(1);
    expect((await as(comp).listActivity({ params: { id: shared.id } })).totalItemCount).toBe(0);
  });

  it('are verified against the audit log', async () => {
    const view = await save(ann, { name: 'Verified' });
    const { auditKey, database } = server;
    // The audit reads as the worker, which sees private views, too.
    const verified = unitOfWork({ pool: database.worker, auditKey });
    const context = { tenantId, personId: null, now: server.now.toISOString() };
    const findings = async () =>
      (await verified(context, (tx) => verifyTenant(tx, auditKey), { readOnly: true })).findings.filter(
        ({ part }) => part === 'records',
      );
    expect(await findings()).toEqual([]);
    const superuser = new pg.Client({ connectionString: database.adminUrl });
    await superuser.connect();
    const rename = (name: string) => superuser.query('UPDATE saved_view SET name = $2 WHERE id = $1', [view.id, name]);
    await rename('Forged');
    expect(await findings()).toHaveLength(1);
    await rename('Verified');
    await superuser.end();
    expect(await findings()).toEqual([]);
  });

  it('and the state of a list belong to one firm', async () => {
    const other = await server.tenant();
    await server.join(other, ann.personId, { carry: 'administrator' });
    await save(ann, { name: 'Of this firm', isShared: true });
    await as(ann).rememberList({ body: { list: 'listFunds', state } });
    expect(await as(ann, other).listSavedViews()).toMatchObject({ views: [], lists: [] });
  });

  it('can be the default of a person, and the last state of a list is remembered for each person', async () => {
    const reader = await person({ carry: 'viewer' });
    const view = await save(admin, { name: 'For everyone', isShared: true });
    const listed = async () => (await as(reader).listSavedViews()).lists;
    expect(await listed()).toEqual([]);
    await as(reader).setDefaultView({ body: { list: 'listFunds', viewId: view.id } });
    const last = { ...state, search: 'basalt' };
    await as(reader).rememberList({ body: { list: 'listFunds', state: last, viewId: view.id } });
    expect(await listed()).toEqual([{ list: 'listFunds', state: last, viewId: view.id, defaultViewId: view.id }]);
    expect((await as(bob).listSavedViews()).lists).toEqual([]);
    // A view of another list can't be the default.
    const wrong = as(reader).setDefaultView({ body: { list: 'listInvestments', viewId: view.id } });
    expect(await refused(wrong)).toEqual([404, 'NOT_FOUND Id']);
    await as(admin).deleteSavedView({ params: { id: view.id } });
    expect(await listed()).toEqual([{ list: 'listFunds', state: last, viewId: null, defaultViewId: null }]);
    await as(reader).rememberList({ body: { list: 'listFunds', state: null } });
    expect(await listed()).toEqual([{ list: 'listFunds', state: null, viewId: null, defaultViewId: null }]);
  });

  it('come with the arrangement of each board, which belongs to one person in one firm', async () => {
    const reader = await person({ carry: 'viewer' });
    const participant = await person({ 'participant-portal': 'viewer' });
    const boardsOf = async (someone: TestPerson, firm = tenantId) => (await as(someone, firm).listSavedViews()).boards;
    const panels = [
      { id: 'trend', isHidden: true },
      { id: 'work', isHidden: false },
    ];
    await as(reader).arrangeBoard({ body: { board: 'carryHome', panels } });
    await as(participant).arrangeBoard({ body: { board: 'portalHome', panels: panels.toReversed() } });
    expect(await boardsOf(reader)).toEqual([{ board: 'carryHome', panels }]);
    expect(await boardsOf(participant)).toEqual([{ board: 'portalHome', panels: panels.toReversed() }]);
    expect(await boardsOf(admin)).toEqual([]);
    // A board is not a list.
    expect((await as(reader).listSavedViews()).lists).toEqual([]);
    const other = await server.tenant();
    await server.join(other, reader.personId, { carry: 'administrator' });
    expect(await boardsOf(reader, other)).toEqual([]);
    await as(reader).arrangeBoard({ body: { board: 'carryHome', panels: null } });
    expect(await boardsOf(reader)).toEqual([]);
  });

  it('leave out columns that a reader may not read, and are hidden if they are sorted or filtered by one', async () => {
    const list = 'listEmployees';
    const columns = ['name', 'citizenshipCountry'];
    const plain = {
      ...state,
      filters: [],
      sort: 'name',
      columns,
      widths: [{ field: 'citizenshipCountry', width: 90 }],
    };
    await save(admin, { list, name: 'Staff', isShared: true, state: plain });
    const [sort, filters] = ['citizenshipCountry', [{ id: 'citizenshipCountry', values: ['x'] }]];
    await save(admin, { list, name: 'By citizenship', isShared: true, state: { ...plain, columns: null, sort } });
    await save(admin, { list, name: 'Of a citizenship', isShared: true, state: { ...plain, columns: null, filters } });
    const seenBy = async (reader: TestPerson) =>
      (await as(reader).listSavedViews()).views.filter((view) => view.list === list);
    expect(await seenBy(ann)).toMatchObject([{ name: 'Staff', state: { columns: ['name'], widths: [] } }]);
    expect((await seenBy(admin)).map(({ name }) => name)).toEqual(['By citizenship', 'Of a citizenship', 'Staff']);
    // Entries of views that a reader doesn't see are hidden, too, also after they were deleted.
    const hidden = (await seenBy(admin)).find(({ name }) => name === 'By citizenship')!;
    const entries = async (reader: TestPerson) =>
      (await as(reader).listActivity({ params: { id: hidden.id } })).totalItemCount;
    expect([await entries(ann), await entries(admin)]).toEqual([0, 1]);
    // Its name is free for others.
    await save(ann, {
      list,
      name: 'By citizenship',
      isShared: true,
      state: { ...plain, columns: ['name'], widths: [] },
    });
    await as(admin).deleteSavedView({ params: { id: hidden.id } });
    expect([await entries(ann), await entries(admin)]).toEqual([0, 2]);
    const stolen = save(ann, { list, name: 'Own', state: { ...plain, widths: [] } });
    expect(await refused(stolen)).toEqual([422, 'INVALID_VALUE State.Columns']);
  });

  it('keep columns and widths that the person who changes the view can’t read', async () => {
    const [list, owner] = ['listEmployees', await person({ carry: 'administrator' })];
    const widths = [{ field: 'citizenshipCountry', width: 90 }];
    const columns = ['name', 'citizenshipCountry'];
    const full = { ...state, filters: [], sort: 'name', columns, widths };
    const view = await save(owner, { list, name: 'Kin', isShared: true, state: full });
    const stored = async () => (await as(admin).getSavedView({ params: { id: view.id } })).state;
    const demotion = `UPDATE membership_role SET role = 'viewer' WHERE tenant_id = $1 AND person_id = $2`;
    await server.database.worker.query(demotion, [tenantId, owner.personId]);
    const own = { id: view.id, list, isShared: true };
    const renamed = await save(owner, { ...own, rowVersion: 1, name: 'Kin 2', state: undefined });
    expect(renamed).toMatchObject({ name: 'Kin 2', state: { columns: ['name'], widths: [] } });
    expect(await stored()).toEqual(full);
    await save(owner, { ...own, rowVersion: 2, name: 'Kin 2', state: { ...renamed.state, ascending: false } });
    expect(await stored()).toEqual({ ...full, ascending: false });
    expect(await refused(save(owner, { list, name: 'New', state: undefined }))).toEqual([422, 'REQUIRED State']);
  });

  it('disclose to others in the audit log only who changed them, and nothing of a private time', async () => {
    const secret = { ...state, search: 'secret' };
    const view = await save(bob, { name: 'Later shared', state: secret });
    await save(bob, { id: view.id, rowVersion: 1, name: 'Later shared', isShared: true });
    await save(bob, { id: view.id, rowVersion: 2, name: 'Later shared', isShared: true, state: secret });
    const texts = async (reader: TestPerson) =>
      (await as(reader).listActivity({ params: { id: view.id } })).pageData.map(({ changeText }) => changeText);
    const readBy = async (reader: TestPerson) => (await texts(reader)).map((text) => text.includes('secret'));
    expect(await readBy(bob)).toEqual([true, true, true]);
    expect(await readBy(admin)).toEqual([true, false]);
    expect(await texts(ann)).toEqual(['', '']);
    await save(bob, { id: view.id, rowVersion: 3, name: 'Later shared', isShared: false });
    expect(await texts(ann)).toEqual([]);
    expect(await texts(admin)).toEqual([]);
  });

  it('are at most fifty for each person and list, even if saved at the same time', async () => {
    const many = await person({ carry: 'viewer' });
    for (let at = 1; at < maxViews; at += 1) await save(many, { name: `View ${at}` });
    const results = await Promise.allSettled([1, 2, 3, 4].map((at) => save(many, { name: `Parallel ${at}` })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('have columns once', async () => {
    const saved = await save(ann, { name: 'Twice', state: { ...state, columns: ['legalName', 'code', 'code'] } });
    expect(saved.state.columns).toEqual(['legalName', 'code']);
  });

  it('of the portal are private, and its readers see none of the firm', async () => {
    const reader = await person({ 'participant-portal': 'viewer' });
    const own = { ...state, columns: null, widths: [], sort: 'distributionDate' };
    const view = { list: 'listPortalDistributions', name: 'This year', state: own };
    expect(await save(reader, view)).toMatchObject({ isOwn: true });
    expect(await refused(save(reader, { ...view, name: 'Shared', isShared: true }))).toEqual([
      403,
      'FORBIDDEN IsShared',
    ]);
    expect(await as(reader).listSavedViews()).toMatchObject({ views: [{ name: 'This year' }], canShare: false });
    expect(await refused(save(reader))).toEqual([404, 'NOT_FOUND List']);
  });
});
