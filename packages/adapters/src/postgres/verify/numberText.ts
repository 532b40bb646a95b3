/**
 * Returns a decimal number as screens have it: with separators and without zeros beyond the second decimal, followed by its currency. Counts, years
 * and other texts stay as they are.
 */
export function numberText(value: string, currency?: string): string {
  const found = /^(-?)(\d+)\.(\d+)$/.exec(value);
  if (!found) return value;
  const [, sign = '', whole = '', decimals = ''] = found;
  const text = `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.replace(/(?<=^\d\d\d*?)0+$/, '')}`;
  return currency === undefined ? text : `${text} ${currency}`;
}
