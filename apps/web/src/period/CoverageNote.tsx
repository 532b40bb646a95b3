import { coverageText, meanNote, type StatedCoverage } from '@carrara/contract/core/coverage';
import styles from './period.module.css';

export interface CoverageNoteProps {
  readonly coverage: StatedCoverage | null | undefined;
  /** Displayed if the figure covers all funds. */
  readonly otherwise?: string | undefined;
  /** True for a mean, which says it if it is of a single fund. */
  readonly isMean?: boolean;
  readonly endDate: string | null | undefined;
}

/** Describes which funds a figure covers, with a link to their list. Displays no more than `otherwise` if it covers all. */
export function CoverageNote({ coverage, otherwise, isMean = false, endDate }: CoverageNoteProps) {
  const text = isMean && coverage ? meanNote(coverage, 'funds') : coverageText(coverage, 'funds');
  if (text === undefined) return otherwise ?? null;
  return (
    <a className={styles.coverage} href={`#/performance/fund${endDate ? `?endDate=${endDate}` : ''}`}>
      {text}
    </a>
  );
}
