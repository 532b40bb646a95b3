import type { SourceType } from '../run/index.ts';

/** What a person asks of one source; decimals as text. */
export interface RealizationSourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use; the source's default one when left out. */
  readonly profileId?: string | undefined;
  /** The day of its entries, and as of which it is shared out; that of the realization when left out. */
  readonly realizationDate?: string | undefined;
  readonly carry: string;
  /** Amounts as the caller saw them: they must be those that are computed. */
  readonly details?:
    | readonly { readonly participantId: string; readonly via: readonly string[]; readonly carryAmount: string }[]
    | undefined;
}

/** What a person asks to be accrued, JSON-ready: kept with the realization, so that it can be shared out again on the records as they are then. */
export interface RealizationRequest {
  readonly realizationDate: string;
  readonly unallocatedAcknowledged: boolean;
  readonly sources: readonly RealizationSourceRequest[];
}

export const dateOfSource = (
  source: Pick<RealizationSourceRequest, 'realizationDate'>,
  { realizationDate }: Pick<RealizationRequest, 'realizationDate'>,
): string => source.realizationDate ?? realizationDate;
