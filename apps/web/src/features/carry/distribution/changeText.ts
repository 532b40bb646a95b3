import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';

/** Formats `12.4` as '+12.4%'. The server computes the comparison. */
export function changeText(percent: string | null): string {
  if (percent === null) return 'no comparison';
  const sign = percent.startsWith('-') ? '−' : '+';
  return `${sign}${formatDecimal(percent.replace('-', ''), 1)}%`;
}
