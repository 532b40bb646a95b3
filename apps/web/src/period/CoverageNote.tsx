import { coverageText, meanNote, type StatedCoverage } from '@carrara/contract/core/coverage';
import styles from './period.module.css';

export interface CoverageNoteProps {
  readonly coverage: StatedCoverage | null | undefined;
  /** Displayed if the figure covers all funds. */
  readonly otherwise?: string | undefined;
  /** True for a mean. The note then states whether it covers only one fund. */
  readonly isMean?: boolean;
  readonly endDate: string | null | undefined;
}

/** Describes the funds that a figure covers, and links to the list of funds. If it covers all of them, only `otherwise` is displayed. */
export function CoverageNote({ coverage, otherwise, isMean = false, endDate }: CoverageNoteProps) {
  const text = isMean && coverage ? meanNote(coverage, 'funds') : coverageText(coverage, 'funds');
  if (text === undefined) return otherwise ?? null;
  return (
    <a className={styles.coverage} href={`#/performance/fund${endDate ? `?endDate=${endDate}` : ''}`}>
      {text}
    </a>
  );
}
