/**
 * A title in one line or, where it has not the room, in two. What is longer still is drawn narrower.
 */
export function headerLines(title: string, room: number, widthOf: (text: string) => number): readonly string[] {
  const words = title.split(' ');
  if (words.length === 1 || widthOf(title) <= room) return [title];
  let first = words[0] ?? '';
  let taken = 1;
  while (taken < words.length - 1 && widthOf(`${first} ${words[taken] ?? ''}`) <= room) {
    first += ` ${words[taken] ?? ''}`;
    taken += 1;
  }
  return [first, words.slice(taken).join(' ')];
}

/** The columns that are not whole in sight right of the frozen one, by how far the others are scrolled. */
export function columnsBeyond<C extends { readonly width?: number }>(
  columns: readonly C[],
  { first, offset, room, usualWidth }: { first: number; offset: number; room: number; usualWidth: number },
): readonly C[] {
  const widthOf = ({ width = usualWidth }: C) => width;
  const [frozen] = columns;
  let right = (frozen ? widthOf(frozen) : 0) + offset;
  return columns.slice(first).filter((column) => {
    right += widthOf(column);
    return right > room + 1;
  });
}
