import type { ReactNode } from 'react';
import { EmptyState, LoadingState } from '../feedback/states.tsx';
import styles from './board.module.css';

export interface BoardPanel {
  readonly id: string;
  /** The title in the list of panels. */
  readonly title: string;
  /** True if two such panels fit side by side. */
  readonly isHalf?: boolean;
  readonly content: ReactNode;
}

/** The panels of a board as a person arranged them. */
export interface BoardState {
  readonly panels: readonly (BoardPanel & { readonly isHidden: boolean })[];
  /** False until it is clear which panels are hidden. */
  readonly isReady: boolean;
  /** Stores another arrangement; null for the default one. */
  readonly arrange: (panels: readonly { readonly id: string; readonly isHidden: boolean }[] | null) => void;
}

/** Draws the visible panels of a board. Hidden panels aren't drawn, so they load nothing. */
export function Board({ board: { panels, isReady } }: { readonly board: BoardState }) {
  if (!isReady) return <LoadingState />;
  const visible = panels.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0)
    return <EmptyState text="All panels are hidden." hint="Choose “Arrange” to display some of them." />;
  return (
    <div className={styles.board}>
      {visible.map(({ id, isHalf = false, content }) => (
        <div key={id} data-half={isHalf || undefined}>
          {content}
        </div>
      ))}
    </div>
  );
}
