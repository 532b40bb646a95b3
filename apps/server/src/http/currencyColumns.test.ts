import { describe, expect, it } from 'vitest';
import { currencyColumns } from './currencyColumns.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'carry', kind: 'money', title: 'Carry', amountsIn: 'words' },
  { field: 'words', kind: 'text', title: 'In words', hidden: true },
] as const;
const ofTexts = (texts: readonly string[]) =>
  async function* rows() {
    for (const [at, words] of texts.entries()) yield { name: `P${at}`, carry: null, words };
  };
const fileOf = async (texts: readonly string[]) => {
  const { columns: shown, rows } = await currencyColumns(columns, ofTexts(texts));
  const all: unknown[][] = [];
  for await (const row of rows) all.push(shown.map(({ field }) => (row as Record<string, unknown>)[field]));
  return { titles: shown.map(({ title }) => title), all };
};

describe('amounts of several currencies in a file', () => {
  it('stand in a column for each currency, each a number', async () => {
    expect(await fileOf(['EUR 1,200.00, USD -300.50', 'USD 7.00', ''])).toEqual({
      titles: ['Name', 'Carry EUR', 'Carry USD'],
      all: [
        ['P0', '1200.00', '-300.50'],
        ['P1', undefined, '7.00'],
        ['P2', undefined, undefined],
      ],
    });
  });
  it('stay in one column where there is one currency', async () => {
    expect((await fileOf(['USD 7.00', 'USD 8.00'])).titles).toEqual(['Name', 'Carry', 'In words']);
  });
});
