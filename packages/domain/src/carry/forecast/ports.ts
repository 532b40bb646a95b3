import type { Failure, Failures } from '../../kernel/index.ts';
import type { Remark, ShareFacts } from '../run/index.ts';
import type { ForecastRequest } from './forecastRequest.ts';
import type { ForecastRows } from './forecastRows.ts';
import type { KeptForecast } from './verifyForecast.ts';

/** A forecast as it is kept, without its rows. */
export interface ForecastHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly name: string;
  readonly currency: string | null;
  readonly engineVersion: string;
}

/** A computed forecast, ready to be kept. */
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

/** What the operations of forecasts need from outside; each binds to one transaction of one tenant and person. */
export interface ForecastPorts {
  newId(): string;
  /** Reads the head and holds it for this transaction, so that of several at once each sees what the one before left. */
  hold(id: string): Promise<ForecastHead | undefined>;
  /** Undefined when the given version is the stored one; else who changed it and when. */
  stale(head: ForecastHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: ForecastRequest): Promise<ShareFacts>;
  rowsOf(id: string): Promise<ForecastRows>;
  /** Puts names in the place of the identifiers in the texts. */
  readable(failures: Failures): Promise<Failures>;
  keep(forecast: ForecastToKeep, before: ForecastHead | undefined): Promise<void>;
  remove(head: ForecastHead): Promise<void>;
}
