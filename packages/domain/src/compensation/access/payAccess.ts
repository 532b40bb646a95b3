import { type CalendarDate, compareDates, type Failures, fail } from '../../kernel/index.ts';

/** Whose pay is seen: everybody's; everybody's but of those who are restricted; of who reports to one; of named people, offices or titles. */
export const payAccessKinds = {
  ALL: 'All',
  ALL_BUT_RESTRICTED: 'All but restricted',
  REPORTS: 'Reports',
  SELECTED: 'Selected',
} as const;
export type PayAccessKind = keyof typeof payAccessKinds;

export interface AskedPayAccess {
  readonly kind: PayAccessKind;
  /** Who is to have it. */
  readonly personId: string;
  readonly selected: number;
  readonly endsOn: CalendarDate | null;
}
/** Who acts, and whether that person sees everybody's pay. */
export interface Giver {
  readonly personId: string;
  readonly seesAll: boolean;
}

const notYours = (why: string): Failures => [fail('PAY_ACCESS_NOT_YOURS', [], why)];
const onlyAll = 'Access to pay is given by those who see the pay of everybody.';

/** Fails: PAY_ACCESS_NOT_YOURS, SELECTION_EMPTY, ENDS_BEFORE_TODAY. */
export function askFailures(asked: AskedPayAccess, giver: Giver, today: CalendarDate): Failures {
  if (!giver.seesAll) return notYours(onlyAll);
  if (asked.personId === giver.personId) return notYours('Nobody asks for access of their own.');
  return [
    ...(asked.kind === 'SELECTED' && asked.selected === 0
      ? [fail('SELECTION_EMPTY', ['employees'], 'Name at least one employee, office or title.')]
      : []),
    ...(asked.endsOn !== null && compareDates(asked.endsOn, today) < 0
      ? [fail('ENDS_BEFORE_TODAY', ['endsOn'], 'The access would have ended before today.')]
      : []),
  ];
}

/** Two people stand behind each access, and neither has it by it. Fails: PAY_ACCESS_NOT_YOURS. */
export function answerFailures(
  access: { readonly personId: string; readonly askedBy: string | null },
  giver: Giver,
  event: 'confirmPayAccess' | 'refusePayAccess' | 'revokePayAccess',
): Failures {
  if (!giver.seesAll) return notYours(onlyAll);
  if (event !== 'confirmPayAccess') return [];
  if (access.personId === giver.personId) return notYours('Nobody confirms access of their own.');
  return access.askedBy === giver.personId ? notYours('Who has asked for it does not confirm it.') : [];
}
