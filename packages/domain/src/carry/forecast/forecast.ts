import type { ParticipantStatus } from '../escrow/index.ts';
import type { GrossRow, GrossTotal, HolderInput, Share } from '../run/index.ts';
import type { Decimal } from '../../kernel/index.ts';

/** One source. Only the value that was edited last, gross or multiple, is present. */
export interface ForecastSourceInput {
  readonly id: string;
  readonly investedAmount: Decimal;
  readonly multiple?: Decimal;
  /** The gross that was typed. It stays unchanged, and the multiple is for display only. */
  readonly gross?: Decimal;
  readonly carryAdjustment?: Decimal;
  readonly allocations: readonly Share[];
}

export interface ForecastInput {
  readonly sources: readonly ForecastSourceInput[];
  /** If present, entities pass their share through to their members. If omitted, all holders keep their own share. */
  readonly participants?: readonly ForecastHolder[];
  /** For a scenario, the amount added to every source's multiple. */
  readonly step?: Decimal;
}

/** The status is stored for readers and doesn't affect any figure. */
interface ForecastHolder extends HolderInput {
  readonly status?: ParticipantStatus;
}

export interface ForecastSourceResult {
  readonly id: string;
  readonly investedAmount: Decimal;
  /** Null if nothing is invested and the gross was typed. */
  readonly multiple: Decimal | null;
  readonly gross: Decimal;
  readonly carryAdjustment: Decimal;
  readonly net: Decimal;
  readonly distributed: Decimal;
  readonly unallocated: Decimal;
  readonly details: readonly GrossRow[];
}

export interface ForecastParticipant extends GrossTotal {
  /** Percentage of the total of all participants; null if that total is zero. */
  readonly carryPercent: Decimal | null;
}

export interface ForecastResult {
  readonly sources: readonly ForecastSourceResult[];
  readonly participants: readonly ForecastParticipant[];
  readonly entities: readonly ForecastParticipant[];
  readonly totals: {
    readonly gross: Decimal;
    readonly carryAdjustment: Decimal;
    readonly net: Decimal;
    readonly distributed: Decimal;
    readonly unallocated: Decimal;
  };
}
