import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogActions, DialogFrame } from './DialogFrame.tsx';
import { type DialogNews, DialogNotices } from './DialogNotices.tsx';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  /** The label of a second action, such as 'Delete' next to 'Reallocate'. */
  readonly alternativeLabel?: string;
  /** Makes the button red, for an action that can't be undone. */
  readonly danger?: boolean;
  /** Carries out the action once it is confirmed, while the dialog is open. Returns why it was refused. */
  readonly send?: (() => Promise<string | undefined>) | undefined;
  readonly news?: DialogNews | undefined;
}

export type Answer = 'confirmed' | 'alternative' | 'canceled';

export interface QuestionDialogProps {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
}

export function QuestionDialog({ question, onAnswer }: QuestionDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const confirmed = async () => {
    if (!question.send) return onAnswer('confirmed');
    setSending(true);
    const refused = await question.send();
    setSending(false);
    setRefusal(refused);
    if (refused === undefined) onAnswer('confirmed');
  };
  return (
    <DialogFrame title={question.title} onClose={() => onAnswer('canceled')}>
      <DialogNotices news={question.news} refusal={refusal} />
      {question.text}
      <DialogActions onCancel={() => onAnswer('canceled')} cancelLabel={question.cancelLabel ?? 'Cancel'}>
        {question.alternativeLabel ? (
          <Button variant="default" onClick={() => onAnswer('alternative')}>
            {question.alternativeLabel}
          </Button>
        ) : null}
        <Button
          data-autofocus
          color={question.danger ? 'red' : 'teal'}
          loading={isSending}
          onClick={() => void confirmed()}
        >
          {question.confirmLabel ?? 'Confirm'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
