import { useMemo } from 'react';
import type { DraftEntry } from './draft.ts';
import { previewProfile, type ProfilePreview } from './preview.ts';
import type { EntryChoices } from './useEntryChoices.ts';

/** Evaluates a draft by the rules of the domain, again only when the draft changes. Undefined until the choices are loaded. */
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
