import { useEffect, useRef } from 'react';
import styles from './grid.module.css';
import type { GridLocation } from './gridTypes.ts';

/** Problems listed individually; the rest are counted. */
const maxDisplayed = 5;

export interface CellProblem {
  /** Absent for problems without a cell. */
  readonly location?: GridLocation;
  readonly text: string;
}

export interface CellProblemsProps {
  readonly problems: readonly CellProblem[];
  /** Cells to review. They are valid. */
  readonly warnings: readonly CellProblem[];
  /** Values of the last edit that fit no cell. */
  readonly refused: readonly CellProblem[];
  readonly onShow: (location: GridLocation) => void;
}

const counted = (count: number, singular: string, many: string) => `${String(count)} ${count === 1 ? singular : many}`;

/** Lists the marked cells. Each entry leads to its cell. */
export function CellProblems({ problems, warnings, refused, onShow }: CellProblemsProps) {
  const summary = useRef<HTMLDivElement>(null);
  // Scrolls the refused values into view, which may be below a tall grid.
  useEffect(() => {
    if (refused.length > 0) summary.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  return (
    <div ref={summary} role="status" className={styles.problems}>
      <Problems
        tone="bad"
        title={counted(refused.length, 'entry was not applied', 'entries were not applied')}
        problems={refused}
        onShow={onShow}
      />
      <Problems
        tone="bad"
        title={counted(problems.length, 'cell needs attention', 'cells need attention')}
        problems={problems}
        onShow={onShow}
      />
      <Problems
        tone="warn"
        title={counted(warnings.length, 'cell to check', 'cells to check')}
        problems={warnings}
        onShow={onShow}
      />
    </div>
  );
}

interface ReportedProps extends Pick<CellProblemsProps, 'onShow'> {
  readonly tone: 'bad' | 'warn';
  readonly title: string;
  readonly problems: readonly CellProblem[];
}

function Problems({ tone, title, problems, onShow }: ReportedProps) {
  if (problems.length === 0) return null;
  return (
    <>
      <b data-tone={tone}>{title}</b>
      <ul>
        {problems.slice(0, maxDisplayed).map(({ text, location }) => (
          <li key={`${location?.key ?? ''} ${location?.field ?? ''} ${text}`}>
            {location ? (
              <button type="button" onClick={() => onShow({ ...location })}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
        {problems.length > maxDisplayed ? <li>and {problems.length - maxDisplayed} more</li> : null}
      </ul>
    </>
  );
}
