import { Popover } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useState } from 'react';
import choicesStyles from '../list/choices.module.css';
import hintStyles from '../list/hint.module.css';
import { OrderedChoices } from '../list/OrderedChoices.tsx';
import quietButtonStyles from '../list/quietButton.module.css';
import type { BoardState } from './Board.tsx';

type Arrangement = Parameters<BoardState['arrange']>[0];

/** A button that opens the list of a board's panels, in which a person hides and moves them. */
export function ArrangePanels({ board: { panels, isReady, arrange } }: { readonly board: BoardState }) {
  /** The arrangement before the default one was restored. */
  const [previous, setPrevious] = useState<Arrangement>(null);
  const change = (next: Arrangement) => {
    setPrevious(null);
    arrange(next);
  };
  const present = panels.map(({ id, isHidden }) => ({ id, isHidden }));
  const toggle = (id: string) =>
    change(present.map((panel) => (panel.id === id ? { id, isHidden: !panel.isHidden } : panel)));
  const move = (at: number, by: -1 | 1) => {
    const panel = present[at];
    if (panel) change(present.toSpliced(at, 1).toSpliced(at + by, 0, panel));
  };
  const restore = () => {
    setPrevious(present);
    arrange(null);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={quietButtonStyles.quiet} aria-label="Arrange" disabled={!isReady}>
          <IconLayoutDashboard size={15} aria-hidden />
          <span>Arrange</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={choicesStyles.choices ?? ''} aria-label="Arrange">
        <OrderedChoices
          choices={panels.map(({ id, title, isHidden }) => ({ id, title, isChosen: !isHidden }))}
          onToggle={toggle}
          onMove={move}
        />
        <p className={hintStyles.hint}>Only you see this arrangement. Press Alt and ↑ or ↓ to move a panel.</p>
        {previous ? (
          <button type="button" className={quietButtonStyles.quiet} onClick={() => change(previous)}>
            Undo
          </button>
        ) : (
          <button type="button" className={quietButtonStyles.quiet} onClick={restore}>
            Restore defaults
          </button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
