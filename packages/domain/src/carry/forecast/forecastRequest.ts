import type { SourceType } from '../run/index.ts';

/** What a person expects of one source; decimals as text. */
export interface ForecastSourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use whichever is in force on the day; the one in force when left out. */
  readonly profileId?: string | undefined;
  readonly investedAmount: string;
  /** 1 when neither it nor the gross is given. */
  readonly multiple?: string | undefined;
  /** Given where it was typed last: it stays as it is, and the multiple follows. */
  readonly gross?: string | undefined;
  readonly carryAdjustment?: string | undefined;
}

/** What a person forecasts, JSON-ready: kept with the forecast, so that it can be shared out again on the records as they are then. */
export interface ForecastRequest {
  /** The day of the sale: as of it everything is shared out. */
  readonly distributionDate: string;
  readonly sources: readonly ForecastSourceRequest[];
}
