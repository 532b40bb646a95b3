import type { DateOrder, DecimalSign, Mapping } from './mapping.ts';
import type { SheetCell, UploadedSheet } from './sheet.ts';

type Row = UploadedSheet['rows'][number];
type Conventions = Partial<Pick<Mapping, 'firstRow' | 'dateOrder' | 'decimalSign'>>;

const isFilled = ({ text }: SheetCell): boolean => text.trim() !== '';
const isWord = ({ type, text }: SheetCell): boolean => type === 'text' && /\p{L}/u.test(text);

/** Returns the first text row that is at least half as wide as the widest row. Titles above a table are narrower. */
function headingRow(rows: readonly Row[]): number | undefined {
  const widths = rows.map(({ cells }) => cells.filter(isFilled).length);
  const widest = Math.max(0, ...widths);
  return rows.find(({ cells }, at) => {
    const filled = cells.filter(isFilled);
    return (widths[at] ?? 0) >= Math.max(2, widest / 2) && filled.every(isWord);
  })?.row;
}

/** Guesses the decimal sign. Three digits after a sign may be a thousands group, so only one or two digits count. */
function decimalSignOf(texts: readonly string[]): DecimalSign | undefined {
  const commas = texts.filter((text) => /^-?[\d.]*\d,\d{1,2}$/.test(text)).length;
  const points = texts.filter((text) => /^-?[\d,]*\d\.\d{1,2}$/.test(text)).length;
  if (commas === points) return undefined;
  return commas > points ? ',' : '.';
}

function dateOrderOf(texts: readonly string[]): DateOrder | undefined {
  const dates = texts.flatMap((text) => {
    const [, first = '', sign = '', second = ''] = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? [];
    return first === '' ? [] : [{ first, sign, second }];
  });
  if (dates.some(({ first }) => first.length === 4)) return 'YMD';
  const most = 12;
  if (dates.some(({ first }) => Number(first) > most)) return 'DMY';
  if (dates.some(({ second }) => Number(second) > most)) return 'MDY';
  return dates.some(({ sign }) => sign === '.') ? 'DMY' : undefined;
}

/** Guesses the conventions of a file from its first rows: heading row, date order and decimal sign. Undetectable ones are omitted. */
export function guessConventions({ rows }: Pick<UploadedSheet, 'rows'>): Conventions {
  const firstRow = headingRow(rows);
  const texts = rows
    .filter(({ row }) => firstRow !== undefined && row > firstRow)
    .flatMap(({ cells }) => cells.flatMap(({ type, text }) => (type === 'text' ? [text.trim()] : [])));
  const [dateOrder, decimalSign] = [dateOrderOf(texts), decimalSignOf(texts)];
  return {
    ...(firstRow === undefined ? {} : { firstRow }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(decimalSign === undefined ? {} : { decimalSign }),
  };
}
