import { useEffect, useEffectEvent } from 'react';
import { announceQuestion, giveUp, holdUnsaved, questionBefore, type Step } from '../feedback/unsaved.ts';
import { confirm } from '../feedback/ask.tsx';

export const hasUnsaved = (step?: Step): boolean => questionBefore(step) !== undefined;

let pending: Promise<boolean> | undefined;

/**
 * Asks before what is unsaved on the page is given up, by whatever way it is left; true when there is nothing or it may go. Two ways out at
 * once, as an address typed twice, are one question.
 */
export async function mayLeaveUnsaved(step?: Step): Promise<boolean> {
  const text = questionBefore(step);
  if (text === undefined) return true;
  announceQuestion(step);
  pending ??= confirm({
    title: 'Unsaved changes',
    text,
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
    danger: true,
  }).finally(() => {
    pending = undefined;
  });
  const leave = await pending;
  if (leave) giveUp(step);
  return leave;
}

export interface UnsavedGuard {
  /** A form that is saving may navigate without a question. */
  readonly isSaving?: boolean;
  /** Steps that leave nothing, as from one view of the form to the next. */
  readonly staysOn?: (step: Step) => boolean;
  /** Hears that the person gave the changes up. */
  readonly onDiscard?: () => void;
}

const questionText = 'Your changes haven’t been saved. Leave without saving?';

/** Has what leads away from unsaved changes ask before: the router at each step, the browser when the tab is closed. */
export function useUnsavedGuard(isDirty: boolean, { isSaving = false, staysOn, onDiscard }: UnsavedGuard = {}): void {
  const discard = useEffectEvent(() => onDiscard?.());
  const question = useEffectEvent((step?: Step) => (step && (isSaving || staysOn?.(step)) ? undefined : questionText));
  useEffect(() => {
    if (!isDirty) return;
    return holdUnsaved({ question: (step) => question(step), discard: () => discard() });
  }, [isDirty]);
}
