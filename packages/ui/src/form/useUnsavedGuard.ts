import { useEffect, useEffectEvent } from 'react';
import {
  announceQuestion,
  discardUnsaved,
  registerUnsaved,
  questionBefore,
  type Step,
} from '../feedback/unsavedInput.ts';
import { confirm } from '../feedback/questions.tsx';

export const hasUnsaved = (step?: Step): boolean => questionBefore(step) !== undefined;

let pending: Promise<boolean> | undefined;

/**
 * Asks before unsaved input on the page is discarded, however the page is left. True if there is none or it may be discarded. Two steps at the same
 * time, such as an address that is entered twice, ask only once.
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
  if (leave) discardUnsaved(step);
  return leave;
}

export interface UnsavedGuard {
  /** A form that is saving may navigate without a question. */
  readonly isSaving?: boolean;
  /** Steps that leave nothing, such as from one view of the form to the next. */
  readonly staysOn?: (step: Step) => boolean;
  /** Called when the person has discarded the changes. */
  readonly onDiscard?: () => void;
}

const questionText = 'Your changes haven’t been saved. Leave without saving?';

/** Asks before unsaved changes are left: the router asks at each step, and the browser when the tab is closed. */
export function useUnsavedGuard(isDirty: boolean, { isSaving = false, staysOn, onDiscard }: UnsavedGuard = {}): void {
  const discard = useEffectEvent(() => onDiscard?.());
  const question = useEffectEvent((step?: Step) => (step && (isSaving || staysOn?.(step)) ? undefined : questionText));
  useEffect(() => {
    if (!isDirty) return;
    return registerUnsaved({ question: (step) => question(step), discard: () => discard() });
  }, [isDirty]);
}
