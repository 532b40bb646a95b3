import { type ReactNode, useState } from 'react';
import { valueText } from '../value/valueText.ts';
import styles from './why.module.css';

/** Returns the first items of a long list and the button that shows the rest, or null if all are visible. */
export function useFirst<Item>(items: readonly Item[], count: number): readonly [readonly Item[], ReactNode] {
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole || items.length <= count) return [items, null];
  return [
    items.slice(0, count),
    <button key="rest" type="button" className={styles.why} onClick={() => setIsWhole(true)}>
      Show all {valueText('count', String(items.length))}
    </button>,
  ];
}
