/** The number of warnings of a run, with those that need an acknowledgment or have one. */
export function warningsTitle(
  count: number,
  { toAcknowledge = 0, acknowledged = 0 }: { readonly toAcknowledge?: number; readonly acknowledged?: number } = {},
): string {
  return [
    `${String(count)} ${count === 1 ? 'warning' : 'warnings'}`,
    ...(acknowledged > 0 ? [`${String(acknowledged)} acknowledged`] : []),
    ...(toAcknowledge > 0 ? [`${String(toAcknowledge)} to acknowledge`] : []),
  ].join(', ');
}
