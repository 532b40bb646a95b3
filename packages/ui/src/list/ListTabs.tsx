import type { ListTab } from './defineList.ts';
import styles from './listTabs.module.css';
import listCountStyles from './listCount.module.css';

export interface ListTabsProps {
  readonly tabs: readonly ListTab[];
  readonly current?: string | undefined;
  readonly onChange: (tab: string) => void;
}

/** Views of the same list. They are buttons, not tab panels, because the table below stays the same. */
export function ListTabs({ tabs, current, onChange }: ListTabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Views">
      {tabs.map(({ id, title, count }) => (
        <button key={id} type="button" aria-current={id === current ? 'true' : undefined} onClick={() => onChange(id)}>
          {title}
          {count === undefined ? null : <span className={listCountStyles.count}>{count}</span>}
        </button>
      ))}
    </nav>
  );
}
