import type { CellType } from './cellTypes.ts';
import { type FilledPlan, filledColumns } from './filledPlan.ts';
import { type PlanColumn, type SheetKey, planSheets, type SheetDefinition } from './sheets.ts';

const meanings: Readonly<Record<CellType, string>> = {
  code: 'a code, at most 50 characters',
  text: 'text, at most 200 characters',
  list: 'names, separated by semicolons',
  date: 'a date',
  yesNo: 'Yes or No',
  money: 'an amount, at most 2 decimals',
  signedMoney: 'an amount, at most 2 decimals, may be negative',
  millions: 'an amount in millions',
  percent: 'percent, 0 to 100 (12.5 is 12.5%)',
  shares: 'a number, at most 2 decimals',
  wholeNumber: 'a whole number',
};

interface PlanTemplateColumn {
  readonly title: string;
  readonly type: CellType;
  readonly hint: string;
  readonly width?: number | undefined;
  readonly allowedValues?: readonly string[] | undefined;
}

interface PlanTemplateSheet {
  readonly name: string;
  readonly columns: readonly PlanTemplateColumn[];
  /** The text of each filled cell; null for an empty one. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Returns the sheets of a carry plan with their columns and allowed values: empty, or with the rows of a filled plan. */
export function planTemplate(filled: FilledPlan = {}): readonly PlanTemplateSheet[] {
  const columnOf = ({ title, type, required, allowedValues: listedChoices, width }: PlanColumn): PlanTemplateColumn => {
    const choices = type === 'yesNo' ? ['Yes', 'No'] : listedChoices;
    const meaning = listedChoices ? `one of ${listedChoices.join(', ')}` : meanings[type];
    return { title, type, hint: required ? `${meaning}; required` : meaning, width, allowedValues: choices };
  };
  return (Object.entries(planSheets) as [SheetKey, SheetDefinition][]).map(([key, { name, columns, open }]) => {
    const rows = filled[key] ?? [];
    const names = filledColumns(rows, Object.keys(columns));
    const openTitles = open ? openColumns(rows, open) : [];
    return {
      name,
      columns: [
        ...names.flatMap((column) => (columns[column] ? [columnOf(columns[column])] : [])),
        ...(open ? openTitles.map((title) => columnOf({ title, type: open.type })) : []),
      ],
      rows: rows.map((row) => [...names, ...openTitles].map((column) => row[column] ?? null)),
    };
  });
}

/** Returns the columns that are named after their subject: those of the rows or, if there are none, examples. */
function openColumns(
  rows: FilledPlan[SheetKey] & object,
  open: NonNullable<SheetDefinition['open']>,
): readonly string[] {
  const titles = new Set(rows.flatMap((row) => Object.keys(row).filter((title) => title.endsWith(open.suffix))));
  return titles.size > 0 ? [...titles] : open.examples.map((about) => `${about}${open.suffix}`);
}
