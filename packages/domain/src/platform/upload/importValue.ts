import {
  calendarDate,
  type CalendarDate,
  decimal,
  type Decimal,
  err,
  hundred,
  moneyText,
  numberText,
  ok,
  parseDate,
  type Result,
} from '../../kernel/index.ts';
import { dateOutOfBounds } from '../../kernel/dateBounds/index.ts';
import { normalizeName, unseenCharacter } from '../../kernel/plainText/index.ts';
import {
  isRefusal,
  isTooMuchMoney,
  parseDecimalText,
  tooMuchMoney,
  type TypedUnit,
} from '../../kernel/typedNumber/index.ts';
import type { ImportField } from './importField.ts';
import { type DateOrder, dateOrders, type Mapping, sameText } from './mapping.ts';
import { serialDate } from './serialDate.ts';
import { quotedCell, type SheetCell } from './sheet.ts';

/**
 * A value in the product's format: a date as YYYY-MM-DD, a number as a decimal, yes as 'true'. Also returns whether
 * rounding noise was removed.
 */
interface ImportValue {
  readonly text: string;
  readonly isRounded?: true;
}
type Read = Result<ImportValue, string>;

const value = (text: string): Read => ok({ text });

/** A ten-thousandth of a cent. Smaller remainders are floating-point noise. */
const NOISE = decimal('0.000001');

/** Reads a cell as the type of its column, by the conventions of a mapping. The reason for a failure is a sentence without its subject. */
export function readImportValue(cell: SheetCell, field: ImportField, mapping: Mapping): Read {
  if (cell.type === 'error') return err(`'${quotedCell(cell)}' is a spreadsheet error`);
  switch (field.kind) {
    case 'text':
      return textOf(cell.text.trim(), field.max ?? USUAL_LENGTH);
    case 'choice':
      return choiceOf(cell, field);
    case 'date':
      return dateOf(cell, mapping.dateOrder);
    case 'flag':
      return flagOf(cell);
    case 'number':
      return (field.unit === 'percentage' ? rateOf(cell, mapping) : numberOf(cell, mapping, field.unit)).map(
        (read) => ({
          text: numberText(read.toDecimalPlaces(NUMBER_DECIMALS)),
        }),
      );
    case 'money':
      return numberOf(cell, mapping).andThen((read) => moneyOf(read.times(mapping.unit), cell));
  }
}

const USUAL_LENGTH = 400;
function textOf(text: string, max: number): Read {
  const isName = max <= USUAL_LENGTH;
  const unseen = unseenCharacter(text, { inLines: true, isName });
  if (unseen !== undefined) return err(unseen);
  return text.length > max
    ? err(`is longer than ${max.toLocaleString('en')} characters`)
    : value(isName ? normalizeName(text) : text.normalize('NFC'));
}

const empty = {};
function choiceOf(cell: SheetCell, { choices = empty, title }: ImportField): Read {
  const found = codesOf(choices).get(sameText(cell.text));
  return found === undefined ? err(`'${quotedCell(cell)}' isn’t a valid ${title.toLowerCase()}`) : value(found);
}

/** The code of each text of a list, cached because every row needs it. */
const codesByText = new WeakMap<object, ReadonlyMap<string, string>>();
function codesOf(choices: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const choiceCodes = codesByText.get(choices);
  if (choiceCodes !== undefined) return choiceCodes;
  const entries = Object.entries(choices);
  // A code takes precedence over the label of another one.
  const codes = new Map([
    ...entries.map(([code, label]) => [sameText(label), code] as const),
    ...entries.map(([code]) => [sameText(code), code] as const),
  ]);
  codesByText.set(choices, codes);
  return codes;
}

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x']);
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', '-', '']);

function flagOf(cell: SheetCell): Read {
  const text = sameText(cell.text);
  if (yes.has(text)) return value('true');
  return no.has(text) ? value('false') : err(`'${quotedCell(cell)}' is neither yes nor no`);
}

/** The stored decimals of a number. Spreadsheets write 16 digits of any quotient, but importing the same file again must give the same value. */
const NUMBER_DECIMALS = 10;

