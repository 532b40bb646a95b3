import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import {
  decideAssignment,
  decideFinish,
  decideMentions,
  decideNote,
  decideReply,
  dueState,
  figureFailures,
  involvedOthers,
  isMarkNeeded,
  mentionedIn,
  notePieces,
  noteNoticeText,
  noticesOf,
  payNoteSubject,
  taskTitle,
} from './index.ts';

it('a note is written by people who may, changed by its author, and stays with its record', () => {
  const note = { objectId: 'fund', isOfPay: false };
  const before = { ...note, canEdit: true, isDeleted: false };
  const codes = (...facts: Parameters<typeof decideNote>) =>
    decideNote(...facts).match(
      () => [],
      (failures) => failures.map(({ code }) => code),
    );
  expect([codes(undefined, note, true), codes(before, note, false)]).toEqual([[], []]);
  expect(codes(undefined, note, false)).toEqual(['FORBIDDEN']);
  expect(codes({ ...before, canEdit: false }, { ...note, objectId: 'other' }, true)).toEqual(['FORBIDDEN']);
  expect(codes(before, { ...note, objectId: 'other' }, true)).toEqual(['NOT_FOUND']);
  expect(codes(before, { ...note, isOfPay: true }, true)).toEqual(['NOT_FOUND']);
  expect(codes({ ...before, isDeleted: true }, note, true)).toEqual(['WRONG_STATE']);
});

it('a note is about a figure with an explanation, at most ten years from today', () => {
  const today = calendarDate('2026-10-02');
  const pathsOf = (isExplained: boolean, date?: string) =>
    figureFailures({ isExplained, date: date === undefined ? undefined : calendarDate(date) }, today).map(({ path }) =>
      path.join('.'),
    );
  expect([pathsOf(true), pathsOf(true, '2036-10-02')]).toEqual([[], []]);
  expect(pathsOf(false, '2026-06-30')).toEqual(['figure.figure']);
  expect(pathsOf(true, '2199-12-31')).toEqual(['figure.figureDate']);
});

