/** Separates the fund from the investment in the name of a part. */
const separator = ': ';

export interface NamedSource {
  readonly name?: string | null | undefined;
  readonly holder: string | null;
}

/**
 * Returns the name of a source with its fund or coinvestment. The part that distinguishes sources of a fund comes first, so that it stays visible
 * when the name is truncated: the investment, then its holder.
 */
export function nameOfSource({ name, holder }: NamedSource): string {
  const whole = name ?? '';
  if (!holder) return whole;
  const own = withoutHolder(whole, holder);
  return own === whole && whole.includes(holder) ? whole : `${own} (${holder})`;
}

const withoutHolder = (name: string, holder: string | null): string =>
  holder && name.includes(separator) ? name.slice(name.indexOf(separator) + separator.length) : name;

/** Returns names for narrow columns: without the holder, unless another source has the same name. */
export function shortNames(sources: readonly NamedSource[]): readonly string[] {
  const short = sources.map(({ name, holder }) => withoutHolder(name ?? '', holder));
  return short.map((name, at) => {
    const source = sources[at];
    return source && short.filter((other) => other === name).length > 1 ? nameOfSource(source) : name;
  });
}
