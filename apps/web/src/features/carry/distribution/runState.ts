import type { DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import type { ReconciliationState } from '@carrara/ui/profile/ReconciliationBar.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import type { GeneratedRun, Generation } from './useGenerated.ts';
import { type SourceDraft, unreadFields } from './runDraft.ts';

export interface TypedRun extends Pick<Generation, 'run' | 'refusals' | 'away' | 'isComputing'> {
  readonly sources: readonly SourceDraft[];
  /** The reason why the head fields don't allow a computation, such as a missing date. */
  readonly incomplete: string | undefined;
}

const isZero = (text: string) => !/[1-9]/.test(text);
const listed = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${String(names.length - 3)} more` : names.join(', ');

/** Summarizes the state of the run that is being edited, for the bar. */
export function reconciliationState({
  run,
  refusals,
  away,
  isComputing,
  sources,
  incomplete,
}: TypedRun): ReconciliationState {
  const blank = sources.filter(({ amount }) => amount.trim() === '');
  const unread = sources.flatMap(unreadFields).filter(({ text }) => text !== '').length;
  if (unread === 0 && sources.every(({ amount }) => isZero(amount))) return { kind: 'nothing' };
  if (away) return { kind: 'outdated', reason: `${upperFirst(away)}: the figures don’t include your latest changes.` };
  if (isComputing) return { kind: 'calculating' };
  const cannot = (reason: string): ReconciliationState => ({ kind: 'undetermined', reason });
  if (unread > 0) return cannot(unread === 1 ? '1 cell to correct.' : `${String(unread)} cells to correct.`);
  if (incomplete) return cannot(incomplete);
  if (refusals[0]) return cannot(refusals[0].message);
  if (!run) return { kind: 'calculating' };
  if (blank.length > 0) return cannot(`No amount yet: ${listed(blank.map(({ source }) => nameOfSource(source)))}.`);
  const unknown = run.distributionSources.filter(({ isDetermined }) => !isDetermined);
  if (unknown.length > 0) {
    const ids = new Set(unknown.map(({ source }) => source.id));
    const reason = run.problems.find(
      ({ location }) => location !== null && (location.sourceId === null || ids.has(location.sourceId)),
    );
    return cannot(reason?.message ?? listed(unknown.map(({ source }) => nameOfSource(source))));
  }
  const { difference } = run.reconciliation;
  // The list of problems gives the reason.
  if (difference === null)
    return { kind: 'undetermined', reason: untaxedText(run.distributionSources), isTaxOnly: true };
  return { kind: isZero(difference) ? 'reconciled' : 'difference' };
}

/** Returns the sources that contain an error, whichever tab is open: unreadable input, or a problem of the computed run. */
export function wrongSources(
  sources: readonly SourceDraft[],
  run: Pick<GeneratedRun, 'problems'> | undefined,
): ReadonlySet<string> {
  const unread = sources.filter((source) => unreadFields(source).some(({ text }) => text !== ''));
  return new Set([
    ...unread.map(({ source }) => source.id),
    ...(run?.problems ?? []).flatMap(({ location }) => location?.sourceId ?? []),
  ]);
}

/** Names the sources whose tax is not determined. */
export const untaxedText = (sources: readonly Pick<DistributionSource, 'source' | 'tax'>[]): string =>
  `The tax of ${listed(sources.filter(({ tax }) => tax === null).map(({ source }) => nameOfSource(source)))} is not determined.`;

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
