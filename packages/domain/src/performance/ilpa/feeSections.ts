import { type AccountColumn, templateRow, templateRowNumbers } from '../capitalAccount/index.ts';
import type { Decimal } from '../../kernel/index.ts';

/** The sections of the Reporting Template that report fees, with their first and last row. */
const feeSections = [
  { code: 'MANAGEMENT_FEES', name: 'Management fees', rows: [21, 25] },
  { code: 'ADVISER_EXPENSES', name: 'Expenses paid to the adviser or related persons', rows: [27, 34] },
  { code: 'PARTNERSHIP_EXPENSES', name: 'Partnership expenses', rows: [36, 62] },
  { code: 'OFFSETS', name: 'Offsets', rows: [64, 81] },
  { code: 'TOTALS', name: 'Total fees and expenses', rows: [82, 85] },
  { code: 'CARRIED_INTEREST', name: 'Carried interest', rows: [96, 103] },
  { code: 'PORTFOLIO_FEES', name: 'Received from portfolio companies', rows: [119, 131] },
] as const;

interface FeeProperty {
  readonly row: number;
  readonly label: string;
  readonly isTotal: boolean;
}

export interface FeeSection {
  readonly code: string;
  readonly name: string;
  readonly properties: readonly FeeProperty[];
}

/** Each section with its rows, without headings. */
export const feeProperties: readonly FeeSection[] = feeSections.map(({ code, name, rows: [from, to] }) => ({
  code,
  name,
  properties: templateRowNumbers.flatMap((row): readonly FeeProperty[] => {
    const rule = templateRow(row);
    if (rule === undefined || rule.heading === true || row < from || row > to) return [];
    return [{ row, label: rule.label, isTotal: rule.formula !== undefined }];
  }),
}));

/** Returns a column's amount in a fee row. */
export const feeAmount = (column: AccountColumn, row: number): Decimal | null => column.get(row) ?? null;
