import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { refetchLatest, skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { useSession } from '../../../session/hooks.ts';
import { DistributionForm } from './DistributionForm.tsx';
import { DraftOffers } from './DraftOffers.tsx';
import { type FormStart, startFromDraft, startLike, initialFormStart } from './formStart.ts';
import { type OfferedDraft, useDrafts } from './useDrafts.ts';
import { withoutRows } from './withoutRows.ts';

/**
 * Creates a distribution, optionally like an earlier one (`?from=`), or edits a draft, depending on the address. Earlier unsaved input is offered
 * first.
 */
export function DistributionEditor(_props: ScreenProps) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const from = id ? null : search.get('from');
  const reading = useRead('getDistribution', id || from ? withoutRows(id ?? from ?? '') : skipToken);
  const { data, error, refetch } = reading;
  const byBalance = useSession().settings?.investorBalanceDistributions === 'True';
  const [loaded, setLoaded] = useState<Distribution>();
  const [chosen, setChosen] = useState<OfferedDraft>();
  // Keeps the record that is being edited, so that a live update can't replace the input.
  const requestedId = id ?? from;
  const current = !requestedId
    ? undefined
    : loaded?.id === requestedId
      ? loaded
      : data?.id === requestedId
        ? data
        : undefined;
  if (current && loaded !== current) setLoaded(current);
  const { drafts, discard, markApplied } = useDrafts(id ?? null, `${String(current?.rowVersion ?? '')}`);
  if (error && !current)
    return (
      <ErrorState message={error.status === 404 ? 'Distribution not found' : failureText(error)} onRetry={refetch} />
    );
  if ((requestedId && !current) || (!drafts && !chosen)) return <LoadingState lines={12} />;
  const run = id ? current : undefined;
  const saved = run && data?.id === run.id && data.rowVersion > run.rowVersion ? data : undefined;
  const start = startOfForm(chosen, run, from ? current : undefined, byBalance);
  return (
    <>
      <DraftOffers
        own={drafts?.own ?? []}
        others={drafts?.others ?? []}
        saved={saved && { by: saved.updatedBy, at: saved.updatedDate }}
        changed={run && { by: run.updatedBy, at: run.updatedDate, rowVersion: run.rowVersion }}
        onRestore={(draft) => {
          markApplied(draft.id);
          setChosen(draft);
        }}
        onDiscard={({ id: draftId }) => discard(draftId)}
      />
      <DistributionForm
        key={`${requestedId ?? 'new'} ${String(current?.rowVersion ?? '')} ${chosen?.id ?? ''}`}
        loaded={run}
        start={start}
        onReload={(theirs) => {
          setChosen(undefined);
          setLoaded(theirs);
        }}
        latest={() => refetchLatest(reading)}
      />
    </>
  );
}

function startOfForm(
  draft: OfferedDraft | undefined,
  run: Distribution | undefined,
  earlier: Distribution | undefined,
  byBalance: boolean,
): FormStart {
  if (draft) return startFromDraft(draft);
  return earlier ? startLike(earlier, byBalance) : initialFormStart(run, byBalance);
}
