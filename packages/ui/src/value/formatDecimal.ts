import { formatPlain } from '@carrara/domain/kernel/displayFormat';
import { personalFormats } from './personalFormats.ts';

/** The mark for a missing value. */
export const dash = '–';

const decimalText = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * A decimal string as the person reads it: thousands separators, fixed decimals, negatives in parentheses. Works digit by digit, so that no figure
 * becomes floating point. Excess decimals are rounded half away from zero. Text that isn't a decimal is returned unchanged.
 */
export function formatDecimal(text: string | null | undefined, decimals: number, suffix = ''): string {
  if (text === null || text === undefined || text === '') return dash;
  const match = decimalText.exec(text);
  if (!match) return text;
  const digits = roundDigits(match[2] ?? '0', match[3] ?? '', decimals);
  const plain = digits.fraction ? `${digits.whole}.${digits.fraction}` : digits.whole;
  const displayed = formatPlain(plain, personalFormats().numberFormat) + suffix;
  return match[1] && !isZero(digits) ? `(${displayed})` : displayed;
}

/** The same with the sign in front and without separators, for an input during editing. */
export function plainDecimal(text: string): string {
  const match = decimalText.exec(text);
  if (!match) return text;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  const whole = (match[2] ?? '0').replace(/^0+(?=\d)/, '');
  const zero = /^0*$/.test(whole) && fraction === '';
  return `${match[1] && !zero ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

export function isNegative(text: string | null | undefined): boolean {
  return typeof text === 'string' && text.startsWith('-') && /[1-9]/.test(text);
}

interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

function roundDigits(whole: string, fraction: string, decimals: number): Digits {
  const padded = fraction.slice(0, decimals).padEnd(decimals, '0');
  const up = (fraction[decimals] ?? '0') >= '5';
  const all = up ? (BigInt(whole + padded) + 1n).toString().padStart(whole.length + decimals, '0') : whole + padded;
  const point = all.length - decimals;
  return { whole: all.slice(0, point).replace(/^0+(?=\d)/, '') || '0', fraction: all.slice(point) };
}

const isZero = ({ whole, fraction }: Digits): boolean => /^0*$/.test(whole + fraction);
