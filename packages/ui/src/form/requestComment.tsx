import { lazy } from 'react';
import { openDialog } from '../feedback/openDialogs.ts';
import type { CommentQuestion } from './CommentDialog.tsx';

const CommentDialog = lazy(async () => ({ default: (await import('./CommentDialog.tsx')).CommentDialog }));

/** Asks for a comment. Returns undefined if canceled, otherwise the text, which may be empty. */
export function requestComment(question: CommentQuestion): Promise<string | undefined> {
  return openDialog<string | undefined>(
    (close) => <CommentDialog question={question} onAnswer={close} />,
    question.title,
  );
}
