import { useMemo } from 'react';
import type { DraftEntry } from './draft.ts';
import { previewProfile, type ProfilePreview } from './preview.ts';
import type { EntryChoices } from './useEntryChoices.ts';

/** The domain's answer to a draft, anew only when the draft has changed; undefined until the choices are read. */
export function usePreview(
  entries: readonly DraftEntry[],
  isShareBased: boolean,
  choices: EntryChoices | undefined,
  ofEntity: boolean,
): ProfilePreview | undefined {
  return useMemo(
    () => (choices ? previewProfile({ entries, isShareBased, choices, ofEntity }) : undefined),
    [entries, isShareBased, choices, ofEntity],
  );
}
