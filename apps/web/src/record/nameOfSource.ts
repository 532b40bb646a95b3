/** What stands between the name of a fund and that of an investment in the name of a part. */
const separator = ': ';

/**
 * The name of a source with the fund or coinvestment that holds it. What tells sources of one fund apart comes first, so that it stays in view where
 * the name is cut: a part of an investment is named by the investment, then by its holder.
 */
export function nameOfSource({
  name,
  holder,
}: {
  readonly name?: string | null | undefined;
  readonly holder: string | null;
}): string {
  const whole = name ?? '';
  if (!holder) return whole;
  const at = whole.indexOf(separator);
  if (at >= 0) return `${whole.slice(at + separator.length)} (${holder})`;
  return whole.includes(holder) ? whole : `${whole} (${holder})`;
}
