import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The place of messages above something that is aimed at. What goes away leaves its room, so that no row and no field moves under the
 * pointer that is on its way to it.
 */
export function HeldPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return;
    // In a window of another width the same message has another height.
    if (box.offsetWidth !== width.current) box.style.minHeight = '';
    width.current = box.offsetWidth;
    if (box.offsetHeight > 0) box.style.minHeight = `${String(box.offsetHeight)}px`;
  });
  // The last message's margin belongs to the place. In a column it keeps what it holds: its least height is one that was, not that of what stands there now.
  return (
    <div ref={place} style={{ display: 'flow-root', flexShrink: 0 }}>
      {children}
    </div>
  );
}
