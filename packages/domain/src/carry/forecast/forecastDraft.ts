import { ENGINE_VERSION, type Remark, runInputToJson } from '../run/index.ts';
import { type ComputedForecast, forecastRemarks } from './computeForecastRun.ts';
import type { ForecastRows } from './forecastRows.ts';
import type { StoredForecast } from './verifyForecast.ts';

/** A stored forecast without its rows. */
export interface ForecastHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly name: string;
  readonly currency: string | null;
  readonly engineVersion: string;
}

/** The fields of a forecast that people fill in, apart from its sources. */
export interface ForecastFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The date of the estimate. */
  readonly estimationDate: string;
  readonly reason?: string | null | undefined;
}

/** A computed forecast, ready to store. */
export interface ForecastToStore extends StoredForecast, ForecastFields {
  readonly engineVersion: string;
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: ForecastRows;
}

/** Returns the forecast to store. A source that can't be allocated is stored as not determined, with its reason. */
export const forecastDraft = (computed: ComputedForecast, fields: ForecastFields): ForecastToStore => ({
  ...fields,
  request: computed.request,
  input: runInputToJson(computed.run.input),
  engineVersion: ENGINE_VERSION,
  currencyId: [...computed.facts.sources.values()].find(({ currencyId }) => currencyId)?.currencyId ?? null,
  remarks: forecastRemarks(computed),
  rows: computed.rows,
});
