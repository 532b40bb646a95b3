import { type FigureQuestion, type Remark } from '@carrara/domain/carry/run';
import { type Failures, fail } from '@carrara/domain/kernel';

interface SourceOfRun {
  readonly sourceId: string;
  readonly isDetermined: boolean;
}

/** The sources for which a figure is not known. What was entered always is; a sum is not where one of its sources is not. */
export const unknownFor = ({ figure, sourceId }: FigureQuestion, sources: readonly SourceOfRun[]): readonly string[] =>
  figure === 'netDistributable'
    ? []
    : sources
        .filter((source) => !source.isDetermined && (sourceId === undefined || source.sourceId === sourceId))
        .map((source) => source.sourceId);

/** Why the figures of these sources are not known, as their run says it; what stands against no source in particular stands against all. */
export function whyUnknown(remarks: readonly Remark[], sourceIds: readonly string[]): Failures {
  const problems = remarks.filter(({ kind }) => kind === 'problem');
  const own = problems.filter(({ place }) => place?.sourceId && sourceIds.includes(place.sourceId));
  const reasons = own.length > 0 ? own : problems.filter(({ place }) => !place?.sourceId);
  if (reasons.length === 0) return [fail('NOT_DETERMINED', ['figure'], 'The figure is not determined.')];
  return reasons.map(({ message }) => fail('NOT_DETERMINED', ['figure'], message));
}
