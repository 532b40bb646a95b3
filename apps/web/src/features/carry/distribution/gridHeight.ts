import { useViewportSize } from '@mantine/hooks';

/** The height around a grid of the editor: the shell, the title, the folded head, the tabs and their tools above, and the bar below. */
const aroundIt = 356;

/** Returns the height of the grid. It follows the window but always fits some rows. */
export function useGridHeight(): number {
  const { height } = useViewportSize();
  return Math.max(260, (height || window.innerHeight) - aroundIt);
}
