import type { ReactNode } from 'react';
import styles from './profile.module.css';

export interface RouteTab {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  /** Behind the title: a count, or '1/2'. */
  readonly count?: ReactNode;
}

export interface RouteTabsProps {
  readonly tabs: readonly RouteTab[];
  readonly current: string;
  readonly label?: string;
  readonly onPrefetch?: (tab: RouteTab) => void;
}

/** The views of a profile. Each is a place of its own, so they are links. */
export function RouteTabs({ tabs, current, label = 'Views', onPrefetch }: RouteTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
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
