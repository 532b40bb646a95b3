import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** Reserves the space of a dismissed message this long, so that a click doesn't miss. */
const pauseMilliseconds = 1000;

/**
 * The space of messages above a click target. It shrinks a moment after a message is dismissed, so that no row or field moves under the pointer and
 * no gap stays.
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
    // In a window of another width, the same message has another height.
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
  // `flow-root` includes the margin of the last message. Without `flexShrink`, a column could shrink the box to the reserved height of an earlier
  // message.
  return (
    <div ref={element} style={{ display: 'flow-root', flexShrink: 0 }}>
      {children}
    </div>
  );
}
