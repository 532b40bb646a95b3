import type { Failure, Failures } from '../../kernel/index.ts';
import type { Remark, ShareFacts } from '../run/index.ts';
import type { ForecastRequest } from './forecastRequest.ts';
import type { ForecastRows } from './forecastRows.ts';
import type { KeptForecast } from './verifyForecast.ts';

/** A stored forecast without its rows. */
export interface ForecastHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly name: string;
  readonly currency: string | null;
  readonly engineVersion: string;
}

/** A computed forecast, ready to store. */
export interface ForecastToKeep extends KeptForecast {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly estimationDate: string;
  readonly engineVersion: string;
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: ForecastRows;
  readonly reason?: string | null | undefined;
}

/** Dependencies of the forecast operations, bound to one transaction, tenant and person. */
export interface ForecastPorts {
  newId(): string;
  /** Reads the head and locks it for this transaction, so that concurrent operations run one after another. */
  hold(id: string): Promise<ForecastHead | undefined>;
  /** Returns undefined if the given version is the stored one. Otherwise the failure names who changed it and when. */
  stale(head: ForecastHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: ForecastRequest): Promise<ShareFacts>;
  rowsOf(id: string): Promise<ForecastRows>;
  /** Replaces identifiers in the messages with names. */
  readable(failures: Failures): Promise<Failures>;
  keep(forecast: ForecastToKeep, before: ForecastHead | undefined): Promise<void>;
  remove(head: ForecastHead): Promise<void>;
}
