/** The number of letters to insert, delete, change or swap with the next one to turn one text into the other. */
function distance(first: string, other: string): number {
  const [a, b] = [Array.from(first), Array.from(other)];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** At most three existing names that a mistyped one may mean, the most likely first. */
export function closestNames(typed: string, names: Iterable<string>): readonly string[] {
  const searchText = typed.toLowerCase();
  return [...new Set(names)]
    .map((name) => {
      const lower = name.toLowerCase();
      const contains = searchText.length >= 3 && (lower.includes(searchText) || searchText.includes(lower));
      return { name, far: distance(searchText, lower), contains };
    })
    .filter(({ far, contains }) => contains || far <= Math.max(1, Math.floor(searchText.length / 3)))
    .sort((first, other) => first.far - other.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `; did you mean 'a' or 'b'?`, or nothing. */
export function didYouMean(typed: string, existingNames: Iterable<string>): string {
  const names = closestNames(typed, existingNames).map((name) => `'${name}'`);
  return names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
}
