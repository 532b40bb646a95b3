import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { draftsLike, sourceDrafts, headOfContent, type RunDraft, runOfContent } from './runDraft.ts';
import type { OfferedDraft } from './useDrafts.ts';

/** The initial state of the editor. */
export interface FormStart {
  readonly values: Readonly<Record<string, unknown>>;
  readonly run: RunDraft;
  /** The id of the draft to continue; undefined for a new one. */
  readonly draftId: string | undefined;
  /** True if the draft already contains unsaved input. */
  readonly isTyped: boolean;
}

const blank = { name: '', description: null, distributionDate: null, defaultEscrow: '0', defaultTerminatedEscrow: '0' };

/** Returns the initial state from the input of a stored run, or an empty one. */
export const initialFormStart = (loaded: Distribution | undefined, byBalance: boolean): FormStart => ({
  values: loaded ? { ...loaded } : blank,
  run: {
    sources: loaded ? sourceDrafts(loaded) : [],
    acknowledged: loaded?.unallocatedAcknowledged ?? false,
    byBalance: loaded?.investorBalanceBased ?? byBalance,
  },
  draftId: undefined,
  isTyped: false,
});

/** Starts a new run with the sources, profiles, characterizations and escrow of an earlier one. The amounts have to be entered. */
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
