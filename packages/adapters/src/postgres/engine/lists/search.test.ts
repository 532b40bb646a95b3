import { describe, expect, it } from 'vitest';
import { searchTerms } from './search.ts';

describe('a typed search', () => {
  it.each<[string, ReturnType<typeof searchTerms>]>([
    ['', undefined],
    ['   ', undefined],
    ['""', undefined],
    ['Alder', { pattern: 'Alder', exact: false, indexable: true }],
    ['"Alder"', { pattern: 'Alder', exact: true, indexable: true }],
    ['100%_\\', { pattern: '100\\%\\_\\\\', exact: false, indexable: true }],
    ['a b c', { pattern: 'a b c', exact: false, indexable: false }],
    ['éla', { pattern: 'éla', exact: false, indexable: true }],
  ])('%j', (query, terms) => expect(searchTerms(query)).toEqual(terms));
});
