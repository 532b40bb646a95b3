import { z } from 'zod';
import { idParams, recordSchema, rowsSchema, saveSchema, saveRowsSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { recordEndpoints } from '../../core/recordEndpoints.ts';
import { date, figure, figureOrNull, id, reference } from '../../core/schema.ts';

/** A provider's statistics of the funds of a vintage year and a strategy. */
export const benchmarkFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true, group: 'Benchmark' },
  provider: { kind: 'text', title: 'Provider', required: true, group: 'Benchmark' },
  vintageYear: { kind: 'year', title: 'Vintage year', group: 'Benchmark', help: 'Leave blank for all vintage years.' },
  strategy: {
    kind: 'reference',
    target: 'reference:fund-family',
    title: 'Strategy',
    group: 'Benchmark',
    help: 'The fund family of the benchmark. Leave blank for all strategies.',
  },
  description: { kind: 'longText', title: 'Description', group: 'Benchmark' },
});
const rate = (title: string) => ({ kind: 'return', title, negative: true }) as const;
/** The quartiles on a date. */
export const benchmarkFigureFields = defineFields({
  asOf: { kind: 'date', title: 'As of', required: true },
  irrUpper: rate('IRR, upper quartile'),
  irrMedian: rate('IRR, median'),
  irrLower: rate('IRR, lower quartile'),
  multipleUpper: { kind: 'multiple', title: 'Multiple, upper quartile' },
  multipleMedian: { kind: 'multiple', title: 'Multiple, median' },
  multipleLower: { kind: 'multiple', title: 'Multiple, lower quartile' },
  funds: { kind: 'count', title: 'Funds' },
});

const benchmark = recordSchema(benchmarkFields, { figures: rowsSchema(benchmarkFigureFields) });
export type Benchmark = z.output<typeof benchmark>;

const quartile = z.int().min(1).max(4).nullable();
/** The rate of the fund itself, or of a bound of a benchmark. */
const rateOf = <V extends z.ZodType>(value: V) =>
  z.object({
    provider: z.string(),
    bound: z.enum(['FUND', 'UPPER', 'MEDIAN', 'LOWER']),
    rate: value,
    benchmark: z.string().nullable(),
    asOf: date(),
  });

const fund = '/api/performance/fund';
export const benchmarkEndpoints = {
  ...recordEndpoints('benchmark', {
    path: '/api/performance/benchmark',
    fields: benchmarkFields,
    record: benchmark,
    body: saveSchema(benchmarkFields, { figures: saveRowsSchema(benchmarkFigureFields, 400) }),
    refusals: ['FIGURES_DIFFER', 'INVALID_VALUE'],
    columns: ['name', 'provider', 'vintageYear', 'strategy'],
  }),
  listFundsForBenchmark: {
    method: 'GET',
    path: `${fund}/funds-for-benchmark`,
    summary: 'Funds with figures, and the criteria for choosing a benchmark',
    permission: 'fundLedger.view',
    result: z.array(
      z.object({
        fundId: id(),
        fundName: z.string(),
        fundCode: z.string(),
        vintageYear: z.int().nullable(),
        fundFamily: reference().nullable(),
        lastDate: date(),
      }),
    ),
    tags: ['Fund', 'Coinvestment', 'Ledger'],
  },
  getFundBenchmarkStats: {
    method: 'GET',
    path: `${fund}/:id/fund-benchmark-stats`,
    summary: 'A fund compared with others of its vintage year and strategy',
    permission: 'fundLedger.view',
    params: idParams,
    /** Defaults to the last quarter with figures. */
    query: z.strictObject({ date: date().optional() }),
    result: z.object({
      fundId: id(),
      date: date(),
      irr: z.array(rateOf(figure('return'))),
      mult: z.array(rateOf(figure('multiple'))),
      fundIrr: figureOrNull('return'),
      fundMultiple: figureOrNull('multiple'),
      /** One entry per matching benchmark, the most specific first. */
      quartiles: z.array(
        z.object({
          benchmarkId: id(),
          benchmark: z.string(),
          provider: z.string(),
          asOf: date(),
          irr: quartile,
          multiple: quartile,
        }),
      ),
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    tags: ['Benchmark', 'Ledger', 'Fund', 'Coinvestment'],
  },
} as const;
