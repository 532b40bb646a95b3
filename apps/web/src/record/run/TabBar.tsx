import type { ReactNode } from 'react';
import styles from './tabBar.module.css';

/** The tabs of a run in the editor, with actions next to them. */
export const TabBar = ({
  label,
  children,
  tools,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly tools: ReactNode;
}) => (
  <div className={styles.tabBar}>
    <div className={styles.tabs} role="tablist" aria-label={label}>
      {children}
    </div>
    <div className={styles.tabTools}>{tools}</div>
  </div>
);

interface TabProps {
  readonly title: string;
  readonly isCurrent: boolean;
  readonly isWrong?: boolean;
  /** True if the tab has changed since the editor opened. */
  readonly isChanged?: boolean;
  readonly onChoose: () => void;
}

export const Tab = ({ title, isCurrent, isWrong = false, isChanged = false, onChoose }: TabProps) => (
  <button type="button" role="tab" aria-selected={isCurrent} data-wrong={isWrong} title={title} onClick={onChoose}>
    {title}
    {isChanged ? ' •' : ''}
    {isChanged ? <span className={styles.wrong}> changed</span> : null}
    {isWrong ? <span className={styles.wrong}> needs attention</span> : null}
  </button>
);