const [ann, bob, cid] = ['Ann Ito', 'Bob Ray', 'Cid Moe'].map((name) => ({ id: name.slice(0, 3), name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
];
const noteBy = (authorId: string | null, id: string, isDeleted = false) => ({ id, authorId, isDeleted });

describe('the mentions of a note', () => {
  const text = 'Please check, @Bob Ray and @Cid Moe';
  it('are the chosen readers whose names are in the text', () => {
    expect(decideMentions(text, ['Bob', 'Ann', 'Bob'], [ann, bob])._unsafeUnwrap()).toEqual(['Bob']);
  });
  it('include nobody who can’t read the record, unless they were mentioned before', () => {
    expect(decideMentions(text, ['Cid'], [ann, bob])._unsafeUnwrapErr()).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(decideMentions(text, ['Cid'], [ann, bob], [cid])._unsafeUnwrap()).toEqual(['Cid']);
  });
});

describe('the text of a note', () => {
  const [dan, dana] = [{ name: 'Dan Li' }, { name: 'Dan Li Shaw' }];
  it('is split at whole names, the longer of two first', () => {
    expect(notePieces('Hi @Dan Li Shaw, ask @Dan Li.', [dan, dana])).toEqual([
      'Hi ',
      { person: dana },
      ', ask ',
      { person: dan },
      '.',
    ]);
    expect(mentionedIn('@Dan Lisbon and dan@Dan Li', [dan])).toEqual([dan]);
    expect(mentionedIn('@Dan Lisbon', [dan])).toEqual([]);
    expect(notePieces('', [dan])).toEqual([]);
  });
});

describe('a thread', () => {
  it('accepts replies until its note is deleted', () => {
    expect(decideReply(noteBy('Ann', '1')).isOk()).toBe(true);
    expect(decideReply(noteBy('Ann', '1', true))._unsafeUnwrapErr()).toMatchObject([{ code: 'WRONG_STATE' }]);
  });
  it('marks a deleted note that something follows', () => {
    const thread = [noteBy('Ann', '1'), noteBy('Bob', '2'), noteBy('Ann', '3', true)];
    expect([isMarkNeeded('1', thread), isMarkNeeded('2', thread)]).toEqual([true, false]);
  });
});

describe('a saved note notifies', () => {
  const readers = [ann, bob, cid];
  const saved = { authorId: 'Ann', mentions: ['Bob'], mentionedBefore: [], repliesTo: [], readers };
  it('the mentioned, except its author and those mentioned before an edit', () => {
    expect(noticesOf({ ...saved, mentions: ['Bob', 'Ann'] })).toEqual([{ personId: 'Bob', reason: 'mention' }]);
    expect(noticesOf({ ...saved, mentions: ['Bob', 'Cid'], mentionedBefore: ['Bob'] })).toEqual([
      { personId: 'Cid', reason: 'mention' },
    ]);
  });
  it('everyone who wrote in the thread of a reply, each once, while they may read it', () => {
    const repliesTo = [
      noteBy('Ann', '1'),
      noteBy('Cid', '2'),
      noteBy('Bob', '3'),
      noteBy('Cid', '4'),
      noteBy(null, '5'),
    ];
    expect(noticesOf({ ...saved, repliesTo })).toEqual([
      { personId: 'Bob', reason: 'mention' },
      { personId: 'Cid', reason: 'reply' },
    ]);
    expect(noticesOf({ ...saved, repliesTo, readers: [ann] })).toEqual([]);
  });
  it('with a sentence that names the record, but nobody’s pay', () => {
    expect(noteNoticeText('mention', 'Ann Ito', 'Fund I')).toBe('Ann Ito mentioned you in a note on Fund I.');
    expect(noteNoticeText('reply', 'Ann Ito', payNoteSubject)).toBe('Ann Ito replied to a note on pay.');
  });
});

describe('a task', () => {
  const note = {
    ...noteBy('Ann', '1'),
    isReply: false,
    assigneeId: 'Bob',
    assignedById: 'Cid',
    dueDate: null,
    isDone: false,
  };
  const codes = (result: { isErr(): boolean; _unsafeUnwrapErr(): readonly { readonly code: string }[] }) =>
    result.isErr() ? result._unsafeUnwrapErr().map(({ code }) => code) : [];
  const assignment = { assigneeId: 'Bob', dueDate: '2026-06-30' };

  it('is an open note with an assignee who can read it', () => {
    expect(codes(decideAssignment(note, assignment, [bob], '2026-06-30'))).toEqual([]);
    expect(codes(decideAssignment(note, null, [], '2026-06-30'))).toEqual([]);
    expect(codes(decideAssignment(note, assignment, [ann], '2026-06-30'))).toEqual(['NOT_FOUND']);
    for (const state of [{ isDeleted: true }, { isReply: true }, { isDone: true }])
      expect(codes(decideAssignment({ ...note, ...state }, assignment, [bob], '2026-06-30'))).toEqual(['WRONG_STATE']);
  });
  it('isn’t due in the past, unless it already was', () => {
    const late = (dueDate: string | null) =>
      codes(decideAssignment({ ...note, dueDate }, assignment, [bob], '2026-07-01'));
    expect([late(null), late('2026-07-02'), late('2026-06-30')]).toEqual([
      ['ENDS_BEFORE_TODAY'],
      ['ENDS_BEFORE_TODAY'],
      [],
    ]);
  });
  it('is finished and reopened by the people involved, and by administrators', () => {
    const byPerson = (id: string, isAdministrator = false) => codes(decideFinish(note, { id, isAdministrator }, true));
    expect(['Ann', 'Bob', 'Cid'].map((id) => byPerson(id))).toEqual([[], [], []]);
    expect([byPerson('Dee'), byPerson('Dee', true)]).toEqual([['FORBIDDEN'], []]);
    expect(codes(decideFinish(note, { id: 'Bob', isAdministrator: false }, false))).toEqual(['WRONG_STATE']);
    expect(codes(decideFinish({ ...note, isDone: true }, { id: 'Bob', isAdministrator: false }, false))).toEqual([]);
    const plain = { ...note, assigneeId: null };
    expect(codes(decideFinish(plain, { id: 'Ann', isAdministrator: true }, true))).toEqual(['WRONG_STATE']);
  });
  it('notifies its assignee and who assigned it of a change by another', () => {
    expect(involvedOthers(note, 'Bob')).toEqual(['Cid']);
    expect(involvedOthers({ ...note, assignedById: 'Bob' }, 'Bob')).toEqual([]);
    expect(involvedOthers(note, 'Dee')).toEqual(['Bob', 'Cid']);
  });
  it('is due soon three days before its date, and overdue the day after it', () => {
    const states = ['2026-06-26', '2026-06-27', '2026-06-30', '2026-07-01'].map((today) =>
      dueState(calendarDate('2026-06-30'), calendarDate(today)),
    );
    expect(states).toEqual(['LATER', 'SOON', 'SOON', 'OVERDUE']);
  });
  it('is titled by the first line of its note', () => {
    expect(taskTitle('\n Ask the custodian\nabout June')).toBe('Ask the custodian');
  });
});
