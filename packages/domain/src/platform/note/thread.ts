import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** A person who may read a record's notes. */
export interface NoteReader {
  readonly id: string;
  readonly name: string;
}

/** A note or a reply, with its author. Null for a note that a program wrote. */
export interface ThreadNote {
  readonly id: string;
  readonly authorId: string | null;
  readonly isDeleted: boolean;
}

/** The text that mentions a person. */
export const mentionText = (name: string): string => `@${name}`;

/** Matches a letter or digit, with which a longer name would go on. */
const nameGoesOn = /^[\p{L}\p{N}]/u;

/** A text in pieces: plain ones, and mentions with the person. */
export type NotePiece<P> = string | { readonly person: P };

/** Splits a text at the mentions of these people. Of two names that both match, the longer one counts. */
export function notePieces<P extends { readonly name: string }>(text: string, people: readonly P[]): NotePiece<P>[] {
  const longestFirst = people.toSorted((person, other) => other.name.length - person.name.length);
  const pieces: NotePiece<P>[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const person = longestFirst.find(
      ({ name }) => text.startsWith(mentionText(name), at) && !nameGoesOn.test(text.slice(at + name.length + 1)),
    );
    if (person) {
      if (plain !== '') pieces.push(plain);
      pieces.push({ person });
      plain = '';
    } else plain += text.charAt(at);
    at += person ? mentionText(person.name).length : 1;
  }
  return plain === '' ? pieces : [...pieces, plain];
}

/** Returns the people whom a text mentions, in its order. */
export const mentionedIn = <P extends { readonly name: string }>(text: string, people: readonly P[]): readonly P[] => [
  ...new Set(notePieces(text, people).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.person]))),
];

/**
 * Decides whom a note mentions: the requested people whose `@name` is in its text. Everyone must be able to read the
 * record. People who were mentioned before and have lost their access stay.
 *
 * Fails: NOT_FOUND.
 */
export function decideMentions(
  text: string,
  requested: readonly string[],
  readers: readonly NoteReader[],
  before: readonly NoteReader[] = [],
): Result<readonly string[], Failures> {
  const ids = new Set(requested);
  const existing = new Map([...before, ...readers].map((person) => [person.id, person]));
  if ([...ids].some((id) => !existing.has(id))) {
    const detail = 'Somebody you mentioned can’t read the notes of this record. Remove the mention.';
    return err([fail('NOT_FOUND', ['mentions'], detail)]);
  }
  const chosen = [...existing.values()].filter(({ id }) => ids.has(id));
  const names = new Set(mentionedIn(text, [...existing.values()]).map(({ name }) => name));
  return ok(chosen.filter(({ name }) => names.has(name)).map(({ id }) => id));
}

/** Decides whether a person can reply to a note. Fails: WRONG_STATE. */
export const decideReply = ({ isDeleted }: ThreadNote): Result<true, Failures> =>
  isDeleted ? err([fail('WRONG_STATE', [], 'This note was deleted. Add a note of your own instead.')]) : ok(true);

/**
 * True if a deleted note leaves a mark in its thread, because others have replied to it or after it. Otherwise their
 * replies would seem to answer something else.
 */
export const isMarkNeeded = (id: string, thread: readonly ThreadNote[]): boolean =>
  thread.slice(thread.findIndex((note) => note.id === id) + 1).some(({ isDeleted }) => !isDeleted);

export interface NoteNotice {
  readonly personId: string;
  readonly reason: 'mention' | 'reply';
}

/**
 * Returns whom a saved note notifies: newly mentioned people, and for a new reply, everyone who has written in its
 * thread. A person is notified once, never of their own note, and only while they may read it.
 */
export function noticesOf(note: {
  readonly authorId: string;
  readonly mentions: readonly string[];
  /** The people mentioned before an edit. */
  readonly mentionedBefore: readonly string[];
  /** The earlier notes of the thread if the note is a new reply; otherwise none. */
  readonly repliesTo: readonly ThreadNote[];
  readonly readers: readonly NoteReader[];
}): readonly NoteNotice[] {
  const mayRead = new Set(note.readers.map(({ id }) => id).filter((id) => id !== note.authorId));
  const mentioned = note.mentions.filter((id) => mayRead.has(id) && !note.mentionedBefore.includes(id));
  const writers = new Set(note.repliesTo.flatMap(({ authorId }) => authorId ?? []));
  const others = [...writers].filter((id) => mayRead.has(id) && !note.mentions.includes(id));
  return [
    ...mentioned.map((personId): NoteNotice => ({ personId, reason: 'mention' })),
    ...others.map((personId): NoteNotice => ({ personId, reason: 'reply' })),
  ];
}

/** Returns the sentence of a notice. `on` is the record, or `payNoteSubject` for a note on pay, because the sentence is mailed. */
export function noteNoticeText(reason: NoteNotice['reason'], author: string, on: string): string {
  return reason === 'mention' ? `${author} mentioned you in a note on ${on}.` : `${author} replied to a note on ${on}.`;
}
