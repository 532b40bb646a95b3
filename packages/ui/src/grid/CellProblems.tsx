import { useEffect, useRef } from 'react';
import styles from './grid.module.css';

/** So many are told at once; the rest is a number. */
const maxDisplayed = 5;

export interface CellProblem {
  /** The position of the cell; absent for problems without a cell. */
  readonly row?: number;
  readonly column?: number;
  readonly text: string;
}

export interface CellProblemsProps {
  readonly problems: readonly CellProblem[];
  /** Marked to be looked at; nothing is wrong. */
  readonly warnings: readonly CellProblem[];
  /** Values of the last edit that fit into no cell. */
  readonly refused: readonly CellProblem[];
  readonly onShow: (column: number, row: number) => void;
}

const counted = (count: number, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`;

/** The marked cells in words, each a way to its cell. */
export function CellProblems({ problems, warnings, refused, onShow }: CellProblemsProps) {
  const told = useRef<HTMLDivElement>(null);
  // Scrolls the refused values into view, which may be below a tall grid.
  useEffect(() => {
    if (refused.length > 0) told.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  return (
    <div ref={told} role="status" className={styles.problems}>
      <Told
        tone="bad"
        title={counted(refused.length, 'entry was not applied', 'entries were not applied')}
        told={refused}
        onShow={onShow}
      />
      <Told
        tone="bad"
        title={counted(problems.length, 'cell needs attention', 'cells need attention')}
        told={problems}
        onShow={onShow}
      />
      <Told
        tone="warn"
        title={counted(warnings.length, 'cell to check', 'cells to check')}
        told={warnings}
        onShow={onShow}
      />
    </div>
  );
}

interface ReportedProps extends Pick<CellProblemsProps, 'onShow'> {
  readonly tone: 'bad' | 'warn';
  readonly title: string;
  readonly told: readonly CellProblem[];
}

function Told({ tone, title, told, onShow }: ReportedProps) {
  if (told.length === 0) return null;
  return (
    <>
      <b data-tone={tone}>{title}</b>
      <ul>
        {told.slice(0, maxDisplayed).map(({ text, column, row }) => (
          <li key={`${String(row)} ${String(column)} ${text}`}>
            {column === undefined || row === undefined ? (
              text
            ) : (
              <button type="button" onClick={() => onShow(column, row)}>
                {text}
              </button>
            )}
          </li>
        ))}
        {told.length > maxDisplayed ? <li>and {told.length - maxDisplayed} more</li> : null}
      </ul>
    </>
  );
}
