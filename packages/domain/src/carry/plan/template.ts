import type { CellType } from './cellTypes.ts';
import { type PlanColumn, planSheets, type SheetDefinition } from './sheets.ts';

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

export interface PlanTemplateColumn {
  readonly title: string;
  readonly type: CellType;
  readonly hint: string;
  readonly width?: number | undefined;
  readonly allowedValues?: readonly string[] | undefined;
}

/** Returns the empty carry plan: every sheet with its columns and their allowed values. */
export function planTemplate(): readonly { readonly name: string; readonly columns: readonly PlanTemplateColumn[] }[] {
  const columnOf = ({ title, type, required, allowedValues: listedChoices, width }: PlanColumn): PlanTemplateColumn => {
    const choices = type === 'yesNo' ? ['Yes', 'No'] : listedChoices;
    const meaning = listedChoices ? `one of ${listedChoices.join(', ')}` : meanings[type];
    return { title, type, hint: required ? `${meaning}; required` : meaning, width, allowedValues: choices };
  };
  return Object.values<SheetDefinition>(planSheets).map(({ name, columns, open }) => ({
    name,
    columns: [
      ...Object.values(columns).map(columnOf),
      ...(open ? open.examples.map((about) => columnOf({ title: `${about}${open.suffix}`, type: open.type })) : []),
    ],
  }));
}
