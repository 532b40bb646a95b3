import { type Failures } from '@carrara/domain/kernel';
import type { Named, ReadRow, RowRefusal } from '@carrara/domain/platform/upload';
import type { Ledger } from '../ledger/index.ts';

export { type Counts, lookup, type Named, namedBy, type RowRefusal, textOf } from '@carrara/domain/platform/upload';

/** What a vehicle has, as a file names it. */
export interface KnownVehicle {
  readonly ledger: Omit<Ledger, 'commitments'> & { readonly commitments: readonly KnownCommitment[] };
  readonly holdings: readonly Named[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string; readonly name: string }[];
  readonly notices: readonly { readonly id: string; readonly number: number; readonly kind: string }[];
}
export interface KnownCommitment {
  readonly id: string;
  readonly investorId: string;
  readonly investorCode: string;
  readonly investorName: string;
  readonly isGp: boolean;
}

const fieldsOfPaths: Readonly<Record<string, string>> = {
  holdingId: 'investment',
  securityId: 'security',
  noticeId: 'notice',
  investorId: 'investor',
  shares: 'investor',
  key: 'allocationKey',
};

/** The failures of a rule at a row, each at the column that it is about. */
export const refusalsOf = (row: number, failures: Failures): RowRefusal[] =>
  failures.map(({ path: [first], detail }) => ({
    row,
    field: typeof first === 'string' ? (fieldsOfPaths[first] ?? first) : null,
    reason: detail,
  }));

export const flagOf = ({ values }: ReadRow, field: string): boolean => values[field] === 'true';
