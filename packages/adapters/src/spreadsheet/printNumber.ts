import { type Kind, type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { decimal } from '@carrara/domain/kernel';

const thousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Formats a figure for people: thousands separators, the decimals of its kind, negatives in parentheses, and its unit.
 * Years have no separators.
 */
export function printNumber(kind: Kind, text: string): string {
  const { decimals, suffix = '' }: KindDefinition = kinds[kind];
  if (decimals === undefined) return text;
  const value = decimal(text);
  const [whole = '0', fraction] = value.toFixed(decimals).replace('-', '').split('.');
  const displayed = `${thousands(whole)}${fraction ? `.${fraction}` : ''}${suffix}`;
  const isZero = /^[0.,]*$/.test(displayed.slice(0, displayed.length - suffix.length));
  return value.isNegative() && !isZero ? `(${displayed})` : displayed;
}
