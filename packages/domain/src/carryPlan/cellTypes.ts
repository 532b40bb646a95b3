import { decimal, err, ok, parseDate, type Result } from '../kernel/index.ts';

/** A cell of an uploaded sheet: dates as YYYY-MM-DD, numbers as the decimal that the spreadsheet shows. */
export interface PlanCell {
  /** From 1. */
  readonly column: number;
  readonly type: 'text' | 'number' | 'date' | 'boolean' | 'error';
  readonly text: string;
}

/** What a column holds; the value that is read is text, with decimals and dates in the product's spelling. */
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

function number(cell: PlanCell, places: number, signed = false): Reading {
  const match = cell.type === 'text' || cell.type === 'number' ? PLAIN.exec(cell.text.trim()) : null;
  if (!match) return err(`'${shown(cell)}' is not a number`);
  const [, sign, whole = '', fraction = ''] = match;
  if (whole.length > MOST_DIGITS) return err(`has more than ${MOST_DIGITS} digits before the decimal point`);
  if (fraction.replace(/0+$/, '').length > places)
    return err(places === 0 ? 'is not a whole number' : `has more than ${places} decimals`);
  if (sign && !signed && !decimal(cell.text.trim()).isZero()) return err('is negative');
  return ok(decimal(cell.text.trim()).toFixed());
}

const percent = (cell: PlanCell): Reading =>
  number(cell, 10).andThen((text) => (decimal(text).greaterThan(100) ? err('is more than 100') : ok(text)));

/** 410 is 410,000,000.00: the plan gives sizes in millions. */
const millions = (cell: PlanCell): Reading => number(cell, 8).map((text) => decimal(text).times(1_000_000).toFixed(2));

function date(cell: PlanCell): Reading {
  if (cell.type === 'date' || cell.type === 'text') {
    const read = parseDate(cell.text.trim(), []);
    if (read.isOk() && read.value >= '1900') return ok(read.value);
  }
  return err(`'${shown(cell)}' is not a date`);
}

function yesNo(cell: PlanCell): Reading {
  const word = cell.text.trim().toLowerCase();
  if (['yes', 'y', 'true'].includes(word)) return ok('yes');
  return ['no', 'n', 'false'].includes(word) ? ok('no') : err(`'${shown(cell)}' is neither Yes nor No`);
}

const words =
  (most: number) =>
  (cell: PlanCell): Reading => {
    const text = cell.text.trim().replace(/[\r\n\t]+/g, ' ');
    return text.length > most ? err(`is longer than ${most} characters`) : ok(text);
  };

const shown = (cell: PlanCell): string => (cell.text.length > 40 ? `${cell.text.slice(0, 40)}…` : cell.text);

const readings: Readonly<Record<CellType, (cell: PlanCell) => Reading>> = {
  code: words(50),
  text: words(200),
  list: words(4000),
  date,
  yesNo,
  money: (cell) => number(cell, 2).map((text) => decimal(text).toFixed(2)),
  signedMoney: (cell) => number(cell, 2, true).map((text) => decimal(text).toFixed(2)),
  millions,
  percent,
  shares: (cell) => number(cell, 2),
  wholeNumber: (cell) =>
    number(cell, 0).andThen((text) => (text.length > 6 ? err('is larger than 999,999') : ok(text))),
};

/** Reads a cell as its column wants it. Fails with the reason, as a person reads it. */
export function readCell(cell: PlanCell, type: CellType): Reading {
  return cell.type === 'error' ? err(`holds the error ${shown(cell)}`) : readings[type](cell);
}
