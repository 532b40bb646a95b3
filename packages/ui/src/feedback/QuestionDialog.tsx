import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogActions, DialogFrame } from './DialogFrame.tsx';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  /** A further way out, as 'Delete' beside 'Reallocate'. */
  readonly alternativeLabel?: string;
  /** Red button: the deed cannot be undone. */
  readonly danger?: boolean;
}

export type Answer = 'confirmed' | 'alternative' | 'cancelled';

export interface QuestionDialogProps {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
}

export function QuestionDialog({ question, onAnswer }: QuestionDialogProps) {
  return (
    <DialogFrame title={question.title} onClose={() => onAnswer('cancelled')}>
      {question.text}
      <DialogActions>
        <Button variant="default" onClick={() => onAnswer('cancelled')}>
          {question.cancelLabel ?? 'Cancel'}
        </Button>
        {question.alternativeLabel ? (
          <Button variant="default" onClick={() => onAnswer('alternative')}>
            {question.alternativeLabel}
          </Button>
        ) : null}
        <Button data-autofocus color={question.danger ? 'red' : 'teal'} onClick={() => onAnswer('confirmed')}>
          {question.confirmLabel ?? 'Confirm'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
