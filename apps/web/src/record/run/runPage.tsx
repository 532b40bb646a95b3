import type { Reference } from '@carrara/contract/core/kinds';
import { ErrorState } from '@carrara/ui/feedback/states.tsx';
import { useParams } from 'react-router-dom';
import { useReadByName } from '../../api/calls.ts';
import type { QueryName } from '../../api/operations.ts';
import { displayedView } from '../../frame/displayedView.ts';
import { useRecordCrumb } from '../../frame/RecordCrumb.tsx';
import type { Screen } from '../../frame/screenTypes.ts';
import { useAllowedViews } from '../../session/hooks.ts';
import { ReadState } from '../ReadState.tsx';

interface RunPage {
  readonly screen: Screen;
  readonly operation: QueryName;
  /** The part of the run that the page needs; all of it if omitted. */
  readonly query?: Readonly<Record<string, string>>;
  readonly noun: string;
  readonly pathOf: (id: string) => string;
}

/** Reads the run of a page and finds the open view. The placeholder stands for the page until the run is there. */
export function useRunPage<Run extends { readonly id: string; readonly name: string }>(page: RunPage) {
  const { id = '', view } = useParams();
  const { data, error, refetch } = useReadByName<Run>(
    page.operation,
    page.query ? { params: { id }, query: page.query } : { params: { id } },
  );
  const run = data?.id === id ? data : undefined;
  const views = useAllowedViews(page.screen.views ?? []);
  useRecordCrumb(run?.name, `#${page.pathOf(id)}`);
  const failure = run ? undefined : error;
  const placeholder =
    failure?.status === 404 ? (
      <ErrorState message={`${page.noun} not found`} />
    ) : (
      <ReadState error={failure} onRetry={refetch} lines={12} />
    );
  return { id, view, run, views, current: displayedView(views, view), placeholder };
}

interface Reversible {
  readonly status: { readonly code: string };
  readonly reversalOf: Reference | null;
  readonly reversedBy: Reference | null;
}

/** Returns links to the run that a run reverses, and to its own reversal. A run is not reversed before its reversal is posted. */
export const reversalLinks = ({ status, reversalOf, reversedBy }: Reversible, pathOf: (id: string) => string) =>
  [
    ['reversal of', reversalOf] as const,
    [status.code === 'REVERSED' ? 'reversed by' : 'to be reversed by', reversedBy] as const,
  ].flatMap(([label, run]) =>
    run
      ? [
          <a key={label} href={`#${pathOf(run.id)}`}>
            {label} {run.name}
          </a>,
        ]
      : [],
  );
