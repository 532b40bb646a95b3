import type { DraftContent } from '@carrara/contract/carry/run/distributionDraft';
import { useEffect, useState } from 'react';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { useAppDispatch, useSession } from '../../../session/hooks.ts';
import { browserDrafts } from './browserDrafts.ts';

/** A draft of this person, from the server or from this browser. */
export interface OfferedDraft {
  readonly id: string;
  readonly basedOn: number | null;
  readonly updatedDate: string;
  readonly content: DraftContent;
}
export interface OtherDraft {
  readonly person: string;
  readonly updatedDate: string;
}
export interface Drafts {
  readonly own: readonly OfferedDraft[];
  /** Ids of the drafts that the server has. All others exist only in this browser. */
  readonly stored: ReadonlySet<string>;
  readonly others: readonly OtherDraft[];
}

/** Reads the unsaved drafts of a run when the editor opens and again for each `occasion`. Undefined until they are loaded. */
export function useDrafts(distributionId: string | null, occasion: string) {
  const dispatch = useAppDispatch();
  const { user, tenantId } = useSession();
  const [discard] = useWrite('discardDistributionDraft');
  const [found, setFound] = useState<{ readonly key: string; readonly drafts: Drafts }>();
  const personId = user?.id ?? '';
  const draftKey = `${personId} ${distributionId ?? ''} ${occasion}`;
  useEffect(() => {
    let isLatest = true;
    const here = browserDrafts.list(personId, tenantId ?? '', distributionId);
    const query = distributionId ? { distributionId } : {};
    readOnce(dispatch, 'listDistributionDrafts', { query }, 'fresh').then(
      (listed) => {
        if (!isLatest) return;
        const stored = listed.flatMap(({ id, basedOn, updatedDate, content }) =>
          content ? [{ id, basedOn, updatedDate, content }] : [],
        );
        const others = listed.filter(({ isOwn }) => !isOwn);
        setFound({
          key: draftKey,
          drafts: { own: merged(stored, here), stored: new Set(stored.map(({ id }) => id)), others: newest(others) },
        });
      },
      () => isLatest && setFound({ key: draftKey, drafts: { own: merged([], here), stored: new Set(), others: [] } }),
    );
    return () => {
      isLatest = false;
    };
  }, [dispatch, personId, tenantId, distributionId, draftKey]);
  return {
    drafts: found?.key === draftKey ? found.drafts : undefined,
    discard: (id: string) => {
      browserDrafts.remove(id);
      setFound((before) => before && { ...before, drafts: { ...before.drafts, own: without(before.drafts.own, id) } });
      // If the server does not respond, the draft is simply offered again later.
      if (found?.drafts.stored.has(id)) void discard({ params: { id } }).catch(() => undefined);
    },
    markApplied: (id: string) =>
      setFound((before) => before && { ...before, drafts: { ...before.drafts, own: without(before.drafts.own, id) } }),
  };
}

const without = (drafts: readonly OfferedDraft[], id: string) => drafts.filter((draft) => draft.id !== id);

/**
 * Merges drafts of the server and of this browser. A draft that exists only in the browser is newer, because it is removed there as soon as the
 * server has it.
 */
function merged(stored: readonly OfferedDraft[], here: ReturnType<typeof browserDrafts.list>): readonly OfferedDraft[] {
  const local = here.map(
    ({ draftId, basedOn, savedAt, content }): OfferedDraft => ({ id: draftId, basedOn, updatedDate: savedAt, content }),
  );
  const localIds = new Set(local.map(({ id }) => id));
  return [...local, ...stored.filter(({ id }) => !localIds.has(id))];
}

function newest(drafts: readonly OtherDraft[]): readonly OtherDraft[] {
  const byPerson = new Map<string, OtherDraft>();
  for (const draft of drafts) if (!byPerson.has(draft.person)) byPerson.set(draft.person, draft);
  return [...byPerson.values()];
}
