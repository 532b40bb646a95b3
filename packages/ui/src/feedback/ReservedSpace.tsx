import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** So long the place of a message that went stays: a pointer or a finger on its way arrives within it. */
const pauseMilliseconds = 1000;

/**
 * The place of messages above something that is aimed at. The room of a message that goes away is closed a moment later, so that no row and
 * no field moves under a pointer on its way to it, and no gap stays.
 */
export function ReservedSpace({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const size = useRef({ width: 0, height: 0 });
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    box.style.minHeight = '';
    const { width, height } = box.getBoundingClientRect();
    // In a window of another width the same message has another height.
    if (width !== size.current.width || height >= size.current.height) {
      clearTimeout(release.current);
      release.current = undefined;
      size.current = { width, height };
      return;
    }
    box.style.minHeight = `${String(size.current.height)}px`;
    release.current ??= setTimeout(() => {
      release.current = undefined;
      box.style.minHeight = '';
      size.current = box.getBoundingClientRect();
    }, pauseMilliseconds);
  });
  useEffect(() => () => clearTimeout(release.current), []);
  // The last message's margin belongs to the place. In a column it keeps what it holds: its least height is one that was, not that of what stands there now.
  return (
    <div ref={element} style={{ display: 'flow-root', flexShrink: 0 }}>
      {children}
    </div>
  );
}
