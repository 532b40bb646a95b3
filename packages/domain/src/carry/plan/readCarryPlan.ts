import { decimal } from '../../kernel/index.ts';
import { type CellType, readCell } from './cellTypes.ts';
import type { RowError, SheetCell, UploadedSheet } from '../../platform/upload/index.ts';
import { type CarryPlan, type PlanColumn, planSheets, type SheetDefinition, type SheetKey } from './sheets.ts';

export interface ReadPlan {
  readonly plan: CarryPlan;
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
}

interface ReadRow {
  readonly row: number;
  faulty: boolean;
  readonly open: { name: string; value: string }[];
  [field: string]: unknown;
}
type ColumnUse =
  | { readonly field: string; readonly column: PlanColumn }
  | { readonly about: string; readonly title: string; readonly type: CellType };

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const keys = Object.keys(planSheets) as SheetKey[];

/** Maps column numbers to headings. Reports missing columns and headings it doesn't recognize. */
function readHeader(definition: SheetDefinition, header: UploadedSheet['rows'][number] | undefined, into: ReadPlan) {
  const errors = into.errors as RowError[];
  const columnUses = new Map<number, ColumnUse>();
  const { row = 1, cells = [] } = header ?? {};
  for (const { column, text } of cells) {
    const title = text.trim();
    const match = Object.entries(definition.columns).find(([, each]) => sameText(each.title, title));
    const { open } = definition;
    if (match) {
      if ([...columnUses.values()].some((use) => 'field' in use && use.field === match[0])) {
        errors.push({
          sheet: definition.name,
          row,
          column: title,
          reason: `the sheet has two columns '${title}'`,
        });
      }
      columnUses.set(column, { field: match[0], column: match[1] });
    } else if (open && title.toLowerCase().endsWith(open.suffix)) {
      columnUses.set(column, { about: title.slice(0, -open.suffix.length).trim(), title, type: open.type });
    } else {
      (into.notes as string[]).push(
        `Sheet '${definition.name}': the column '${title}' isn’t part of a carry plan and is ignored.`,
      );
    }
  }
  const found = new Set([...columnUses.values()].flatMap((use) => ('field' in use ? [use.field] : [])));
  for (const [field, column] of Object.entries(definition.columns)) {
    if (column.required && !found.has(field)) {
      errors.push({
        sheet: definition.name,
        row,
        column: column.title,
        reason: `the sheet has no column '${column.title}'`,
      });
    }
  }
  return columnUses;
}

function readRow(
  definition: SheetDefinition,
  columnUses: ReadonlyMap<number, ColumnUse>,
  { row, cells }: UploadedSheet['rows'][number],
  errors: RowError[],
): ReadRow {
  const before = errors.length;
  const refuse = (column: string, reason: string) => errors.push({ sheet: definition.name, row, column, reason });
  const read: ReadRow = { row, faulty: false, open: [] };
  const present = new Set([...columnUses.values()].flatMap((use) => ('field' in use ? [use.field] : [])));
  for (const field of present) read[field] = null;
  for (const cell of cells) {
    const use = columnUses.get(cell.column);
    if (!use || cell.text.trim() === '') continue;
    if ('about' in use) {
      const value = readCell(cell, use.type);
      if (value.isErr()) refuse(use.title, value.error);
      else read.open.push({ name: use.about, value: value.value });
      continue;
    }
    const { field, column } = use;
    const value = readCell(cell, column.type);
    if (value.isErr()) {
      refuse(column.title, value.error);
      // The cell is faulty rather than missing.
      read[field] = '';
      continue;
    }
    const choice = column.allowedValues?.find((each) => sameText(each, value.value));
    if (column.allowedValues && choice === undefined)
      refuse(column.title, `'${value.value}' isn’t one of ${column.allowedValues.join(', ')}`);
    read[field] = column.allowedValues ? (choice ?? '') : value.value;
  }
  for (const [field, column] of Object.entries(definition.columns)) {
    if (!column.required) continue;
    if (read[field] === null) refuse(column.title, 'is required');
    // The missing column is already reported once for all rows.
    if (read[field] === undefined) read.faulty = true;
    read[field] ??= '';
  }
  if (errors.length > before) read.faulty = true;
  return read;
}

