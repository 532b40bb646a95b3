import {
  addDays,
  type CalendarDate,
  displayedDate,
  err,
  type Failures,
  fail,
  ok,
  type Result,
} from '../../kernel/index.ts';
import type { NoteReader, ThreadNote } from './thread.ts';

/** A task is a note that is assigned to somebody until a date. */
export interface Assignment {
  readonly assigneeId: string;
  readonly dueDate: string;
}

/** A note with its assignment, if it is a task. */
export interface AssignableNote extends ThreadNote {
  readonly isReply: boolean;
  readonly assigneeId: string | null;
  readonly assignedById: string | null;
  readonly dueDate: string | null;
  readonly isDone: boolean;
}

/**
 * Decides whether a note can be assigned. The assignee must be able to read it, and a new due date can't be in the past.
 *
 * Fails: WRONG_STATE, NOT_FOUND, ENDS_BEFORE_TODAY.
 */
export function decideAssignment(
  { isDeleted, isReply, isDone, dueDate }: Pick<AssignableNote, 'isDeleted' | 'isReply' | 'isDone' | 'dueDate'>,
  assignment: Assignment | null,
  readers: readonly NoteReader[],
  today: string,
): Result<true, Failures> {
  if (isDeleted) return err([fail('WRONG_STATE', [], 'This note was deleted.')]);
  if (isReply) return err([fail('WRONG_STATE', [], 'A reply can’t be a task. Make its note a task instead.')]);
  if (isDone) return err([fail('WRONG_STATE', [], 'This task is done. Reopen it to change it.')]);
  if (assignment && !readers.some(({ id }) => id === assignment.assigneeId)) {
    const detail = 'Choose somebody who can read the notes of this record.';
    return err([fail('NOT_FOUND', ['assignment', 'assigneeId'], detail)]);
  }
  if (assignment && assignment.dueDate !== dueDate && assignment.dueDate < today)
    return err([fail('ENDS_BEFORE_TODAY', ['assignment', 'dueDate'], 'The due date can’t be in the past.')]);
  return ok(true);
}

/** True if a person may mark a task as done or reopen it: its assignee, its author, who assigned it, and administrators. */
export const canFinish = (
  { assigneeId, assignedById, authorId, isDeleted }: AssignableNote,
  personId: string,
  isAdministrator: boolean,
): boolean =>
  assigneeId !== null &&
  !isDeleted &&
  (isAdministrator || [assigneeId, assignedById, authorId].some((involved) => involved === personId));

/** Decides whether a person can mark a task as done, or reopen it. Fails: FORBIDDEN, WRONG_STATE. */
export function decideFinish(
  note: AssignableNote,
  person: { readonly id: string; readonly isAdministrator: boolean },
  isDone: boolean,
): Result<true, Failures> {
  if (note.assigneeId === null || note.isDeleted) return err([fail('WRONG_STATE', [], 'This note is no task.')]);
  if (!canFinish(note, person.id, person.isAdministrator)) {
    const detail = 'Only its assignee, or the person who assigned it, can change this task.';
    return err([fail('FORBIDDEN', [], detail)]);
  }
  if (note.isDone !== isDone) return ok(true);
  return err([fail('WRONG_STATE', [], isDone ? 'This task is already done.' : 'This task is already open.')]);
}

/** Returns the people whom a finished or reopened task notifies: everyone involved except the person who did it. */
export const involvedOthers = (
  { assigneeId, assignedById, authorId }: AssignableNote,
  personId: string,
): readonly string[] => [
  ...new Set([assigneeId, assignedById ?? authorId].flatMap((id) => (id === null || id === personId ? [] : id))),
];

/** A task is due soon from this many days before its due date. */
export const dueSoonDays = 3;
export const dueStates = ['OVERDUE', 'SOON', 'LATER'] as const;
export type DueState = (typeof dueStates)[number];

/** Returns the state of an open task: overdue from the day after its due date. */
export function dueState(dueDate: CalendarDate, today: CalendarDate): DueState {
  if (dueDate < today) return 'OVERDUE';
  return dueDate <= addDays(today, dueSoonDays) ? 'SOON' : 'LATER';
}

/** Returns the first line of a note as the title of its task. */
export const taskTitle = (noteText: string): string => noteText.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';

/** The sentences of notices about tasks. A task on pay doesn't name whose pay it is, because the sentence is mailed. */
export const taskAssigned = (author: string, on: string, dueDate: string): string =>
  `${author} assigned you a task on ${on}, due ${displayedDate(dueDate)}.`;
export const taskStateText = (person: string, on: string, isDone: boolean): string =>
  isDone ? `${person} finished a task on ${on}.` : `${person} reopened a task on ${on}.`;
export const taskDueText = (on: string, day: string): string => `Your task on ${on} is due on ${day}.`;
export const taskOverdueText = (on: string, day: string): string => `Your task on ${on} was due on ${day}.`;
/** Stands for the record in sentences about notes on pay. */
export const payNoteSubject = 'pay';
