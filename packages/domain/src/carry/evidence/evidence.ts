import type { ExplanationTree } from '../../kernel/index.ts';
import type { KeptLedgerRun, LedgerLine } from '../ledgerRun/index.ts';
import type { AccrualRows, KeptRealization } from '../realization/index.ts';
import type { KeptInputs, RunRows } from '../run/index.ts';

/** Names the shape of a pack; raised when a reader of the one before could misread it. */
export const EVIDENCE_FORMAT = 'carrara-evidence-1';

/** The runs that have a pack, each with what it keeps and how it is computed again (`verifiers`). */
interface Kinds {
  readonly distribution: { readonly inputs: KeptInputs; readonly figures: RunRows };
  readonly realization: { readonly inputs: KeptRealization; readonly figures: AccrualRows };
  readonly ledgerRun: { readonly inputs: KeptLedgerRun; readonly figures: readonly LedgerLine[] };
}
export type EvidenceKind = keyof Kinds;

/** What a run was computed from, by which engine, and what is stored of it. */
export interface ComputedRun<K extends EvidenceKind = EvidenceKind> {
  readonly engineVersion: string;
  readonly inputs: Kinds[K]['inputs'];
  readonly figures: Kinds[K]['figures'];
}

/** A rate that a run took of somebody's carry; of a whole profile it has no characterization. */
export interface UsedRate {
  readonly taxProfileId: string;
  readonly characterizationId: string | null;
  readonly rate: string;
}

/** Everything that is needed to compute a run again without the system, and what was decided about it. Decimals are texts. */
export interface Evidence<K extends EvidenceKind = EvidenceKind> {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly firm: { readonly id: string; readonly name: string };
  readonly run: {
    readonly kind: K;
    readonly id: string;
    readonly name: string;
    readonly date: string;
    readonly status: string;
    readonly currency: string | null;
    /** How often it was stored. */
    readonly rowVersion: number;
  };
  readonly computed: ComputedRun<K>;
  /** Of a reversal: what it undoes, figure by figure. */
  readonly undone: (ComputedRun<K> & { readonly id: string; readonly name: string }) | null;
  readonly rates: readonly UsedRate[];
  /** The allocation profiles that were used, in the versions they had. */
  readonly profiles: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly effectiveDate: string | null;
  }[];
  readonly approvals: readonly {
    readonly person: string;
    readonly decision: string | null;
    readonly comment: string | null;
    readonly at: string | null;
  }[];
  /** The entries of the audit trail about the run, each with its link in the chain. */
  readonly trail: readonly {
    readonly entry: number;
    readonly deed: string;
    readonly person: string;
    readonly at: string;
    readonly reason: string | null;
    readonly hash: string;
  }[];
  /** What the ids of sources, people, taxes and kinds of income stand for. */
  readonly names: Readonly<Record<string, string>>;
  /** How the whole comes about, source by source; null of a run of the ledger, which has a sum of its rows and no formula above them. */
  readonly explanation: ExplanationTree | null;
}
