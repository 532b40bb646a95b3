import { describe, expect, it } from 'vitest';
import {
  coverageLines,
  coverageText,
  figureCovers,
  smallestCoverage,
  meanNote,
  namesInFile,
  notInTotalText,
} from './coverage.ts';

const late = (name: string) => ({ id: name, name, reason: 'Nothing is booked.', lastDate: '2025-09-30' });
const unknown = (name: string) => ({ id: name, name, reason: 'No net asset value was reported.', lastDate: null });

describe('the coverage text', () => {
  it('marks a row that the total leaves out, with the reason or the last date', () => {
    expect(notInTotalText(late('HSP-I'))).toBe('Not in the total: reported through 09/30/2025');
    expect(notInTotalText(unknown('ARP-I'))).toBe('Not in the total: No net asset value was reported');
  });

  it('names the excluded parts and when they were last reported', () => {
    expect(coverageText({ included: 9, total: 10, excluded: [late('HSP-I')], carried: [] }, 'funds')).toBe(
      '9 of 10 funds; excludes HSP-I, reported through 09/30/2025',
    );
    expect(coverageText({ included: 1, total: 2, excluded: [unknown('ARP-I')], carried: [] }, 'funds')).toBe(
      '1 of 2 funds; excludes ARP-I (No net asset value was reported)',
    );
    const named = { ...unknown('ARP-I'), reason: 'ARP-I: Contributions were not reported for this fund.' };
    expect(coverageText({ included: 1, total: 2, excluded: [named], carried: [] }, 'funds')).toBe(
      '1 of 2 funds; excludes ARP-I (Contributions were not reported for this fund)',
    );
  });

  it('counts a single part in the singular', () => {
    expect(coverageText({ included: 0, total: 1, excluded: [late('HSP-I')], carried: [] }, 'funds')).toMatch(
      /^0 of 1 fund; /,
    );
    expect(coverageText({ included: 0, total: 1, excluded: [late('A')], carried: [] }, 'entries')).toMatch(
      /^0 of 1 entry; /,
    );
  });

  it('says of a mean that it is of a single part', () => {
    expect(meanNote({ included: 1, total: 1, excluded: [], carried: [] }, 'funds')).toBe('1 of 1 fund');
    expect(meanNote({ included: 2, total: 2, excluded: [], carried: [] }, 'funds')).toBeUndefined();
  });

  it('counts the ones after the third', () => {
    const excluded = ['A', 'B', 'C', 'D', 'E'].map(late);
    expect(coverageText({ included: 4, total: 9, excluded, carried: [] }, 'funds')).toMatch(
      /C, reported through 09\/30\/2025; 2 more$/,
    );
  });

  it('names all in a file, which has no link to the list', () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const coverage = { included: 4, total: 9, excluded: names.map(unknown), carried: [] };
    const all = names.map((name) => `${name} (No net asset value was reported)`).join('; ');
    expect(coverageText(coverage, 'funds', namesInFile)).toBe(`4 of 9 funds; excludes ${all}`);
    expect(coverageLines([{ field: 'nav', coverage }], [], 'funds', namesInFile)).toEqual([
      `4 of 9 funds; excludes ${all}`,
    ]);
    // If there are very many, the server sends only the first names.
    expect(coverageText({ ...coverage, total: 11 }, 'funds', namesInFile)).toBe(
      `4 of 11 funds; excludes ${all}; 2 more`,
    );
  });

  it('names those included with an earlier value', () => {
    const carried = [{ id: 'HSP-I', name: 'HSP-I', lastDate: '2025-09-30' }];
    expect(coverageText({ included: 10, total: 10, excluded: [], carried }, 'funds')).toBe(
      '10 of 10 funds; includes HSP-I at its value on 09/30/2025',
    );
  });

  it('is empty if all are included', () => {
    expect(coverageText({ included: 3, total: 3, excluded: [], carried: [] }, 'funds')).toBeUndefined();
    expect(coverageText(undefined, 'funds')).toBeUndefined();
  });

  it('covers totals with the same coverage in one line, and names the columns if they differ', () => {
    const columns = [
      { field: 'nav', title: 'NAV' },
      { field: 'unfunded', title: 'Unfunded' },
    ];
    const coverage = { included: 1, total: 2, excluded: [late('HSP-I')], carried: [] };
    const line = '1 of 2 funds; excludes HSP-I, reported through 09/30/2025';
    const both = ['nav', 'unfunded'].map((field) => ({ field, currency: 'USD', coverage }));
    expect(coverageLines(both, columns, 'funds')).toEqual([`USD: ${line}`]);
    expect(coverageLines([{ field: 'nav', coverage }, { field: 'unfunded' }], columns, 'funds')).toEqual([
      `NAV: ${line}`,
    ]);
  });

  it('separates titles with commas by semicolons', () => {
    const columns = [
      { field: 'nav', title: 'NAV, net of carry' },
      { field: 'unfunded', title: 'Unfunded' },
      { field: 'commitment', title: 'Commitment' },
    ];
    const coverage = { included: 1, total: 2, excluded: [late('HSP-I')], carried: [] };
    const totals = ['nav', 'unfunded'].map((field) => ({ field, coverage }));
    expect(coverageLines([...totals, { field: 'commitment' }], columns, 'funds')).toEqual([
      'NAV, net of carry; Unfunded: 1 of 2 funds; excludes HSP-I, reported through 09/30/2025',
    ]);
  });
});

it('says at each figure how many funds it includes, if figures of the same row include different funds', () => {
  const covered = (field: string, ...ids: readonly string[]) => ({
    field,
    included: 7 - ids.length,
    total: 7,
    excluded: ids.map((id) => ({ id, name: id, reason: '', lastDate: null })),
    carried: [],
  });
  const row = { fundsCovered: [covered('commitment'), covered('nav', 'a', 'b'), covered('tvpi', 'a', 'b', 'c')] };
  expect(['commitment', 'nav', 'tvpi', 'code'].map((field) => figureCovers(field, row))).toEqual([
    undefined,
    '5 of 7 funds',
    '4 of 7 funds',
    undefined,
  ]);
  const alike = { fundsCovered: [covered('nav', 'a', 'b'), covered('tvpi', 'b', 'a')] };
  expect(figureCovers('tvpi', alike)).toBeUndefined();
  const asMany = { fundsCovered: [covered('nav', 'a', 'b'), covered('tvpi', 'b', 'c')] };
  expect(figureCovers('tvpi', asMany), 'as many, but other funds').toBe('5 of 7 funds');
  expect(figureCovers('tvpi', {})).toBeUndefined();
  expect([row, alike, {}, { fundsCovered: [covered('nav')] }].map(smallestCoverage)).toEqual([
    '4 of 7 funds',
    '5 of 7 funds',
    undefined,
    undefined,
  ]);
});
