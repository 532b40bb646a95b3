import { decimal, err, ok, type Result } from '../../kernel/index.ts';
import { quotedCell, readDay, type SheetCell } from '../../platform/upload/index.ts';
import {
  isRefusal,
  isTooMuchMoney,
  parseDecimalText,
  tooMuchMoney,
  type TypedUnit,
} from '../../kernel/typedNumber/index.ts';

/** The type of a column's values. Values are returned as text, with decimals and dates in the product's format. */
export type CellType =
  | 'code'
  | 'text'
  | 'list'
  | 'date'
  | 'yesNo'
  | 'money'
  | 'signedMoney'
  | 'millions'
  | 'percent'
  | 'shares'
  | 'wholeNumber';

type Reading = Result<string, string>;

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;
const MOST_DIGITS = 20;

function number(cell: SheetCell, decimals: number, signed = false, unit?: TypedUnit): Reading {
  if (cell.isPercent) return err(`'${quotedCell(percentUnits(cell))}%' is a percentage. Enter a plain number`);
  if (cell.type === 'text') return typedNumber(cell, decimals, signed, unit);
  const match = cell.type === 'number' ? PLAIN.exec(cell.text.trim()) : null;
  if (!match) return err(`'${quotedCell(cell)}' is not a number`);
  const [, sign, whole = '', fraction = ''] = match;
  if (whole.length > MOST_DIGITS) return err(`has more than ${MOST_DIGITS} digits before the decimal point`);
  if (fraction.replace(/0+$/, '').length > decimals)
    return err(decimals === 0 ? 'must be a whole number' : `has more than ${decimals} decimals`);
  if (sign && !signed && !decimal(cell.text.trim()).isZero()) return err('is negative');
  return ok(decimal(cell.text.trim()).toFixed());
}

/** Reads a number that was typed into a text cell. */
function typedNumber(cell: SheetCell, decimals: number, signed: boolean, unit?: TypedUnit): Reading {
  const read = parseDecimalText(cell.text, decimals, signed, unit);
  if (read === null) return err(`'${quotedCell(cell)}' is not a number`);
  if (!isRefusal(read)) return ok(read);
  return err(/^is (not|an?) /.test(read.refused) ? `'${quotedCell(cell)}' ${read.refused}` : read.refused);
}

/** Converts percent-formatted cells to percent units: a cell that displays 20% stores 0.2. A percent sign in typed text needs no conversion. */
const percentUnits = ({ isPercent, ...cell }: SheetCell): SheetCell =>
  isPercent
    ? { ...cell, text: decimal(cell.text).times(100).toFixed() }
    : cell.type === 'text'
      ? { ...cell, text: cell.text.replace(/\s*%\s*$/, '') }
      : cell;
const percent = (cell: SheetCell): Reading =>
  number(percentUnits(cell), 10).andThen((text) =>
    decimal(text).greaterThan(100) ? err('must be at most 100') : ok(text),
  );

/** Reads a size in millions, as the plan gives it: 410 is 410,000,000.00. */
const millions = (cell: SheetCell): Reading =>
  number(cell, 8, false, 'amount').andThen((text) => amount(decimal(text).times(1_000_000).toFixed(2)));
const amount = (text: string): Reading => (isTooMuchMoney(text) ? err(tooMuchMoney) : ok(text));

const date = (cell: SheetCell): Reading => readDay(cell);

function yesNo(cell: SheetCell): Reading {
  const text = cell.text.trim().toLowerCase();
  if (['yes', 'y', 'true'].includes(text)) return ok('yes');
  return ['no', 'n', 'false'].includes(text) ? ok('no') : err(`'${quotedCell(cell)}' must be Yes or No`);
}

const ofLength =
  (most: number) =>
  (cell: SheetCell): Reading => {
    const text = cell.text.trim().replace(/[\r\n\t]+/g, ' ');
    return text.length > most ? err(`is longer than ${most} characters`) : ok(text);
  };

const readings: Readonly<Record<CellType, (cell: SheetCell) => Reading>> = {
  code: ofLength(50),
  text: ofLength(200),
  list: ofLength(4000),
  date,
  yesNo,
  money: (cell) => number(cell, 2, false, 'amount').andThen((text) => amount(decimal(text).toFixed(2))),
  signedMoney: (cell) => number(cell, 2, true, 'amount').andThen((text) => amount(decimal(text).toFixed(2))),
  millions,
  percent,
  shares: (cell) => number(cell, 2),
  wholeNumber: (cell) =>
    number(cell, 0).andThen((text) => (text.length > 6 ? err('must be at most 999,999') : ok(text))),
};

/** Reads a cell by the type of its column. Fails with a readable reason. */
export function readCell(cell: SheetCell, type: CellType): Reading {
  return cell.type === 'error' ? err(`has the error ${quotedCell(cell)}`) : readings[type](cell);
}
