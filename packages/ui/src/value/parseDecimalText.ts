/** Why a typed number was refused, in the words shown beside the field. */
export type DecimalRefusal = { readonly refused: string };

const plain = /^\d*(?:\.\d*)?$/;

/**
 * What a person typed or pasted, as a decimal string: accepts thousands separators, a currency or percent sign, spaces, a leading or
 * trailing minus (also the typographic one) and parentheses. Empty text and a dash mean 'no value'. Nothing is rounded: more
 * decimals than the kind keeps are refused.
 */
export function parseDecimalText(typed: string, decimals: number, negative = true): string | null | DecimalRefusal {
  const text = typed.trim();
  if (text === '' || text === '–' || text === '-') return null;
  const inParentheses = /^\(.*\)$/.test(text);
  const unsigned = text.replace(/^\((.*)\)$/, '$1').replace(/[\s,$€£%\u00a0\u202f]/g, '');
  const minus = /^[-−]|[-−]$/.test(unsigned);
  const digits = unsigned.replace(/^[-−+]|[-−x]$/g, '').replace(/^[-−]/, '');
  if (!plain.test(digits) || !/\d/.test(digits)) return { refused: 'is not a number' };
  const [whole = '', fraction = ''] = digits.split('.');
  const keptFraction = fraction.replace(/0+$/, '');
  if (keptFraction.length > decimals)
    return { refused: decimals === 0 ? 'must be a whole number' : `has more than ${decimals} decimals` };
  if (whole.replace(/^0+/, '').length > 20) return { refused: 'is too large' };
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${keptFraction ? `.${keptFraction}` : ''}`;
  const isNegative = (inParentheses || minus) && /[1-9]/.test(value);
  if (isNegative && !negative) return { refused: 'must not be negative' };
  return isNegative ? `-${value}` : value;
}

export function isRefusal(parsed: string | null | DecimalRefusal): parsed is DecimalRefusal {
  return typeof parsed === 'object' && parsed !== null;
}
