import { type FigureQuestion, type Remark } from '@carrara/domain/carry/run';
import { type Failures, fail } from '@carrara/domain/kernel';

interface SourceOfRun {
  readonly sourceId: string;
  readonly isDetermined: boolean;
  /** True if the source has no characterizations although a tax profile needs them. */
  readonly isTaxUnknown?: boolean;
  /** True if the amount to allocate was entered. */
  readonly hasAmount: boolean;
}

/**
 * Returns the sources for which a figure is unknown. An entered amount needs nothing else. A sum is unknown if one of
 * its sources is.
 */
export const undeterminedSources = (
  { figure, sourceId }: FigureQuestion,
  sources: readonly SourceOfRun[],
): readonly string[] =>
  sources
    .filter((source) => sourceId === undefined || source.sourceId === sourceId)
    .filter((source) => !(figure === 'netDistributable' ? source.hasAmount : hasFigure(source, figure)))
    .map((source) => source.sourceId);

const hasFigure = ({ isDetermined, isTaxUnknown }: SourceOfRun, figure: string) =>
  isDetermined && !(isTaxUnknown === true && (figure === 'tax' || figure === 'net'));

/**
 * Returns why the figures of these sources are unknown, from the run's remarks. Problems without a source apply to all
 * sources.
 */
export function undeterminedFailures(remarks: readonly Remark[], sourceIds: readonly string[]): Failures {
  const problems = remarks.filter(({ kind }) => kind === 'problem');
  const own = problems.filter(({ location }) => location?.sourceId && sourceIds.includes(location.sourceId));
  const reasons = own.length > 0 ? own : problems.filter(({ location }) => !location?.sourceId);
  if (reasons.length === 0) return [fail('NOT_DETERMINED', ['figure'], 'The figure is not determined.')];
  return reasons.map(({ message }) => fail('NOT_DETERMINED', ['figure'], message));
}
