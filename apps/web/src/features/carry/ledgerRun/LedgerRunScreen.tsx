import type { LedgerRunRecord } from '@carrara/contract/carry/ledgerRun';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { HeldLocation } from '@carrara/ui/feedback/HeldPlace.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { useDownload } from '../../../api/download.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { displayedView } from '../../../frame/shownView.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { EvidenceButton } from '../../../record/run/EvidenceButton.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import { Texts } from '../../../record/run/Texts.tsx';
import { useAllowedViews } from '../../../session/hooks.ts';
import { columnsOf, summedIn } from './columnsOf.ts';
import { ownMoves } from './ownMoves.ts';
import { isExplained, useExplainLedgerRun } from './useExplainLedgerRun.ts';
import { ledgerRunEditPath, ledgerRunPath } from './places.ts';

/** The page of a ledger run: totals, actions and views. */
export function LedgerRunScreen({ screen }: ScreenProps) {
  const { id = '', view } = useParams();
  const { data, error, refetch } = useRead('getLedgerRun', { params: { id } });
  const shown = data?.id === id ? data : undefined;
  const views = useAllowedViews(screen.views ?? []);
  const current = displayedView(views, view);
  const explain = useExplainLedgerRun(id);
  useRecordCrumb(shown?.name, `#${ledgerRunPath(id)}`);
  if (error && !shown) {
    if (error.status === 404) return <ErrorState message="Run not found" />;
    return <ErrorState message={failureText(error)} onRetry={refetch} />;
  }
  if (!shown || !current) return <LoadingState lines={12} />;
  const type = shown.type.code;
  const titles = new Map(columnsOf(type).map(({ field, title }) => [field, title]));
  return (
    <>
      <ProfileHeader
        name={shown.name}
        status={shown.status}
        facts={factsOf(shown)}
        figures={summedIn(type).map((field) => ({
          label: titles.get(field) ?? field,
          kind: 'money',
          value: shown[field],
          ...(isExplained(shown[field])
            ? { why: <Why figure={valueText('money', shown[field])} load={() => explain(field)} /> }
            : {}),
        }))}
        actions={<LedgerRunActions run={shown} />}
      />
      <HeldLocation key={id}>
        <Texts tone="warn" texts={shown.warnings.map(({ message }) => message)} />
      </HeldLocation>
      <RouteTabs
        current={current.id}
        tabs={views.map((one) => ({ id: one.id, title: one.title, href: `#${ledgerRunPath(id, one.id)}` }))}
        onPrefetch={(tab) => void views.find((one) => one.id === tab.id)?.load()}
      />
      <ViewPanel view={current} id={id} />
    </>
  );
}

function factsOf(run: LedgerRunRecord) {
  const { numberOfParticipants, currency, reversalOf, reversedBy } = run;
  const link = (word: string, of: LedgerRunRecord['reversalOf']) =>
    of
      ? [
          <a key={word} href={`#${ledgerRunPath(of.id)}`}>
            {word} {of.name}
          </a>,
        ]
      : [];
  const done = (action: string, by: string, at: string | null) =>
    at ? [`${action} by ${by}, ${valueText('instant', at)}`] : [];
  return [
    run.type.description,
    formatDate(run.runDate),
    `${String(numberOfParticipants)} ${numberOfParticipants === 1 ? 'participant' : 'participants'}`,
    ...(currency ? [currency.code ?? currency.name ?? ''] : []),
    ...(run.status.code === 'SUB' ? done('submitted', run.submittedBy, run.submittedDate) : []),
    ...(run.status.code === 'APP' ? done('approved', run.approvedBy, run.approvedDate) : []),
    ...done('posted', run.postedBy, run.postedDate),
    ...link('reversal of', reversalOf),
    // The run is not reversed before its reversal is posted.
    ...link(run.status.code === 'REVERSED' ? 'reversed by' : 'to be reversed by', reversedBy),
  ];
}

/** The buttons of the run, with the moves that the server allows this person now. */
function LedgerRunActions({ run }: { readonly run: LedgerRunRecord }) {
  const download = useDownload();
  const { id, name, actions } = run;
  return (
    <>
      <NotesButton objectId={id} objectType="ledgerRun" name={name} />
      {run.type.code === 'RELEASE' ? (
        <Button variant="default" onClick={() => void download('downloadEscrowLetters', { params: { id } })}>
          Letters
        </Button>
      ) : null}
      <EvidenceButton of="LedgerRun" id={id} />
      <MoveButtons of="ledgerRun" record={run} events={actions} own={ownMoves(run)}>
        {actions.includes('saveLedgerRun') ? (
          <Button variant="default" component="a" href={`#${ledgerRunEditPath(id)}`}>
            Edit
          </Button>
        ) : null}
      </MoveButtons>
    </>
  );
}
