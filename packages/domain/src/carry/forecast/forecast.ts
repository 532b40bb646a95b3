import type { ParticipantStatus } from '../escrow/index.ts';
import type { GrossRow, GrossTotal, HolderInput, Share } from '../run/index.ts';
import type { Decimal } from '../../kernel/index.ts';

/** One source; of gross and multiple the one that was edited last is given. */
export interface ForecastSourceInput {
  readonly id: string;
  readonly investedAmount: Decimal;
  readonly multiple?: Decimal;
  /** Typed by a person: it stays as it is and the multiple is for show. */
  readonly gross?: Decimal;
  readonly carryAdjustment?: Decimal;
  readonly allocations: readonly Share[];
}

export interface ForecastInput {
  readonly sources: readonly ForecastSourceInput[];
  /** With it, entities pass through to their members; without it everybody holds for himself. */
  readonly participants?: readonly ForecastHolder[];
  /** A scenario: by how much the multiple of every source is moved. */
  readonly step?: Decimal;
}

/** The status is kept for who reads it and changes no figure. */
export interface ForecastHolder extends HolderInput {
  readonly status?: ParticipantStatus;
}

export interface ForecastSourceResult {
  readonly id: string;
  readonly investedAmount: Decimal;
  /** null when nothing is invested and the gross was typed. */
  readonly multiple: Decimal | null;
  readonly gross: Decimal;
  readonly carryAdjustment: Decimal;
  readonly net: Decimal;
  readonly distributed: Decimal;
  readonly unallocated: Decimal;
  readonly details: readonly GrossRow[];
}

export interface ForecastParticipant extends GrossTotal {
  /** Of what all participants get; null when they get nothing. */
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
