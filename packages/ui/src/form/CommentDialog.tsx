import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { StoredInputOffer } from './StoredInputOffer.tsx';
import { useStoredText } from './useStoredText.ts';
import { DialogActions, DialogFrame } from '../feedback/DialogFrame.tsx';
import { DialogNotices } from '../feedback/DialogNotices.tsx';
import type { Question } from '../feedback/QuestionDialog.tsx';

export interface CommentQuestion extends Omit<Question, 'alternativeLabel' | 'send'> {
  readonly label: string;
  readonly required?: boolean;
  /** Carries out the action while the dialog is open. Returns why it was refused, so that the comment stays. */
  readonly send?: ((comment: string) => Promise<string | undefined>) | undefined;
}

export interface CommentDialogProps {
  readonly question: CommentQuestion;
  readonly onAnswer: (comment?: string) => void;
}

export function CommentDialog({ question, onAnswer }: CommentDialogProps) {
  const [comment, setComment] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = question.required === true && comment.trim() === '';
  const storedInput = useStoredText(question.title, comment, setComment);
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async () => {
    if (missing) return setSubmitted(true);
    setSending(true);
    const refused = await question.send?.(comment.trim());
    setSending(false);
    setRefusal(refused);
    if (refused !== undefined) return;
    storedInput.drop();
    onAnswer(comment.trim());
  };
  const cancel = () => {
    storedInput.drop();
    onAnswer();
  };
  return (
    <DialogFrame title={question.title} onClose={() => onAnswer()}>
      <StoredInputOffer stored={storedInput} />
      <DialogNotices news={question.news} refusal={refusal} />
      {question.text}
      <Textarea
        mt="sm"
        data-autofocus
        label={question.label}
        withAsterisk={question.required === true}
        autosize
        minRows={3}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={submitted && missing ? `${question.label} is required` : null}
      />
      <DialogActions onCancel={cancel} cancelLabel={question.cancelLabel ?? 'Cancel'}>
        <Button color={question.danger ? 'red' : 'teal'} loading={isSending} onClick={() => void submit()}>
          {question.confirmLabel ?? 'Confirm'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
