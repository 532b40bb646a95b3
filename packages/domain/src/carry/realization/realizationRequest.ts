import type { SourceType } from '../run/index.ts';

/** A user's request for one source. Decimals are strings. */
export interface RealizationSourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use. If omitted, the source's default profile. */
  readonly profileId?: string | undefined;
  /** The date of its entries and of its allocation. If omitted, the date of the realization. */
  readonly realizationDate?: string | undefined;
  readonly carry: string;
  /** Amounts as the caller saw them. They must match the computed ones. */
  readonly details?:
    | readonly { readonly participantId: string; readonly via: readonly string[]; readonly carryAmount: string }[]
    | undefined;
}

/** The user's request in JSON form. It is stored with the realization, so that it can be allocated again with later records. */
export interface RealizationRequest {
  readonly realizationDate: string;
  readonly unallocatedAcknowledged: boolean;
  readonly sources: readonly RealizationSourceRequest[];
}

export const dateOfSource = (
  source: Pick<RealizationSourceRequest, 'realizationDate'>,
  { realizationDate }: Pick<RealizationRequest, 'realizationDate'>,
): string => source.realizationDate ?? realizationDate;
