import { describe, expect, it } from 'vitest';
import { currencyColumns } from './currencyColumns.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'carry', kind: 'money', title: 'Carry', amountsIn: 'amounts', total: 'sum' },
] as const;
type Amounts = Readonly<Record<string, string>>;
const ofAmounts = (each: readonly Amounts[]) =>
  async function* rows() {
    for (const [at, amounts] of each.entries()) {
      const list = Object.entries(amounts).map(([currency, amount]) => ({ currency, amount }));
      yield { name: `P${at}`, carry: list.length > 1 ? null : (list[0]?.amount ?? '0.00'), amounts: list };
    }
  };
const totals = [
  { field: 'carry', total: '1200.00', currency: 'EUR' },
  { field: 'carry', total: '-293.50', currency: 'USD' },
];
const fileOf = async (each: readonly Amounts[], base?: string) => {
  const file = await currencyColumns({ columns, totals }, ofAmounts(each), base);
  const all: unknown[][] = [];
  for await (const row of file.rows) all.push(file.columns.map(({ field }) => (row as Record<string, unknown>)[field]));
  return { titles: file.columns.map(({ title }) => title), all, totals: file.totals };
};

describe('amounts of several currencies in a file', () => {
  it('have a numeric column for each currency, with its own total', async () => {
    expect(await fileOf([{ EUR: '1200.00', USD: '-300.50' }, { USD: '7.00' }, {}])).toEqual({
      titles: ['Name', 'Carry EUR', 'Carry USD'],
      all: [
        ['P0', '1200.00', '-300.50'],
        ['P1', undefined, '7.00'],
        ['P2', undefined, undefined],
      ],
      totals: [
        { field: 'carry EUR', total: '1200.00' },
        { field: 'carry USD', total: '-293.50' },
      ],
    });
  });
  it('name the reason for a missing amount in the column of its currency', async () => {
    const notDetermined = [{ field: 'carry', code: 'NOT_REPORTED', message: 'Not reported.' }];
    async function* rows() {
      yield { name: 'A', currency: 'USD', carry: '7.00', amounts: [{ currency: 'USD', amount: '7.00' }] };
      yield { name: 'B', currency: 'USD', carry: null, amounts: [], notDetermined };
    }
    const file = await currencyColumns({ columns }, rows);
    const all = [];
    for await (const row of file.rows) all.push(row);
    expect(all.at(-1)).toMatchObject({ notDetermined: [{ ...notDetermined[0], field: 'carry USD' }] });
  });
  it("start with the firm's base currency", async () => {
    const { titles } = await fileOf([{ EUR: '1200.00', GBP: '5.00', USD: '-300.50' }], 'USD');
    expect(titles).toEqual(['Name', 'Carry USD', 'Carry EUR', 'Carry GBP']);
  });
  it('name a single currency, and stay unchanged without any', async () => {
    expect((await fileOf([{ USD: '7.00' }, { USD: '8.00' }])).titles).toEqual(['Name', 'Carry USD']);
    expect(await fileOf([{}, {}])).toMatchObject({
      titles: ['Name', 'Carry'],
      all: [
        ['P0', '0.00'],
        ['P1', '0.00'],
      ],
    });
  });
});
