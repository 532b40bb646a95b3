import styles from './grid.module.css';

/** So many are told at once; the rest is a number. */
const mostShown = 5;

export interface CellProblem {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface CellProblemsProps {
  readonly problems: readonly CellProblem[];
  readonly onShow: (problem: CellProblem) => void;
}

/** The marked cells in words, each a way to its cell. */
export function CellProblems({ problems, onShow }: CellProblemsProps) {
  return (
    <div role="status" className={styles.problems}>
      {problems.length > 0 ? (
        <>
          <b>{problems.length === 1 ? '1 cell needs attention' : `${String(problems.length)} cells need attention`}</b>
          <ul>
            {problems.slice(0, mostShown).map((problem) => (
              <li key={problem.text}>
                <button type="button" onClick={() => onShow(problem)}>
                  {problem.text}
                </button>
              </li>
            ))}
            {problems.length > mostShown ? <li>and {problems.length - mostShown} more</li> : null}
          </ul>
        </>
      ) : null}
    </div>
  );
}
