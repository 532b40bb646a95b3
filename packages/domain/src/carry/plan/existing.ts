import type { RunRequest } from '../run/index.ts';

/** A stored record, as its store reads it: camelCase, decimals as text, references as {id, …}. */
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

/** A stored distribution with what it was computed from. */
export interface ExistingDistribution extends ExistingRecord {
  readonly name: string;
  readonly description: string | null;
  readonly status: { readonly code: string; readonly description: string };
  readonly request: RunRequest;
  /** What the ids in the request stand for, as far as they are not among the other records. */
  readonly names: Readonly<Record<string, string>>;
}

/** The records that an import may change or point at, by kind. */
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
  readonly employee: readonly ExistingRecord[];
  readonly trust: readonly ExistingRecord[];
  readonly entity: readonly ExistingRecord[];
  readonly taxProfileAssignment: readonly ExistingRecord[];
  /** With entries; `isInUse` when a distribution uses it, so that a change makes the next version. */
  readonly allocationProfile: readonly ExistingRecord[];
  readonly distribution: readonly ExistingDistribution[];
}
export type RecordKind = Exclude<keyof ExistingRecords, 'references'>;
export type WriteKind = RecordKind | 'reference';

/** One record that the import makes or changes. Writes stand in an order in which each finds what it points at. */
export interface ImportWrite {
  readonly kind: WriteKind;
  readonly id: string;
  /** The state that was planned from; null for a new record. */
  readonly rowVersion: number | null;
  /** It is written as the next version of that record, which stays as it is. */
  readonly isNewVersion?: true;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What the import does to the records of one kind. */
export interface ImportEffect {
  readonly kind: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly newVersions: number;
}
