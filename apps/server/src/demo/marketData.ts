import { by, type Firm, type Happening } from './firm.ts';

const first = '2009-01-02';
const last = '2026-06-30';
const dayInMs = 86_400_000;

/** The working days of the demo's index, each with a level that grows by 7 % a year in waves of six years: nothing of it is of a market. */
function demoLevels(): { readonly date: string; readonly level: string }[] {
  const [from, to] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const levels: { readonly date: string; readonly level: string }[] = [];
  for (let at = from; at <= to; at += dayInMs) {
    const day = new Date(at);
    if (day.getUTCDay() === 0 || day.getUTCDay() === 6) continue;
    const years = (at - from) / dayInMs / 365;
    const level = 1000 * 1.07 ** years * (1 + 0.08 * Math.sin((years * Math.PI) / 3));
    levels.push({ date: day.toISOString().slice(0, 10), level: level.toFixed(2) });
  }
  return levels;
}

/** Quartiles of the demo's own invention: IRR in percent, then multiples, each upper, median, lower. */
const quartiles = [
  ['2025-12-31', '17.4', '11.2', '5.1', '1.92', '1.51', '1.18'],
  ['2026-06-30', '17.9', '11.6', '5.4', '1.98', '1.55', '1.2'],
] as const;

const figures = quartiles.map(
  ([asOf, irrUpper, irrMedian, irrLower, multipleUpper, multipleMedian, multipleLower]) => ({
    asOf,
    irrUpper,
    irrMedian,
    irrLower,
    multipleUpper,
    multipleMedian,
    multipleLower,
    funds: 64,
  }),
);

/** What funds are held against: an index and benchmarks, both the demo's own, and named as such. */
export const marketData = (firm: Firm, day: string): Happening[] => [
  by(firm, day, async (context) => {
    const { operations, book } = firm;
    const saved = await operations.indexSeries.saveIndexSeries(context, {
      body: {
        code: 'DEMO-WORLD',
        name: 'World shares, invented for the demo',
        provider: 'Demo',
        currency: book.reference('currency', 'USD'),
      },
    });
    if (saved.isErr()) return saved;
    return operations.indexSeries.saveIndexLevels(context, {
      params: { id: saved.value.id },
      body: { levels: demoLevels() },
    });
  }),
  by(firm, day, (context) =>
    firm.operations.benchmark.saveBenchmark(context, {
      body: { name: 'All private equity, invented for the demo', provider: 'Demo', figures },
    }),
  ),
];
