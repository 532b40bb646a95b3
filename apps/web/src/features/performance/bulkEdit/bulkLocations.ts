import type { BulkPart } from '@carrara/contract/performance/investment/bulkDomains';

type Values = Readonly<Record<string, unknown>>;

/** A part of a row as stored, with the version that was read. Each reported figure has its own version. */
interface BulkPartState {
  readonly valueId?: string | null;
  readonly rowVersion?: number | null;
  readonly updatedBy?: string | null;
  readonly values: Values;
  readonly valueIds?: Readonly<Record<string, string | null>>;
}
/** A row of a domain, with the parts that the domain has. */
export type BulkRow = {
  readonly fundId: string | null;
  readonly investmentId: string | null;
  readonly id: string | null;
  readonly reportingDate: string;
  readonly name: string;
  readonly holderName: string | null;
  readonly currency: string | null;
  readonly isLocked: boolean;
  readonly isCompanyLocked?: boolean;
  readonly closed: readonly string[];
} & { readonly [P in BulkPart]?: BulkPartState };

/** A part of a row that is edited as a unit. A company is the same for all its holders, and an investor is the same for all its commitments. */
export interface BulkLocation {
  readonly key: string;
  readonly row: BulkRow;
  readonly state: BulkPartState;
}

const identity: Readonly<Record<BulkPart, (row: BulkRow) => string | null>> = {
  company: ({ investmentId }) => investmentId,
  holding: ({ investmentId, fundId }) => `${investmentId ?? ''} ${fundId ?? ''}`,
  investment: ({ investmentId }) => investmentId,
  vehicle: ({ fundId }) => fundId,
  investor: ({ id }) => id,
  // An investor without a commitment has no figures that could be reported.
  reported: ({ fundId, id }) => fundId && `${fundId} ${id ?? ''}`,
};

/** Returns the editable units of a part, without duplicates. */
export function bulkLocations(part: BulkPart, rows: readonly BulkRow[]): readonly BulkLocation[] {
  const locations = new Map<string, BulkLocation>();
  for (const row of rows) {
    const key = identity[part](row);
    const state = row[part];
    if (key && state && !locations.has(key)) locations.set(key, { key, row, state });
  }
  return [...locations.values()];
}
