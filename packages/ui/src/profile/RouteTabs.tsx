import { type ReactNode, useEffect, useRef } from 'react';
import styles from './routeTabs.module.css';

interface RouteTab {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  /** Text behind the title: a count, or '1/2'. */
  readonly count?: ReactNode;
}

export interface RouteTabsProps {
  readonly tabs: readonly RouteTab[];
  readonly current: string;
  readonly label?: string;
  readonly onPrefetch?: (tab: RouteTab) => void;
}

/** The views of a profile. Each has its own address, so they are links. */
export function RouteTabs({ tabs, current, label = 'Views', onPrefetch }: RouteTabsProps) {
  const row = useRef<HTMLElement>(null);
  // On a small screen, the row can be wider than the screen. Scrolls the open tab into view by moving the row, never the page.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !open) return;
    const before = open.offsetLeft - row.current.offsetLeft;
    row.current.scrollLeft = before - (row.current.clientWidth - open.offsetWidth) / 2;
  }, [current, tabs.length]);
  return (
    <nav className={styles.tabs} aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <a
          key={tab.id}
          href={tab.href}
          aria-current={tab.id === current ? 'page' : undefined}
          onMouseEnter={() => onPrefetch?.(tab)}
          onFocus={() => onPrefetch?.(tab)}
        >
          {tab.title}
          {tab.count === undefined ? null : <span>{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
