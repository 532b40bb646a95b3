import { type FigureQuestion, type Remark } from '@carrara/domain/carry/run';
import { type Failures, fail } from '@carrara/domain/kernel';

interface SourceOfRun {
  readonly sourceId: string;
  readonly isDetermined: boolean;
  /** Whether what it shares out was entered. */
  readonly hasAmount: boolean;
}

/** The sources for which a figure is not known: what was entered needs nothing else; a sum is not known where one of its sources is not. */
export const unknownFor = ({ figure, sourceId }: FigureQuestion, sources: readonly SourceOfRun[]): readonly string[] =>
  sources
    .filter((source) => sourceId === undefined || source.sourceId === sourceId)
    .filter((source) => !(figure === 'netDistributable' ? source.hasAmount : source.isDetermined))
    .map((source) => source.sourceId);

/** Why the figures of these sources are not known, as their run says it; what stands against no source in particular stands against all. */
export function whyUnknown(remarks: readonly Remark[], sourceIds: readonly string[]): Failures {
  const problems = remarks.filter(({ kind }) => kind === 'problem');
  const own = problems.filter(({ place }) => place?.sourceId && sourceIds.includes(place.sourceId));
  const reasons = own.length > 0 ? own : problems.filter(({ place }) => !place?.sourceId);
  if (reasons.length === 0) return [fail('NOT_DETERMINED', ['figure'], 'The figure is not determined.')];
  return reasons.map(({ message }) => fail('NOT_DETERMINED', ['figure'], message));
}
