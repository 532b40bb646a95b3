import { by, type Firm, type Happening } from './firm.ts';

const first = '2009-01-02';
const last = '2026-06-30';
const dayInMs = 86_400_000;

/**
 * Returns the levels of the demo's index on working days, growing by 7% a year in waves of six years. They are
 * invented.
 */
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

/** Invented quartiles: IRR in percent, then multiples, each as upper, median and lower. */
const quartiles = [
  ['2025-12-31', '17.4', '11.2', '5.1', '1.92', '1.51', '1.18'],
  ['2026-06-30', '17.9', '11.6', '5.4', '1.98', '1.55', '1.2'],
] as const;

/** Quartiles of the latest date by vintage year, in the same form. On an earlier date, the same funds were less far. */
const byVintage: Readonly<Record<number, readonly [irr: Bounds, multiple: Bounds]>> = {
  2012: [
    [16.8, 11.9, 6.2],
    [2.21, 1.74, 1.36],
  ],
  2015: [
    [15.9, 10.8, 4.9],
    [2.02, 1.58, 1.24],
  ],
  2018: [
    [14.6, 9.1, 3.2],
    [1.71, 1.42, 1.15],
  ],
  2019: [
    [13.9, 8.4, 2.1],
    [1.58, 1.33, 1.09],
  ],
  2020: [
    [12.8, 7, 0.8],
    [1.44, 1.24, 1.02],
  ],
  2021: [
    [11.1, 5.2, -2.4],
    [1.31, 1.14, 0.95],
  ],
};
type Bounds = readonly [upper: number, median: number, lower: number];
const days = ['2022-12-31', '2023-12-31', '2024-12-31', '2025-12-31', '2026-06-30'] as const;

const vintageFigures = ([irr, multiple]: readonly [Bounds, Bounds]) =>
  days.map((asOf, at) => {
    const early = days.length - 1 - at;
    const rate = (bound: number) => (bound - 0.4 * early).toFixed(1);
    const times = (bound: number) => (1 + (bound - 1) * (1 - 0.11 * early)).toFixed(2);
    return {
      asOf,
      irrUpper: rate(irr[0]),
      irrMedian: rate(irr[1]),
      irrLower: rate(irr[2]),
      multipleUpper: times(multiple[0]),
      multipleMedian: times(multiple[1]),
      multipleLower: times(multiple[2]),
      funds: 18 + 3 * at,
    };
  });

/** Fund families with vintage years, with a benchmark for each. */
const strategies = [
  ['Buyout', 2012],
  ['Buyout', 2015],
  ['Buyout', 2018],
  ['Buyout', 2021],
  ['Growth', 2019],
  ['Europe', 2020],
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

/** Creates an index and benchmarks to compare funds with. Both are invented and named accordingly. */
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
  ...strategies.map(([family, vintageYear]) =>
    by(firm, day, (context) =>
      firm.operations.benchmark.saveBenchmark(context, {
        body: {
          name: `${family} ${vintageYear}, invented for the demo`,
          provider: 'Demo',
          vintageYear,
          strategy: firm.book.reference('fund-family', family),
          figures: vintageFigures(byVintage[vintageYear]!),
        },
      }),
    ),
  ),
];
