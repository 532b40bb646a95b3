import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import unseenStyles from '../value/unseen.module.css';
import choicesStyles from './choices.module.css';
import styles from './orderedChoices.module.css';

export interface OrderedChoice {
  readonly id: string;
  readonly title: string;
  readonly isChosen: boolean;
  /** True if it can't be removed or added. */
  readonly isFixed?: boolean;
}

export interface OrderedChoicesProps {
  readonly choices: readonly OrderedChoice[];
  /** The number of choices, from the first one on, that have an order. By default, all have one. */
  readonly ordered?: number;
  readonly onToggle: (id: string) => void;
  readonly onMove: (at: number, by: -1 | 1) => void;
  readonly onKeyDown?: (event: KeyboardEvent, id: string) => void;
}

/** Choices that can be checked and moved, with buttons or with Alt and an arrow key. */
export function OrderedChoices({
  choices,
  ordered = choices.length,
  onToggle,
  onMove,
  onKeyDown,
}: OrderedChoicesProps) {
  const [position, setPosition] = useState('');
  const move = (at: number, by: -1 | 1) => {
    if (at >= ordered || at + by < 0 || at + by >= ordered) return;
    onMove(at, by);
    setPosition(`${choices[at]?.title ?? ''}: position ${String(at + by + 1)} of ${String(ordered)}`);
  };
  const moveByKey = (event: KeyboardEvent, at: number) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(at, by);
  };
  return (
    <div className={choicesStyles.options}>
      {choices.map(({ id, title, isChosen, isFixed = false }, at) => (
        <div key={id} className={styles.choice}>
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFixed}
              onChange={() => onToggle(id)}
              onKeyDown={(event) => {
                moveByKey(event, at);
                onKeyDown?.(event, id);
              }}
            />
            {title}
          </label>
          {at < ordered ? (
            <span className={styles.moves}>
              <button
                type="button"
                aria-label={`Move ${title} up`}
                // A disabled button would lose the focus when its choice reaches the top.
                aria-disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={13} aria-hidden />
              </button>
              <button
                type="button"
                aria-label={`Move ${title} down`}
                aria-disabled={at === ordered - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={13} aria-hidden />
              </button>
            </span>
          ) : null}
        </div>
      ))}
      <span role="status" className={unseenStyles.unseen}>
        {position}
      </span>
    </div>
  );
}
