import type { ImportFields, ImportKind } from '@carrara/domain/platform/upload';

const formats: Partial<Record<ImportKind, string>> = { date: 'mm/dd/yyyy', money: '#,##0.00', number: '0.0000' };
/** Maximum length of a list of choices. Longer ones don't help in a cell, and Excel doesn't accept them. */
const longestList = 240;

/** Creates the empty workbook of a table. */
export const tableTemplate = (name: string, fields: ImportFields): Promise<Buffer> =>
  sheetsTemplate({ [name]: fields });

/** Creates an empty workbook: its sheets with their columns, and hints on valid values. */
export async function sheetsTemplate(sheets: Readonly<Record<string, ImportFields>>): Promise<Buffer> {
  const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
  return templateWorkbook(Object.entries(sheets).map(([name, fields]) => ({ name, columns: columnsOf(fields) })));
}

const columnsOf = (fields: ImportFields) =>
  Object.values(fields).map(({ title, hint, kind, choices }) => {
    const examples = kind === 'flag' ? ['yes', 'no'] : Object.values(choices ?? {});
    const isShort =
      examples.length > 0 && examples.join(',').length <= longestList && !examples.some((example) => /,/.test(example));
    return { title, hint, format: formats[kind], allowedValues: isShort ? examples : undefined };
  });
