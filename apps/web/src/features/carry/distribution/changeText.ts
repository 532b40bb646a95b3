import { formatDecimal } from '@carrara/ui/value';

/** `12.4` as '+12.4%'; the comparison itself comes from the server. */
export function changeText(percent: string | null): string {
  if (percent === null) return 'no comparison';
  const sign = percent.startsWith('-') ? '−' : '+';
  return `${sign}${formatDecimal(percent.replace('-', ''), 1)}%`;
}
