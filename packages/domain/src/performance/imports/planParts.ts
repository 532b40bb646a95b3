import { type CalendarDate, type Failures, pairByKey, type Path } from '@carrara/domain/kernel';
import type { NamedRecord, ReadRow, RowRefusal } from '@carrara/domain/platform/upload';
import type { DueNotice, Ledger, Valuation } from '../ledger/index.ts';
import type { ReportedFacts } from '../period/index.ts';

export {
  type Counts,
  lookup,
  type NamedRecord,
  findNamedRecord,
  requiredText,
  type RowRefusal,
  textValue,
} from '@carrara/domain/platform/upload';

/** The data of a vehicle that a file can refer to by name. */
export interface ExistingVehicle {
  readonly ledger: Omit<Ledger, 'commitments'> &
    Omit<ReportedFacts, 'commitments'> & {
      readonly commitments: readonly ExistingCommitment[];
      /** The values of its securities. Absent if no sale is imported. */
      readonly valuations?: readonly Valuation[];
    };
  readonly holdings: readonly NamedRecord[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string; readonly name: string }[];
  readonly notices: readonly DueNotice[];
  /** The days of distributions that the carry terms split. Absent if no entries are imported. */
  readonly distributions?: readonly CalendarDate[];
}
export interface ExistingCommitment {
  readonly id: string;
  readonly investorId: string;
  readonly investorCode: string;
  readonly investorName: string;
  readonly isGp: boolean;
}

/** A row that can be imported but is probably wrong. */
export interface RowWarning {
  readonly row: number;
  readonly text: string;
}

/** A field of a record that a row changes, before and after. Amounts and dates are in stored form. */
export interface ChangedField {
  readonly record: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isNumber?: true;
}
export interface DisplayedField {
  readonly title: string;
  readonly text: string | null;
  readonly isNumber?: true;
}

/** Returns the fields that differ between two states of a record. */
export function changedFields(
  record: string,
  before: readonly DisplayedField[],
  after: readonly DisplayedField[],
): readonly ChangedField[] {
  const byTitle = (fields: readonly DisplayedField[]) => new Map(fields.map((field) => [field.title, field]));
  return pairByKey(byTitle(before), byTitle(after)).flatMap(({ before: was, after: is, latest }) => {
    const { title, isNumber } = latest;
    const [old, now] = [was?.text ?? null, is?.text ?? null];
    return old === now ? [] : [{ record, field: title, before: old, after: now, ...(isNumber && { isNumber }) }];
  });
}

/** Returns a function that is true for rows without a refusal. */
export function isRowAccepted(refusals: readonly RowRefusal[]): (row: number) => boolean {
  const refused = new Set(refusals.map(({ row }) => row));
  return (row) => !refused.has(row);
}

const fieldsOfPaths: Readonly<Record<string, string>> = {
  effectiveDate: 'date',
  holdingId: 'investment',
  securityId: 'security',
  noticeId: 'notice',
  investorId: 'investor',
  shares: 'investor',
  key: 'allocationKey',
};

/** Converts the failures of a row to refusals, each with its column. */
export const rowRefusals = (row: number, failures: Failures): RowRefusal[] =>
  failures.map(({ path, detail }) => ({ row, field: fieldOf(path), reason: detail }));

function fieldOf([first, , ofShare]: Path): string | null {
  if (first === 'shares' && ofShare === 'unfunded') return ofShare;
  return typeof first === 'string' ? (fieldsOfPaths[first] ?? first) : null;
}

export const isFlagSet = ({ values }: ReadRow, field: string): boolean => values[field] === 'true';
