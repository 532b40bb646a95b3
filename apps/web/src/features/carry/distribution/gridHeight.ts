import { type RefObject, useLayoutEffect, useState } from 'react';

/** The lines below a grid: the hidden columns and the switch to a table. */
const belowIt = 74;
/** The header, four rows and the totals. */
const leastHeight = 200;

/** Returns the height from the top of the grid to the bar at the bottom, which changes with the window and with the parts above. */
export function useGridHeight(grid: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(leastHeight);
  useLayoutEffect(() => {
    const box = grid.current;
    const main = box?.closest('main');
    const form = box?.closest('form');
    if (!box || !main || !form) return;
    const measure = () => {
      const top = box.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop;
      const bar = form.querySelector('footer')?.offsetHeight ?? 0;
      setHeight(Math.max(leastHeight, Math.floor(main.clientHeight - top - bar - belowIt)));
    };
    measure();
    const watch = new ResizeObserver(measure);
    for (const part of [main, ...main.querySelectorAll(':scope > *'), form, ...form.children]) watch.observe(part);
    return () => watch.disconnect();
  }, [grid]);
  return height;
}
