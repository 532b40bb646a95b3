import type { InboxEntry } from '@carrara/contract/platform/note/inbox';

/** The tabs of the inbox after the updates, with the kinds of notifications that each lists; all other kinds are in the last one. */
export const inboxTabs = [
  { id: 'mentions', title: 'Mentions', kinds: ['mention'], empty: 'Nobody has mentioned or answered you.' },
  { id: 'tasks', title: 'Tasks', kinds: ['assignment'], empty: 'You have no messages about tasks.' },
  { id: 'approvals', title: 'Approvals', kinds: ['approval'], empty: 'You have no messages about approvals.' },
  { id: 'other', title: 'Other', kinds: null, empty: 'You have no other messages.' },
] as const satisfies readonly {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly InboxEntry['kind'][] | null;
  readonly empty: string;
}[];

type InboxTab = (typeof inboxTabs)[number];

const ofOwnTab: readonly string[] = inboxTabs.flatMap(({ kinds }) => kinds ?? []);

/** Returns the notifications of a tab. */
export const entriesOfTab = ({ kinds }: Pick<InboxTab, 'kinds'>, entries: readonly InboxEntry[]) =>
  entries.filter(({ kind }) => (kinds ? (kinds as readonly string[]).includes(kind) : !ofOwnTab.includes(kind)));
