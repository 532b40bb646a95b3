import type { WaterfallFlow } from '../waterfall/index.ts';

/** A flow with the entry that it comes from. */
export interface LiquidationFlow extends WaterfallFlow {
  readonly partner: string;
  readonly entryId: string;
}
