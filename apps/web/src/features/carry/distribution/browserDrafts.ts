import type { DraftContent } from '@carrara/contract/carry/run/distributionDraft';

/** A draft in this browser that the server has not received yet. */
export interface BrowserDraft {
  readonly draftId: string;
  readonly personId: string;
  readonly tenantId: string;
  readonly distributionId: string | null;
  readonly basedOn: number | null;
  readonly savedAt: string;
  readonly content: DraftContent;
}

const prefix = 'carrara.distribution.draft.';

function read(key: string): BrowserDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as BrowserDraft;
  } catch {
    return undefined;
  }
}

/** The drafts that exist only in this browser. If the browser has no storage, only this safety net is missing. */
export const browserDrafts = {
  put(draft: BrowserDraft): void {
    try {
      localStorage.setItem(prefix + draft.draftId, JSON.stringify(draft));
    } catch {
      // Storage is full or forbidden. The server gets the draft after the next pause in typing.
    }
  },
  remove(draftId: string): void {
    try {
      localStorage.removeItem(prefix + draftId);
    } catch {
      // Storage is forbidden.
    }
  },
  /** Returns the drafts of a person for a firm and a run, newest first. */
  list(personId: string, tenantId: string, distributionId: string | null): readonly BrowserDraft[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(key) ?? [])
        .filter(
          (browserDraft) =>
            browserDraft.personId === personId &&
            browserDraft.tenantId === tenantId &&
            browserDraft.distributionId === distributionId,
        )
        .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
    } catch {
      return [];
    }
  },
};
