import { isTooMuchMoney, tooMuchMoney } from './moneyLimit.ts';

/** Why a typed number was refused, in the words shown beside the field. */
export interface DecimalRefusal {
  readonly refused: string;
}

/** What a field holds, of the things that a sign beside a number can say. */
export type TypedUnit = 'amount' | 'percentage' | 'multiple';
const unitOfSign = (sign: string): TypedUnit => (sign === '%' ? 'percentage' : sign === 'x' ? 'multiple' : 'amount');

/** What can stand around a number: a sign, a currency in front; behind it a percent or multiple sign, a currency, a trailing minus. */
const surrounded = /^([-−+]?)([$€£]?)([-−]?)([\d.,\s]*[\d.,])([%x$€£]?)([-−]?)$/;
const plain = /^\d*(?:\.\d*)?$/;
/** Groups of three, all set apart by the same sign, before the point: 1,234,567.89 or 1 234 567.89. */
const grouped = /^[1-9]\d{0,2}(?:([,\s])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
/** A number of 20 digits with its separators is far shorter. */
const longest = 100;
const mostDigits = 20;

/**
 * Reads a number as a person types, pastes or writes it into a cell of text: with thousands groups, a currency, percent or multiple
 * sign, a leading or trailing minus (also the typographic one), parentheses for a negative. Empty text and a dash mean 'no value'.
 *
 * A comma or a space groups thousands and nothing else. Where it cannot (`1,5`, `0,500`, `12,34`) the number is refused: it may have been
 * meant as a decimal comma, and neither reading is taken for granted. Nothing is rounded: more decimals than are kept are refused.
 *
 * A sign that says something else than what the field holds (`unit`) is refused: `5%` in a field of amounts is no 5.
 *
 * Units:  the digits as typed; `decimals` the most that are kept after the point. What an amount may have before it: `tooMuchMoney`.
 * Fails:  with the reason as it follows the name of a field: 'is not a number', 'has more than 2 decimals', 'must be a whole number',
 *         'is too large', `tooMuchMoney`, 'must not be negative', 'is an amount, and a percentage was typed'.
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
  if (!/\d/.test(number)) return { refused: 'is not a number' };
  if (!plain.test(number) && !grouped.test(number))
    return {
      refused: number.includes(',')
        ? 'is not a number: a comma groups thousands (1,234), decimals follow a point (1.5)'
        : 'is not a number',
    };
  const other = [parts?.[2], parts?.[5]].find((sign) => sign && unit && unitOfSign(sign) !== unit);
  if (other && unit) return { refused: `is ${withArticle(unit)}, and ${withArticle(unitOfSign(other))} was typed` };
  const [whole = '', fraction = ''] = number.replace(/[,\s]/g, '').split('.');
  const keptFraction = fraction.replace(/0+$/, '');
  if (keptFraction.length > decimals)
    return { refused: decimals === 0 ? 'must be a whole number' : `has more than ${String(decimals)} decimals` };
  if (whole.replace(/^0+/, '').length > mostDigits) return { refused: 'is too large' };
  if (unit === 'amount' && isTooMuchMoney(whole)) return { refused: tooMuchMoney };
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${keptFraction ? `.${keptFraction}` : ''}`;
  const minus = /[-−]/.test(`${parts?.[1] ?? ''}${parts?.[3] ?? ''}${parts?.[6] ?? ''}`);
  const isNegative = (inParentheses || minus) && /[1-9]/.test(value);
  if (isNegative && !negative) return { refused: 'must not be negative' };
  return isNegative ? `-${value}` : value;
}

const withArticle = (unit: TypedUnit): string => `${unit === 'amount' ? 'an' : 'a'} ${unit}`;

export function isRefusal(parsed: string | null | DecimalRefusal): parsed is DecimalRefusal {
  return typeof parsed === 'object' && parsed !== null;
}
