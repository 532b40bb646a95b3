import type { ExplanationTree } from '../../kernel/index.ts';
import type { StoredLedgerRun, LedgerLine } from '../ledgerRun/index.ts';
import type { AccrualRows, StoredRealization } from '../realization/index.ts';
import type { StoredInputs, RunRows } from '../run/index.ts';

/** Identifies the format of a pack. Increase it when a reader of the previous format could misread a pack. */
export const EVIDENCE_FORMAT = 'carrara-evidence-1';

/** The kinds of runs that have a pack, each with its stored data. `verifiers` recomputes them. */
interface Kinds {
  readonly distribution: { readonly inputs: StoredInputs; readonly figures: RunRows };
  readonly realization: { readonly inputs: StoredRealization; readonly figures: AccrualRows };
  readonly ledgerRun: { readonly inputs: StoredLedgerRun; readonly figures: readonly LedgerLine[] };
}
export type EvidenceKind = keyof Kinds;

/** The inputs of a run, the engine version that computed it, and its stored figures. */
export interface ComputedRun<K extends EvidenceKind = EvidenceKind> {
  readonly engineVersion: string;
  readonly inputs: Kinds[K]['inputs'];
  readonly figures: Kinds[K]['figures'];
}

/** A tax rate that a run applied to somebody's carry. The rate of a whole profile has no characterization. */
export interface UsedRate {
  readonly taxProfileId: string;
  readonly characterizationId: string | null;
  readonly rate: string;
}

/** Everything needed to recompute a run without the system, and the decisions about it. Decimals are strings. */
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
    /** The number of times it was stored. */
    readonly rowVersion: number;
  };
  readonly computed: ComputedRun<K>;
  /** For a reversal, the run that it reverses figure by figure. */
  readonly undone: (ComputedRun<K> & { readonly id: string; readonly name: string }) | null;
  readonly rates: readonly UsedRate[];
  /** The allocation profiles that were used, in the versions of that time. */
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
  /** The audit log entries about the run, each with its link in the chain. */
  readonly auditLog: readonly {
    readonly entry: number;
    readonly action: string;
    readonly person: string;
    readonly at: string;
    readonly reason: string | null;
    readonly hash: string;
  }[];
  /** The names of sources, people, taxes and kinds of income by id. */
  readonly names: Readonly<Record<string, string>>;
  /** The derivation of the total, by source. Null for a ledger run, whose total is a plain sum of its rows. */
  readonly explanation: ExplanationTree | null;
}
