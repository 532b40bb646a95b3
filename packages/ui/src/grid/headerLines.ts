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

interface ScrolledGrid {
  /** The first column that scrolls and isn't scrolled away. */
  readonly first: number;
  readonly offset: number;
  readonly room: number;
  readonly frozen: number;
}

/** The columns right of the frozen ones that aren't fully visible, by how far they are scrolled. */
export function columnsBeyond<C extends { readonly width: number }>(
  columns: readonly C[],
  { first, offset, room, frozen }: ScrolledGrid,
): readonly C[] {
  let right = columns.slice(0, frozen).reduce((sum, { width }) => sum + width, offset);
  return columns.slice(first).filter((column) => {
    right += column.width;
    return right > room + 1;
  });
}
