import { requestComment } from '@carrara/ui/form/requestComment.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { failureText, failureWithStatus } from '../../../api/failure.ts';
import { useRemember } from '../../../api/useRemember.ts';
import type { Dispatch } from '../../../session/sessionState.ts';
import { useAllowed } from '../../../session/hooks.ts';
import type { UploadReport } from './fileTypes.ts';

/** Maximum number of vehicles that the confirmation names. */
const mostNamed = 5;
const money = (amount: string | null) => (amount === null ? 'not determined' : formatDecimal(amount, 2));

const linesOf = (lines: readonly string[]) => (
  <>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </>
);

/** Reverses everything that an upload entered, with a required reason. The confirmation lists the effects. */
export function UndoUpload({ report }: { readonly report: UploadReport }) {
  const [undo] = useWrite('undoUpload');
  const [isPrompting, setPrompting] = useState(false);
  const dispatch = useDispatch<Dispatch>();
  const remember = useRemember();
  const mayUndo = useAllowed('upload.edit');
  if (report.status !== 'DONE' || !report.canUndo || !mayUndo) return null;
  const params = { id: report.id };
  const confirmUndo = async () => {
    setPrompting(true);
    try {
      const { notes, figures } = await readOnce(dispatch, 'checkUndo', { params }, 'fresh');
      const reason = await requestComment({
        title: `Undo ${report.name}`,
        text: linesOf([
          'The entries of this file are reversed row by row. The values they replaced apply again.',
          ...notes,
          ...figures
            .slice(0, mostNamed)
            .map(
              ({ name, currency, periodEnd, nav }) =>
                `NAV of ${name} at ${formatDate(periodEnd)}, its last open quarter, ${currency}: ${money(nav.before)} now, ${money(nav.after)} after the undo.`,
            ),
          ...(figures.length > mostNamed ? [`And ${String(figures.length - mostNamed)} more vehicles.`] : []),
        ]),
        label: 'Reason',
        confirmLabel: 'Undo',
        required: true,
        send: async (enteredReason) => {
          try {
            remember('getUpload', await undo({ params, body: { reason: enteredReason } }));
            return undefined;
          } catch (failure) {
            return failureText(failure);
          }
        },
      });
      if (reason !== undefined) toastSuccess(`${report.name} undone`);
    } catch (failure) {
      toastError(failureWithStatus(failure));
    } finally {
      setPrompting(false);
    }
  };
  return (
    <Button variant="default" loading={isPrompting} onClick={() => void confirmUndo()}>
      Undo
    </Button>
  );
}
