import { describe, expect, it } from 'vitest';
import { defaultListState, listStateFromQuery, listStateToQuery } from './listState.ts';

const vintages = {
  columns: [
    { field: 'name', kind: 'text', title: 'Vintage' },
    { field: 'carry', kind: 'money', title: 'Carry' },
  ],
  defaultSort: { field: 'name', ascending: true },
  tabs: [
    { id: 'shares', title: 'Vintage Shares' },
    { id: 'variable', title: 'Variable' },
  ],
  filters: [{ id: 'fund', title: 'Fund', options: [], multiple: true }],
} as const;

describe('the state of a list in a link', () => {
  it('has 20 rows a page by default [U-P-098 U-T-093]', () =>
    expect(defaultListState(vintages)).toMatchObject({ page: 1, pageSize: 20 }));

  it('is the default without parameters', () => {
    expect(listStateFromQuery(vintages, new URLSearchParams())).toEqual(defaultListState(vintages));
    expect(listStateToQuery(vintages, defaultListState(vintages)).toString()).toBe('');
  });

  it('reproduces the view [U-C-005]', () => {
    const state = {
      page: 3,
      pageSize: 50,
      sort: 'carry',
      ascending: false,
      search: 'a & b',
      tab: 'variable',
      filters: { fund: ['ARP-I', 'ARP-II'] },
      columns: ['carry', 'name'],
    };
    expect(listStateFromQuery(vintages, new URLSearchParams(listStateToQuery(vintages, state).toString()))).toEqual(
      state,
    );
  });

  it('has each column once, and always the one that names the rows', () => {
    const columnsOf = (columns: string) => listStateFromQuery(vintages, new URLSearchParams({ columns })).columns;
    expect(columnsOf('carry,name,carry')).toEqual(['carry', 'name']);
    expect(columnsOf('carry')).toEqual(['name', 'carry']);
  });

  it('ignores invalid parameters', () => {
    const query = new URLSearchParams('page=-1&size=x&sort=-nothing&tab=none&columns=none&f.other=1');
    expect(listStateFromQuery(vintages, query)).toEqual(defaultListState(vintages));
  });
});
