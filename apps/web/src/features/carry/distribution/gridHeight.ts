import { useViewportSize } from '@mantine/hooks';

/** What stands around a grid of the editor: the shell, the title, the folded head, the tabs and their tools above, the bar below. */
const aroundIt = 356;

/** A grid takes what the window leaves it as it grows and shrinks, and some rows in any case. */
export function useGridHeight(): number {
  const { height } = useViewportSize();
  return Math.max(260, (height || window.innerHeight) - aroundIt);
}
