import { err } from '@carrara/domain/kernel';
import type { Firm, Happening } from './firm.ts';
import { type PastRun, sourcesOf } from './runs.ts';

/** A past estimate of the amount that a source will pay on a date. */
export interface Expectation {
  readonly name: string;
  /** Date of the estimate. */
  readonly day: string;
  /** Expected date. */
  readonly date: string;
  readonly description?: string;
  readonly sources: readonly (Pick<PastRun['sources'][number], 'type' | 'code'> & {
    readonly investedAmount: string;
    readonly multiple: string;
    readonly adjustment?: string;
  })[];
}

/** Enters forecasts, each by the accountant on the date of its estimate. */
export const expect = ({ cast, operations }: Firm, expectations: readonly Expectation[]): Happening[] =>
  expectations.map(({ name, day, date, description, sources }) => ({
    day,
    who: cast.accountant,
    act: async (context) => {
      const known = await sourcesOf(context, {
        sources: sources.map((source) => ({ ...source, amount: '0', mix: 'exit' })),
      });
      const saved = await operations.forecast.saveForecast(context, {
        body: {
          name,
          distributionDate: date,
          estimationDate: day,
          description: description ?? null,
          forecastSources: known.map(({ id, type }, at) => ({
            source: { id },
            type,
            investedAmount: sources[at]?.investedAmount ?? '0.00',
            multiple: sources[at]?.multiple ?? '1',
            totalCarryAdjustment: sources[at]?.adjustment ?? '0.00',
          })),
        },
      });
      return saved.isErr() ? err(saved.error) : saved;
    },
  }));
