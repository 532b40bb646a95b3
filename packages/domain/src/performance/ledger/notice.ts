import { type CalendarDate, fail, type Failures } from '@carrara/domain/kernel';
import { enteredTooLate } from './posting.ts';

export interface Notice {
  readonly kind: string;
  readonly number: number;
}

export const noticeName = ({ kind, number }: Notice) =>
  `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(number)}`;

/** Decides whether a notice can have its dates. Fails: DATES_REVERSED, DATE_TOO_LATE. */
export function decideNotice(
  { issueDate, dueDate }: { readonly issueDate: string; readonly dueDate: string },
  latest: CalendarDate,
): Failures {
  return dueDate < issueDate
    ? [fail('DATES_REVERSED', ['dueDate'], 'The due date can’t be before the issue date.')]
    : enteredTooLate({ issueDate, dueDate }, latest);
}

/** Decides whether a notice can be deleted. Fails: NOTICE_HAS_ENTRIES. */
export const decideNoticeDeletion = (notice: Notice & { readonly entries: number }): Failures =>
  notice.entries > 0
    ? [fail('NOTICE_HAS_ENTRIES', ['noticeId'], `${noticeName(notice)} has entries, so it can’t be deleted.`)]
    : [];
