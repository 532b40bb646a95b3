import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** So long the place of a message that went stays: a pointer or a finger on its way arrives within it. */
const pauseMilliseconds = 1000;

/**
 * The place of messages above something that is aimed at. The room of a message that goes away is closed a moment later, so that no row and
 * no field moves under a pointer on its way to it, and no gap stays.
 */
export function HeldLocation({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef({ width: 0, height: 0 });
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return;
    box.style.minHeight = '';
    const { width, height } = box.getBoundingClientRect();
    // In a window of another width the same message has another height.
    if (width !== held.current.width || height >= held.current.height) {
      clearTimeout(release.current);
      release.current = undefined;
      held.current = { width, height };
      return;
    }
    box.style.minHeight = `${String(held.current.height)}px`;
    release.current ??= setTimeout(() => {
      release.current = undefined;
      box.style.minHeight = '';
      held.current = box.getBoundingClientRect();
    }, pauseMilliseconds);
  });
  useEffect(() => () => clearTimeout(release.current), []);
  // The last message's margin belongs to the place. In a column it keeps what it holds: its least height is one that was, not that of what stands there now.
  return (
    <div ref={place} style={{ display: 'flow-root', flexShrink: 0 }}>
      {children}
    </div>
  );
}
