import type { RunRequest } from '../run/index.ts';

/** A record as its store reads it: camelCase, decimals as text, references as {id, …}. */
export interface ExistingRecord {
  readonly id: string;
  readonly rowVersion: number;
  readonly [field: string]: unknown;
}
export interface ExistingReference {
  readonly id: string;
  readonly type: string;
  readonly code: string;
  readonly description: string;
}

/** A stored distribution with its inputs. */
export interface ExistingDistribution extends ExistingRecord {
  readonly name: string;
  readonly description: string | null;
  readonly status: { readonly code: string; readonly description: string };
  readonly request: RunRequest;
  /** Names of ids in the request that aren't among the other records. */
  readonly names: Readonly<Record<string, string>>;
}

/** The records that an import may change or refer to, by kind. */
export interface ExistingRecords {
  readonly references: readonly ExistingReference[];
  readonly fund: readonly ExistingRecord[];
  readonly coinvestment: readonly ExistingRecord[];
  readonly investment: readonly ExistingRecord[];
  readonly fundInvestment: readonly ExistingRecord[];
  readonly coinvestmentInvestment: readonly ExistingRecord[];
  readonly tranche: readonly ExistingRecord[];
  readonly vestingSchedule: readonly ExistingRecord[];
  readonly taxProfile: readonly ExistingRecord[];
  /** Each with its employment history as `employmentEvents`, and with `leavingDependents`. */
  readonly employee: readonly ExistingRecord[];
  readonly trust: readonly ExistingRecord[];
  readonly entity: readonly ExistingRecord[];
  readonly taxProfileAssignment: readonly ExistingRecord[];
  /** Includes the entries. `isInUse` is true if a distribution uses the profile, so that a change creates the next version. */
  readonly allocationProfile: readonly ExistingRecord[];
  readonly distribution: readonly ExistingDistribution[];
}
export type RecordKind = Exclude<keyof ExistingRecords, 'references'>;
export type WriteKind = RecordKind | 'reference';

/** A record that the import creates or changes. Writes are ordered so that each one comes after the records it refers to. */
export interface ImportWrite {
  readonly kind: WriteKind;
  readonly id: string;
  /** The version that the plan is based on; null for a new record. */
  readonly rowVersion: number | null;
  /** True if the write creates the next version of that record, which itself stays unchanged. */
  readonly isNewVersion?: true;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The effect of the import on the records of one kind. */
export interface ImportEffect {
  readonly kind: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly newVersions: number;
}