/** Parses digits with their signs, rejecting ambiguous decimal signs. */
function numberOf(cell: SheetCell, { decimalSign }: Mapping, unit: TypedUnit = 'amount'): Result<Decimal, string> {
  const isText = cell.type === 'text';
  if (cell.type === 'date') return err(`'${quotedCell(cell)}' is a date. Enter an amount`);
  if (!isText && cell.type !== 'number') return err(`'${quotedCell(cell)}' is not a number`);
  // A number cell of a workbook uses a decimal point, regardless of the display format.
  const typed = isText && decimalSign === ',' ? swapped(cell.text) : cell.text;
  const read = parseDecimalText(typed, MOST_DECIMALS, true, unit);
  if (read !== null && !isRefusal(read)) return ok(decimal(read));
  if (read === null) return err('is empty');
  const swappedSign = decimalSign === '.' ? swapped(cell.text) : cell.text;
  const other = isText ? parseDecimalText(swappedSign, MOST_DECIMALS, true, unit) : null;
  if (other !== null && !isRefusal(other)) {
    const sign = (separator: string) =>
      separator === '.' ? 'a decimal point (1,234.56)' : 'a decimal comma (1.234,56)';
    const otherSign = decimalSign === '.' ? ',' : '.';
    return err(
      `'${quotedCell(cell)}' is written with ${sign(otherSign)}, but the file is read with ${sign(decimalSign)}`,
    );
  }
  return err(`'${quotedCell(cell)}' ${read.refused.replace(/: a comma.*/, '')}`);
}

/** Reads a rate in percent. With a percent sign, it is already in percent rather than a fraction. */
function rateOf(cell: SheetCell, mapping: Mapping): Result<Decimal, string> {
  if (mapping.rate === 'PERCENT') return numberOf(cell, mapping, 'percentage');
  return cell.type === 'text' && cell.text.includes('%')
    ? err(`'${quotedCell(cell)}' is in percent, but the file is read with fractions (0.134 is 13.4%)`)
    : numberOf(cell, mapping).map((read) => read.times(hundred));
}

const MOST_DECIMALS = 20;
const swapped = (text: string): string => text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

/** Reads an amount. Units: whole cents. A remainder of at most a ten-thousandth of a cent is rounded, and reported. */
function moneyOf(amount: Decimal, cell: SheetCell): Read {
  const rounded = amount.toDecimalPlaces(2);
  const off = amount.minus(rounded).abs();
  const text = moneyText(rounded);
  // The unit of the file may have enlarged the amount beyond the limit.
  if (isTooMuchMoney(text)) return err(`'${quotedCell(cell)}' ${tooMuchMoney}`);
  if (off.isZero()) return ok({ text });
  if (off.lte(NOISE)) return ok({ text, isRounded: true });
  return err(`'${quotedCell(cell)}' has more than 2 decimals`);
}

/** Reads a date of a file without a mapping: YYYY-MM-DD or month/day/year. Fails: with a reason about the cell. */
export const readDay = (cell: SheetCell): Result<CalendarDate, string> =>
  dateOf(cell, 'MDY').map(({ text }) => calendarDate(text));

const noDate = (cell: SheetCell, order: DateOrder): Read =>
  err(`'${quotedCell(cell)}' is not a date. The file is read as ${dateOrders[order]} (or YYYY-MM-DD)`);

function dateOf(cell: SheetCell, order: DateOrder): Read {
  const text = cell.text.trim();
  if (cell.type === 'date') return realDay(text, cell);
  const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (parts) return partsOf(parts, cell, order);
  if (/^\d{1,5}(\.0*)?$/.test(text)) return serialOf(Number(text), cell, order);
  return noDate(cell, order);
}

function partsOf([, first = '', second = '', third = '']: RegExpExecArray, cell: SheetCell, order: DateOrder): Read {
  if (first.length === 4) return realDay(isoOf(first, second, third), cell);
  if (third.length !== 4) return err(`'${quotedCell(cell)}' has no four-digit year`);
  if (order === 'SERIAL' || order === 'YMD')
    return err(`'${quotedCell(cell)}' is a date, but the file is read with ${dateOrders[order]}`);
  const [month, day] = order === 'MDY' ? [first, second] : [second, first];
  const suggestion = realDay(isoOf(third, month, day), cell);
  if (suggestion.isOk() || realDay(isoOf(third, day, month), cell).isErr()) return suggestion;
  const other = dateOrders[order === 'MDY' ? 'DMY' : 'MDY'];
  return err(`'${quotedCell(cell)}' is a date as ${other}, but the file is read as ${dateOrders[order]}`);
}

function serialOf(serial: number, cell: SheetCell, order: DateOrder): Read {
  const day = serialDate(serial, false);
  if (day === undefined || dateOutOfBounds(day) !== undefined) return noDate(cell, order);
  if (order === 'SERIAL') return value(day);
  const text = `'${quotedCell(cell)}' may be an Excel serial number, but the file is read as ${dateOrders[order]}`;
  return err(text);
}

const isoOf = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function realDay(text: string, cell: SheetCell): Read {
  const read = parseDate(text, []);
  if (read.isErr()) return err(`'${quotedCell(cell)}' isn’t a calendar date`);
  const problem = dateOutOfBounds(read.value);
  return problem === undefined ? value(read.value) : err(`'${quotedCell(cell)}' ${problem}`);
}
