import { coverageText, type StatedCoverage } from '@carrara/contract/core/coverage';
import styles from './period.module.css';

export interface CoverageNoteProps {
  readonly coverage: StatedCoverage | null | undefined;
  /** Shown where the figure is over all funds. */
  readonly otherwise?: string | undefined;
  readonly endDate: string | null | undefined;
}

/** What a figure over funds covers, with a link to their list; nothing more where it covers all. */
export function CoverageNote({ coverage, otherwise, endDate }: CoverageNoteProps) {
  const text = coverageText(coverage, 'funds');
  if (text === undefined) return otherwise ?? null;
  return (
    <a className={styles.coverage} href={`#/performance/fund${endDate ? `?endDate=${endDate}` : ''}`}>
      {text}
    </a>
  );
}