const MOST_NAMED = 5;
const some = (cells: readonly SheetCell[]): string => {
  const named = cells.slice(0, MOST_NAMED).map(({ address }) => address);
  return cells.length > MOST_NAMED ? `${named.join(', ')} and ${cells.length - MOST_NAMED} more` : named.join(', ');
};

/** Returns notes about a percentage column that may be misread: mixed notations, or fractions throughout. */
function percentNotes(
  definition: SheetDefinition,
  columnUses: ReadonlyMap<number, ColumnUse>,
  rows: UploadedSheet['rows'],
): readonly string[] {
  return [...columnUses].flatMap(([at, use]) => {
    const type = 'about' in use ? definition.open?.type : use.column.type;
    if (type !== 'percent') return [];
    const where = `Sheet '${definition.name}', column '${'about' in use ? use.title : use.column.title}'`;
    const cells = rows.flatMap((row) => row.cells.filter(({ column, text }) => column === at && text.trim() !== ''));
    const [signed, plain] = [cells.filter(isWithSign), cells.filter((cell) => !isWithSign(cell))];
    if (signed.length > 0 && plain.length > 0) {
      return [
        `${where}: ${some(signed)} ${signed.length === 1 ? 'has' : 'have'} a percent sign and ${some(plain)} ${plain.length === 1 ? 'has' : 'have'} none. All are read as percent, so 12.5 is 12.5%.`,
      ];
    }
    const isFraction = ({ type: cellType, text }: SheetCell) => cellType === 'number' && decimal(text).lte(1);
    const [first, ...others] = plain;
    return first && others.length > 0 && plain.every(isFraction) && plain.some(({ text }) => decimal(text).gt(0))
      ? [`${where}: no value is above 1. The values are read as percent: ${first.text} is ${first.text}%.`]
      : [];
  });
}
const isWithSign = ({ isPercent, type, text }: SheetCell) =>
  isPercent === true || (type === 'text' && /%\s*$/.test(text));

/**
 * Reads the sheets of an uploaded carry plan into typed rows. Reports all errors together, each with sheet, row, column and reason. A row with an
 * error stays in the plan, marked as faulty, so that rows that refer to it don't become errors too.
 */
export function readCarryPlan(sheets: readonly UploadedSheet[]): ReadPlan {
  const into: ReadPlan = { plan: {} as CarryPlan, errors: [], notes: [] };
  const errors = into.errors as RowError[];
  const notes = into.notes as string[];
  for (const { name } of sheets) {
    const isPlanSheet = keys.some((key) => sameText(planSheets[key].name, name));
    if (!isPlanSheet) notes.push(`The sheet '${name}' isn’t part of a carry plan and is ignored.`);
  }
  const found = keys.filter((key) => sheets.some(({ name }) => sameText(planSheets[key].name, name)));
  if (found.length === 0) {
    errors.push({ sheet: '', row: null, column: null, reason: 'The workbook contains no carry plan sheet' });
  }
  const plan: Record<string, ReadRow[]> = {};
  for (const key of keys) {
    const definition: SheetDefinition = planSheets[key];
    const sheet = sheets.find(({ name }) => sameText(definition.name, name));
    plan[key] = [];
    const [header, ...rows] = sheet?.rows ?? [];
    if (!sheet || (!header && rows.length === 0)) continue;
    const columnUses = readHeader(definition, header, into);
    notes.push(...percentNotes(definition, columnUses, rows));
    for (const row of rows) {
      if (row.cells.every(({ text }) => text.trim() === '')) continue;
      plan[key].push(readRow(definition, columnUses, row, errors));
    }
  }
  // `readRow` reads each row by the definition of its sheet, from which the type of the plan comes.
  return { plan: plan as unknown as CarryPlan, errors, notes };
}
