import type { DraftContent } from '@carrara/contract/carry/distributionDraft';

/** A draft in this browser that the server does not have yet. */
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

/** The drafts that only this browser has. A browser that keeps nothing loses no more than it would without. */
export const browserDrafts = {
  put(draft: BrowserDraft): void {
    try {
      localStorage.setItem(prefix + draft.draftId, JSON.stringify(draft));
    } catch {
      // Full or forbidden: the server has it after the next pause.
    }
  },
  remove(draftId: string): void {
    try {
      localStorage.removeItem(prefix + draftId);
    } catch {
      // As above.
    }
  },
  /** Of this person at this firm and this run; newest first. */
  of(personId: string, tenantId: string, distributionId: string | null): readonly BrowserDraft[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(key) ?? [])
        .filter(
          (one) => one.personId === personId && one.tenantId === tenantId && one.distributionId === distributionId,
        )
        .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
    } catch {
      return [];
    }
  },
};
