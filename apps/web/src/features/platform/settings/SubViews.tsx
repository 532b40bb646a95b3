import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubViewGroup } from './settingsViews.ts';
import styles from './settings.module.css';

export interface SubViewsProps {
  readonly base: string;
  readonly groups: readonly SubViewGroup[];
  readonly current: string | undefined;
}

const storeKey = 'carrara.settings.folded';

const remembered = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
};

/** Collapsible groups of sub-views. The device stores which of them are collapsed. */
export function SubViews({ base, groups, current }: SubViewsProps) {
  const [folded, setFolded] = useState(remembered);
  const toggle = (title: string) => {
    const next = folded.includes(title) ? folded.filter((other) => other !== title) : [...folded, title];
    setFolded(next);
    try {
      localStorage.setItem(storeKey, JSON.stringify(next));
    } catch {
      // Without browser storage, the groups still collapse, but their state is lost.
    }
  };
  return (
    <nav className={styles.subViews} aria-label="Sub-views">
      {groups.map(({ title, views }) => {
        const isOpen = !folded.includes(title);
        return (
          <section key={title}>
            <button type="button" aria-expanded={isOpen} onClick={() => toggle(title)}>
              {title}
              <IconChevronDown size={14} aria-hidden data-open={isOpen} />
            </button>
            {isOpen ? (
              <ul>
                {views.map((view) => (
                  <li key={view.name}>
                    <a href={`#${base}/${view.name}`} aria-current={view.name === current ? 'page' : undefined}>
                      {view.title}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
        );
      })}
    </nav>
  );
}
