import type { SourceType } from '../run/index.ts';

/** A user's expectation for one source. Decimals are strings. */
export interface ForecastSourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use, even if another is in force on the date. If omitted, the one in force. */
  readonly profileId?: string | undefined;
  readonly investedAmount: string;
  /** Defaults to 1 if the gross is omitted too. */
  readonly multiple?: string | undefined;
  /** Present if it was typed last. It stays unchanged, and the multiple is derived. */
  readonly gross?: string | undefined;
  readonly carryAdjustment?: string | undefined;
}

/** The user's request in JSON form. It is stored with the forecast, so that it can be allocated again with later records. */
export interface ForecastRequest {
  /** The date of the sale. Everything is allocated as of this date. */
  readonly distributionDate: string;
  readonly sources: readonly ForecastSourceRequest[];
}
