import { isTooMuchMoney, tooMuchMoney } from './moneyLimit.ts';

/** The reason why a typed number was rejected, displayed next to the field. */
export interface DecimalRefusal {
  readonly refused: string;
}

/** The unit of a field, as far as a sign next to a number can express it. */
export type TypedUnit = 'amount' | 'percentage' | 'multiple';
const unitOfSign = (sign: string): TypedUnit => (sign === '%' ? 'percentage' : sign === 'x' ? 'multiple' : 'amount');

/** A number with optional signs: in front, a sign and a currency; behind, a percent, multiple or currency sign and a trailing minus. */
const surrounded = /^([-−+]?)([$€£]?)([-−]?)([\d.,\s]*[\d.,])([%x$€£]?)([-−]?)$/;
const plain = /^\d*(?:\.\d*)?$/;
/** Groups of three digits before the decimal point, all separated by the same character: 1,234,567.89 or 1 234 567.89. */
const grouped = /^[1-9]\d{0,2}(?:([,\s])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
/** A number of 20 digits with separators is far shorter than this. */
const longest = 100;
const mostDigits = 20;

/**
 * Parses a number that was typed, pasted or written into a text cell. Accepts thousands groups, a currency, percent or multiple sign, a leading or
 * trailing minus (also the typographic one), and parentheses for a negative number. Empty text and a dash mean 'no value'.
 *
 * A comma or a space only groups thousands. If it can't (`1,5`, `0,500`, `12,34`), the number is rejected rather than guessed, because the comma may
 * be a decimal comma. Nothing is rounded: numbers with too many decimals are rejected.
 *
 * A sign that contradicts the unit of the field (`unit`) is rejected: `5%` in a field of amounts isn't 5.
 *
 * Units:  the digits as typed; `decimals` is the maximum number of decimals. For amounts, `tooMuchMoney` limits the digits before the point.
 * Fails:  with the reason as it follows the name of a field: 'is not a number', 'has more than 2 decimals', 'must be a whole number',
 *         'is too large', `tooMuchMoney`, 'can’t be negative', 'can’t have a percent sign'.
 */
export function parseDecimalText(
  typed: string,
  decimals: number,
  negative = true,
  unit?: TypedUnit,
): string | null | DecimalRefusal {
  const text = typed.trim();
  if (text === '' || text === '–' || text === '-') return null;
  if (text.length > longest) return { refused: 'is too large' };
  const inParentheses = text.startsWith('(') && text.endsWith(')');
  const parts = surrounded.exec((inParentheses ? text.slice(1, -1) : text).trim().replace(/\s*([-−+$€£%x])\s*/g, '$1'));
  const number = parts?.[4] ?? '';
  if (!/\d/.test(number)) return { refused: notANumber };
  if (!plain.test(number) && !grouped.test(number))
    return {
      refused: number.includes(',')
        ? 'is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)'
        : notANumber,
    };
  const other = [parts?.[2], parts?.[5]].find((sign) => sign && unit && unitOfSign(sign) !== unit);
  if (other) return { refused: `can’t have ${signNames[unitOfSign(other)]}` };
  const [whole = '', fraction = ''] = number.replace(/[,\s]/g, '').split('.');
  const storedFraction = fraction.replace(/0+$/, '');
  if (storedFraction.length > decimals)
    return { refused: decimals === 0 ? 'must be a whole number' : `has more than ${String(decimals)} decimals` };
  if (whole.replace(/^0+/, '').length > mostDigits) return { refused: 'is too large' };
  if (unit === 'amount' && isTooMuchMoney(whole)) return { refused: tooMuchMoney };
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${storedFraction ? `.${storedFraction}` : ''}`;
  const minus = /[-−]/.test(`${parts?.[1] ?? ''}${parts?.[3] ?? ''}${parts?.[6] ?? ''}`);
  const isNegative = (inParentheses || minus) && /[1-9]/.test(value);
  if (isNegative && !negative) return { refused: 'can’t be negative' };
  return isNegative ? `-${value}` : value;
}

/** Follows the name of a field. A reason about thousands and decimal signs begins with it. */
export const notANumber = 'is not a number';

const signNames: Readonly<Record<TypedUnit, string>> = {
  amount: 'a currency sign',
  percentage: 'a percent sign',
  multiple: 'the multiple sign x',
};

export function isRefusal(parsed: string | null | DecimalRefusal): parsed is DecimalRefusal {
  return typeof parsed === 'object' && parsed !== null;
}
