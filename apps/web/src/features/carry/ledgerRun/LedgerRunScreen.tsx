import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { reversalLinks, useRunPage } from '../../../record/run/runPage.tsx';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { EvidenceButton } from '../../../record/run/EvidenceButton.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import reasons from '../../../record/run/reasons.module.css';
import { Texts } from '../../../record/run/Texts.tsx';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';
import { ledgerRunColumns, summedColumns } from './ledgerRunColumns.ts';
import { useToday } from '../../../session/useToday.ts';
import { ownMoves } from './ownMoves.ts';
import { isExplained, useExplainLedgerRun } from './useExplainLedgerRun.ts';
import { ledgerRunEditPath, ledgerRunPath } from './addresses.ts';

/** The page of a ledger run: totals, actions and views. */
export function LedgerRunScreen({ screen }: ScreenProps) {
  const {
    id,
    run: displayed,
    views,
    current,
    placeholder,
  } = useRunPage<LedgerRunRecord>({
    screen,
    operation: 'getLedgerRun',
    noun: 'Run',
    pathOf: ledgerRunPath,
  });
  const explain = useExplainLedgerRun(id);
  if (!displayed || !current) return placeholder;
  const type = displayed.type.code;
  const titles = new Map(ledgerRunColumns(type).map(({ field, title }) => [field, title]));
  return (
    <>
      <ProfileHeader
        name={displayed.name}
        status={displayed.status}
        facts={factsOf(displayed)}
        figures={summedColumns(type).map((field) => ({
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
        <div className={reasons.messages}>
          <Texts
            tone="warn"
            lead={warningsTitle(displayed.warnings.length)}
            texts={displayed.warnings.map(({ message }) => message)}
          />
        </div>
      </ReservedSpace>
      <ViewTabs views={views} current={current.id} addressOf={(name) => `#${ledgerRunPath(id, name)}`} />
      <ViewPanel view={current} id={id} />
    </>
  );
}

function factsOf(run: LedgerRunRecord) {
  const { numberOfParticipants, currency } = run;
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
    ...reversalLinks(run, ledgerRunPath),
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
      <MoveButtons lifecycle="ledgerRun" record={run} events={actions} own={ownMoves(run, useToday())}>
        {actions.includes('saveLedgerRun') ? (
          <Button variant="default" component="a" href={`#${ledgerRunEditPath(id)}`}>
            Edit
          </Button>
        ) : null}
      </MoveButtons>
    </>
  );
}
