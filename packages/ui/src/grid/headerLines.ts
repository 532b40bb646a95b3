/** Splits a title that doesn't fit on one line into two. A line that is still too long is drawn narrower. */
export function headerLines(title: string, room: number, widthOf: (text: string) => number): readonly string[] {
  const parts = title.split(' ');
  if (parts.length === 1 || widthOf(title) <= room) return [title];
  let first = parts[0] ?? '';
  let lineCount = 1;
  while (lineCount < parts.length - 1 && widthOf(`${first} ${parts[lineCount] ?? ''}`) <= room) {
    first += ` ${parts[lineCount] ?? ''}`;
    lineCount += 1;
  }
  return [first, parts.slice(lineCount).join(' ')];
}

/** The columns right of the frozen one that aren't fully visible, by how far they are scrolled. */
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
