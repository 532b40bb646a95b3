import type { LedgerRunRecord } from '@carrara/contract/carry/ledgerRun';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
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
import { displayedView } from '../../../frame/displayedView.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { EvidenceButton } from '../../../record/run/EvidenceButton.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import { Texts } from '../../../record/run/Texts.tsx';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';
import { useAllowedViews } from '../../../session/hooks.ts';
import { columnsOf, summedIn } from './columnsOf.ts';
import { ownMoves } from './ownMoves.ts';
import { isExplained, useExplainLedgerRun } from './useExplainLedgerRun.ts';
import { ledgerRunEditPath, ledgerRunPath } from './addresses.ts';

/** The page of a ledger run: totals, actions and views. */
export function LedgerRunScreen({ screen }: ScreenProps) {
  const { id = '', view } = useParams();
  const { data, error, refetch } = useRead('getLedgerRun', { params: { id } });
  const displayed = data?.id === id ? data : undefined;
  const views = useAllowedViews(screen.views ?? []);
  const current = displayedView(views, view);
  const explain = useExplainLedgerRun(id);
  useRecordCrumb(displayed?.name, `#${ledgerRunPath(id)}`);
  if (error && !displayed) {
    if (error.status === 404) return <ErrorState message="Run not found" />;
    return <ErrorState message={failureText(error)} onRetry={refetch} />;
  }
  if (!displayed || !current) return <LoadingState lines={12} />;
  const type = displayed.type.code;
  const titles = new Map(columnsOf(type).map(({ field, title }) => [field, title]));
  return (
    <>
      <ProfileHeader
        name={displayed.name}
        status={displayed.status}
        facts={factsOf(displayed)}
        figures={summedIn(type).map((field) => ({
          label: titles.get(field) ?? field,
          kind: 'money',
          value: displayed[field],
          ...(isExplained(displayed[field])
            ? { why: <Why figure={valueText('money', displayed[field])} load={() => explain(field)} /> }
            : {}),
        }))}
        actions={<LedgerRunActions run={displayed} />}
      />
      <ReservedSpace key={id}>
        <Texts
          tone="warn"
          lead={warningsTitle(displayed.warnings.length)}
          texts={displayed.warnings.map(({ message }) => message)}
        />
      </ReservedSpace>
      <RouteTabs
        current={current.id}
        tabs={views.map((tabView) => ({
          id: tabView.id,
          title: tabView.title,
          href: `#${ledgerRunPath(id, tabView.id)}`,
        }))}
        onPrefetch={(tab) => void views.find((candidate) => candidate.id === tab.id)?.load()}
      />
      <ViewPanel view={current} id={id} />
    </>
  );
}

function factsOf(run: LedgerRunRecord) {
  const { numberOfParticipants, currency, reversalOf, reversedBy } = run;
  const link = (word: string, linked: LedgerRunRecord['reversalOf']) =>
    linked
      ? [
          <a key={word} href={`#${ledgerRunPath(linked.id)}`}>
            {word} {linked.name}
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
      <EvidenceButton kind="LedgerRun" id={id} />
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
