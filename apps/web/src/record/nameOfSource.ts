/** What stands between the name of a fund and that of an investment in the name of a part. */
const separator = ': ';

export interface NamedSource {
  readonly name?: string | null | undefined;
  readonly holder: string | null;
}

/**
 * The name of a source with the fund or coinvestment that holds it. What tells sources of one fund apart comes first, so that it stays in view where
 * the name is cut: a part of an investment is named by the investment, then by its holder.
 */
export function nameOfSource({ name, holder }: NamedSource): string {
  const whole = name ?? '';
  if (!holder) return whole;
  const own = withoutHolder(whole, holder);
  return own === whole && whole.includes(holder) ? whole : `${own} (${holder})`;
}

const withoutHolder = (name: string, holder: string | null): string =>
  holder && name.includes(separator) ? name.slice(name.indexOf(separator) + separator.length) : name;

/** The same where there is little room: without the holder, as long as no other source has the name. */
export function shortNames(sources: readonly NamedSource[]): readonly string[] {
  const short = sources.map(({ name, holder }) => withoutHolder(name ?? '', holder));
  return short.map((name, at) => {
    const source = sources[at];
    return source && short.filter((other) => other === name).length > 1 ? nameOfSource(source) : name;
  });
}
