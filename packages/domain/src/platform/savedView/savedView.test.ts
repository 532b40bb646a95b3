import { describe, expect, it } from 'vitest';
import {
  canChangeView,
  chosenColumns,
  decideView,
  isSameState,
  isViewVisible,
  maxViews,
  openView,
  type ViewState,
  withHiddenColumns,
} from './index.ts';

const state: ViewState = {
  tab: 'SUB',
  search: 'basalt',
  filters: [
    { id: 'fund', values: ['a', 'b'] },
    { id: 'year', values: ['2026', '2025'] },
  ],
  sort: 'net',
  ascending: false,
  columns: ['name', 'carryClass', 'net'],
  widths: [
    { field: 'name', width: 300 },
    { field: 'carryClass', width: 90 },
  ],
  density: 'compact',
  pageSize: 50,
  hasTotals: true,
};
const list = {
  columns: [{ field: 'name' }, { field: 'carryClass' }, { field: 'net' }, { field: 'note', sortable: false }],
  filters: [{ id: 'fund', multiple: true }, { id: 'year' }],
  tabs: [{ id: 'all' }, { id: 'SUB' }],
  defaultSort: { field: 'name', ascending: true },
};

describe('an opened view', () => {
  it('is the stored one if the list still has all of it, with one value in a filter of one choice', () => {
    expect(openView(state, list)).toEqual({
      state: {
        ...state,
        filters: [
          { id: 'fund', values: ['a', 'b'] },
          { id: 'year', values: ['2026'] },
        ],
      },
      missingParts: [],
    });
  });

  it('leaves out a column, filter, sort and tab that no longer exist, and names them', () => {
    const less = {
      columns: [{ field: 'name' }, { field: 'note', sortable: false }],
      filters: [{ id: 'fund', multiple: true }],
      tabs: [],
      defaultSort: { field: 'name', ascending: true },
    };
    const opened = openView(state, less);
    expect(opened.state).toEqual({
      ...state,
      tab: null,
      filters: [{ id: 'fund', values: ['a', 'b'] }],
      sort: 'name',
      ascending: true,
      columns: ['name'],
      widths: [{ field: 'name', width: 300 }],
    });
    expect(opened.missingParts).toEqual([
      { part: 'column', name: 'carryClass' },
      { part: 'column', name: 'net' },
      { part: 'filter', name: 'year' },
      { part: 'sort', name: 'net' },
      { part: 'tab', name: 'SUB' },
    ]);
  });

  it('has the list’s own columns if none of its own remains, and is not sorted by a column that can’t be', () => {
    const opened = openView({ ...state, columns: ['removed'], sort: 'note' }, list);
    expect(opened.state).toMatchObject({ columns: null, sort: 'name', ascending: true });
    expect(opened.missingParts).toContainEqual({ part: 'sort', name: 'note' });
  });
});

it('chosen columns are there once, with the one that names the rows', () => {
  const { columns } = list;
  expect(chosenColumns(['net', 'gone', 'net', 'name', 'net'], columns)).toEqual(['net', 'name']);
  expect(chosenColumns(['net', 'net'], columns)).toEqual(['name', 'net']);
  expect(chosenColumns(['gone'], columns)).toBe(null);
  expect(openView({ ...state, columns: ['net', 'net'] }, list).state.columns).toEqual(['name', 'net']);
});

describe('a change by somebody who may not read all columns', () => {
  const mayRead = (field: string) => field !== 'carryClass' && field !== 'salary';
  const readable = { ...state, columns: ['name', 'net'], widths: [{ field: 'name', width: 300 }] };

  it('keeps hidden columns where they were, and their widths', () => {
    expect(withHiddenColumns(readable, state, mayRead)).toEqual(state);
    const moved = withHiddenColumns({ ...readable, columns: ['net', 'note', 'name'], widths: [] }, state, mayRead);
    expect(moved).toMatchObject({ columns: ['net', 'note', 'name', 'carryClass'], widths: [state.widths[1]] });
    const first = { ...state, columns: ['salary', 'carryClass', 'net'] };
    expect(withHiddenColumns(readable, first, mayRead).columns).toEqual(['salary', 'carryClass', 'name', 'net']);
  });

  it('keeps a view of hidden columns only, and can restore the list’s own columns', () => {
    const own = { ...readable, columns: null };
    expect(withHiddenColumns(own, { ...state, columns: ['salary'] }, mayRead).columns).toEqual(['salary']);
    expect(withHiddenColumns(own, state, mayRead).columns).toBe(null);
  });
});

