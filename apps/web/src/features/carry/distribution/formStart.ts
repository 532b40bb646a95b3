import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { draftsLike, draftsOf, headOfContent, type RunDraft, runOfContent } from './runDraft.ts';
import type { OfferedDraft } from './useDrafts.ts';

/** What the editor opens with. */
export interface FormStart {
  readonly values: Readonly<Record<string, unknown>>;
  readonly run: RunDraft;
  /** The draft that is gone on with; a new one otherwise. */
  readonly draftId: string | undefined;
  /** There is something in it already that was never saved. */
  readonly isTyped: boolean;
}

const blank = { name: '', description: null, distributionDate: null, defaultEscrow: '0', defaultTerminatedEscrow: '0' };

/** A stored run as it was typed, or nothing yet. */
export const startOf = (seen: Distribution | undefined, byBalance: boolean): FormStart => ({
  values: seen ? { ...seen } : blank,
  run: {
    sources: seen ? draftsOf(seen) : [],
    acknowledged: seen?.unallocatedAcknowledged ?? false,
    byBalance: seen?.investorBalanceBased ?? byBalance,
  },
  draftId: undefined,
  isTyped: false,
});

/** A new run with the sources, profiles, characterizations and escrow of an earlier one; its amounts are to be typed. */
export const startLike = (earlier: Distribution, byBalance: boolean): FormStart => ({
  values: {
    ...blank,
    defaultEscrow: earlier.defaultEscrow,
    defaultTerminatedEscrow: earlier.defaultTerminatedEscrow,
  },
  run: { sources: draftsLike(earlier), acknowledged: false, byBalance: byBalance && earlier.investorBalanceBased },
  draftId: undefined,
  isTyped: false,
});

export const startFromDraft = ({ id, content }: OfferedDraft): FormStart => ({
  values: { ...blank, ...headOfContent(content) },
  run: runOfContent(content),
  draftId: id,
  isTyped: true,
});
