import { expect, it } from 'vitest';
import { explanation } from './explanation.ts';
import { fromWire, queryName, toWire } from './wireNames.ts';

it("every name starts with a capital, even the value of an explanation's input", () => {
  const node = {
    path: ['sources', 0, 'gross'],
    formula: 'distribution.gross',
    text: 'gross = amount x effective / 100',
    inputs: [{ name: 'amount', value: '12.50', unit: 'money' }],
    result: '12.50',
    unit: 'money',
    source: 'docs/calculations/distribution.md',
    children: [],
  };
  const wire = toWire(explanation.parse(node)) as { readonly Inputs: readonly object[] };
  expect(wire.Inputs).toEqual([{ Name: 'amount', Value: '12.50', Unit: 'money' }]);
  expect(fromWire(wire)).toEqual(node);
});

it('a paged list and a search-based one use the names of the specification [U-C-050, U-C-150]', () => {
  const page = { pageData: [], totalItemCount: 0, currentPage: 1, pageSize: 20, sort: 'name', sortAsc: true };
  expect(Object.keys(toWire({ ...page, searchQuery: '' }) as object)).toEqual([
    'PageData',
    'TotalItemCount',
    'CurrentPage',
    'PageSize',
    'Sort',
    'SortAsc',
    'SearchQuery',
  ]);
  const found = { foundRows: [{ id: '1' }], odataCount: 1, searchFacets: {} };
  expect(toWire(found)).toEqual({ value: [{ Id: '1' }], '@odata.count': 1, '@search.facets': {} });
  expect(fromWire(toWire(found))).toEqual(found);
  expect(['searchString', 'filters', 'top', 'skip', 'sort'].map(queryName)).toEqual([
    'SearchString',
    'Filters',
    'Top',
    'Skip',
    'Sort',
  ]);
});
