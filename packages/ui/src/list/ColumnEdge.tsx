import { type PointerEvent, useRef, useState } from 'react';
import styles from './columnEdge.module.css';
import { widthWithin } from './columnWidth.ts';

export interface ColumnEdgeProps {
  /** Called with the new width in pixels, or undefined for the usual one. */
  readonly onResize: (width: number | undefined) => void;
}

/** The edge of a column: drag it to resize the column, and double-click it for the usual width. The keyboard resizes from the heading. */
export function ColumnEdge({ onResize }: ColumnEdgeProps) {
  const [isDragged, setDragged] = useState(false);
  const start = useRef({ at: 0, width: 0 });
  const begin = (event: PointerEvent<HTMLElement>) => {
    start.current = { at: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (isDragged) onResize(widthWithin(start.current.width + event.clientX - start.current.at));
  };
  return (
    <span
      aria-hidden
      className={styles.edge}
      data-edge
      data-dragged={isDragged}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}