it('two states are the same whatever the order of filters, values and widths', () => {
  const [fund, year] = [{ id: 'fund', values: ['b', 'a'] }, state.filters[1]!];
  expect(isSameState(state, { ...state, filters: [year, fund], widths: state.widths.toReversed() })).toBe(true);
  expect(isSameState(state, { ...state, filters: [fund, year, { id: 'source', values: [] }] })).toBe(true);
  expect(isSameState(state, { ...state, columns: ['carryClass', 'name', 'net'] })).toBe(false);
  expect(isSameState(state, { ...state, widths: [] })).toBe(false);
});

describe('a saved view', () => {
  const view = { list: 'listFunds', name: 'Open', isShared: false };
  const facts = { personId: 'ann', mayManage: false, mayShare: true, unknownColumns: [], others: [] };
  const codes = (...decided: Parameters<typeof decideView>) =>
    decideView(...decided).match(
      () => [],
      (failures) => failures.map(({ code, path }) => [code, ...path].join(' ')),
    );

  it('is changed only by its owner, and a shared one by an administrator too', () => {
    const [own, shared] = [
      { ...view, ownerId: 'ann' },
      { ...view, isShared: true, ownerId: 'bob' },
    ];
    expect(codes(own, view, facts)).toEqual([]);
    expect(codes(shared, { ...view, isShared: true }, facts)).toEqual(['FORBIDDEN']);
    expect(codes(shared, { ...view, isShared: true }, { ...facts, mayManage: true })).toEqual([]);
    expect(canChangeView({ ...own, ownerId: 'bob' }, { personId: 'ann', mayManage: true })).toBe(false);
  });

  it('stays with its list, and isn’t made private by somebody else', () => {
    const shared = { ...view, isShared: true, ownerId: 'bob' };
    expect(codes({ ...view, ownerId: 'ann' }, { ...view, list: 'listAwards' }, facts)).toEqual(['NOT_FOUND list']);
    expect(codes(shared, view, { ...facts, mayManage: true })).toEqual(['FORBIDDEN isShared']);
    expect(codes({ ...shared, ownerId: 'ann' }, view, facts)).toEqual([]);
  });

  it('has a name of its own among the views that its owner shares, or doesn’t share', () => {
    const others = [
      { ...view, name: 'OPEN', ownerId: 'ann' },
      { ...view, name: 'Mine', isShared: true, ownerId: 'ann' },
      { ...view, name: 'Firm', isShared: true, ownerId: 'bob' },
    ];
    expect(codes(undefined, view, { ...facts, others })).toEqual(['DUPLICATE name']);
    expect(codes(undefined, { ...view, isShared: true }, { ...facts, others })).toEqual([]);
    expect(codes(undefined, { ...view, name: 'mine', isShared: true }, { ...facts, others })).toEqual([
      'DUPLICATE name',
    ]);
    expect(codes(undefined, { ...view, name: 'firm', isShared: true }, { ...facts, others })).toEqual([]);
    expect(codes(undefined, { ...view, name: 'firm' }, { ...facts, others })).toEqual([]);
  });

  it('isn’t shared from the portal, names only columns of its list, and is one of at most fifty', () => {
    expect(codes(undefined, { ...view, isShared: true }, { ...facts, mayShare: false })).toEqual([
      'FORBIDDEN isShared',
    ]);
    expect(codes(undefined, view, { ...facts, unknownColumns: ['gone'] })).toEqual(['INVALID_VALUE state columns']);
    const others = Array.from({ length: maxViews }, (_, at) => ({
      ...view,
      name: `View ${String(at)}`,
      ownerId: 'ann',
    }));
    expect(codes(undefined, view, { ...facts, others })).toEqual(['TOO_MANY_VIEWS']);
    expect(codes({ ...view, ownerId: 'ann' }, view, { ...facts, others })).toEqual([]);
  });

  it('is visible to its owner or, if shared, to everyone who may read its list and the column it is sorted by', () => {
    const reader = { personId: 'ann', isStaff: true, mayReadList: true, mayReadCriteria: true };
    const [shared, foreign] = [
      { ownerId: 'bob', isShared: true },
      { ownerId: 'bob', isShared: false },
    ];
    expect(isViewVisible(shared, reader)).toBe(true);
    expect(isViewVisible(foreign, reader)).toBe(false);
    expect(isViewVisible(shared, { ...reader, isStaff: false })).toBe(false);
    expect(isViewVisible({ ...foreign, ownerId: 'ann' }, reader)).toBe(true);
    for (const less of [{ mayReadList: false }, { mayReadCriteria: false }])
      for (const own of [shared, { ...foreign, ownerId: 'ann' }])
        expect(isViewVisible(own, { ...reader, ...less })).toBe(false);
  });
});
