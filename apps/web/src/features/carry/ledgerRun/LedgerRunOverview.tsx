import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { fields } from 'virtual:contract/tables';
import { useDownload } from '../../../api/download.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { LedgerLines } from './LedgerLines.tsx';
import { useExplainLedgerRun } from './useExplainLedgerRun.ts';

/** The entries of the run in each account, with its fields. */
export function LedgerRunOverview({ id }: ViewProps) {
  const download = useDownload();
  const explain = useExplainLedgerRun(id);
  const { data } = useRead('getLedgerRun', { params: { id } });
  if (!data) return <LoadingState />;
  const hasLetters = data.type.code === 'RELEASE';
  return (
    <>
      <LedgerLines
        type={data.type.code}
        lines={data.lines}
        totals={data}
        explain={explain}
        {...(hasLetters
          ? {
              rowActions: ({ participant }) => (
                <RowAction
                  onClick={() =>
                    void download('downloadEscrowLetter', { params: { id, participantId: participant.id } })
                  }
                >
                  Letter
                </RowAction>
              ),
            }
          : {})}
      />
      <FieldGroups fields={fields.ledgerRunFields} record={data} />
    </>
  );
}
