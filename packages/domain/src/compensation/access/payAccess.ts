import { type CalendarDate, compareDates, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import {
  type AccountProvisioners,
  areIndependent,
  invitationWaitDays,
  notIndependentReason,
} from '../../platform/independence/index.ts';
import { payAccessLifecycle } from './lifecycle.ts';

export type PayAccessStatus = StateOf<typeof payAccessLifecycle>;

/** The scope of a pay access: all employees; all but the restricted ones; the reports of one person; or named people, offices or titles. */
export const payAccessKinds = {
  ALL: 'All',
  ALL_BUT_RESTRICTED: 'All but restricted',
  REPORTS: 'Reports',
  SELECTED: 'Selected',
} as const;
export type PayAccessKind = keyof typeof payAccessKinds;

/** Returns whose pay a read disclosed: the names, or the number of people if they aren't named. */
export function payReadText(names: readonly string[] | null, number: number | null): string {
  if (names !== null) return names.join(', ');
  if (number === null) return 'everyone in the request';
  return number === 0 ? 'nobody (no results)' : `${String(number)} ${number === 1 ? 'person' : 'people'}`;
}

export interface RequestedPayAccess {
  readonly kind: PayAccessKind;
  /** The person who gets the access. */
  readonly personId: string;
  readonly selected: number;
  readonly endsOn: CalendarDate | null;
}
/** The people who can request or confirm an access, by id. */
export interface AccessPeople extends AccountProvisioners {
  /** People with access to everyone's pay. */
  readonly holders: readonly string[];
  /** Compensation administrators. */
  readonly administrators: readonly string[];
}
/** The acting person, with their rights. */
export interface Grantor {
  readonly personId: string;
  readonly canViewAllPay: boolean;
  readonly isAdministrator: boolean;
  /** The number of people in the firm with access to everyone's pay. */
  readonly holders: number;
}

/** The number of people with access to everyone's pay that a request needs: one requests it and another confirms it. */
const enoughHolders = 2;

const notYours = (why: string): Failures => [fail('PAY_ACCESS_NOT_YOURS', [], why)];
const onlyHolders = 'Only people with access to everyone’s pay can give access. Ask one of them.';

export const toGrantor = (
  person: { readonly personId: string; readonly isAdministrator: boolean },
  { holders }: AccessPeople,
): Grantor => ({ ...person, canViewAllPay: holders.includes(person.personId), holders: holders.length });

/** True if the person may name one of the first holders, as a compensation administrator of a firm that has fewer than two. */
const isStarting = ({ isAdministrator, canViewAllPay, holders }: Grantor): boolean =>
  isAdministrator && !canViewAllPay && holders < enoughHolders;

/**
 * Returns the people who can confirm an access. Normally this is another person with access to everyone's pay. For a firm's first access, it is
 * another compensation administrator whose password doesn't come from the requester. Neither the requester nor the person who gets the access can
 * confirm it.
 */
export function listConfirmers(
  {
    personId,
    requestedBy,
    kind,
  }: { readonly personId: string; readonly requestedBy: string; readonly kind: PayAccessKind },
  people: AccessPeople,
): readonly string[] {
  const { holders, administrators } = people;
  const first = kind === 'ALL' ? administrators.filter((id) => areIndependent(id, requestedBy, people)) : [];
  return (holders.length > 0 ? holders : first).filter((id) => id !== personId && id !== requestedBy);
}

/** The reason why a person can't request access now. */
export type AccessObstacle = 'ONE_ADMINISTRATOR' | 'NO_HOLDER' | 'ONE_HOLDER' | 'ONLY_HOLDER' | 'NOT_A_HOLDER';

export interface AccessOptions extends Grantor {
  /** The kinds of access that the person can request; empty if a request would be refused. */
  readonly kinds: readonly PayAccessKind[];
  readonly obstacle: AccessObstacle | null;
}

/**
 * Returns the access that a person can request, or the obstacle.
 *
 * In a firm without a holder, one administrator names the first and another confirms. With one holder, an administrator names the second and the
 * holder confirms. From then on, holders request and confirm.
 */
export function accessOptions(grantor: Grantor, people: AccessPeople): AccessOptions {
  const others = people.administrators.filter((id) => id !== grantor.personId).length;
  const all = Object.keys(payAccessKinds) as PayAccessKind[];
  const answer = (kinds: readonly PayAccessKind[], obstacle: AccessObstacle | null) => ({
    ...grantor,
    kinds,
    obstacle,
  });
  if (grantor.canViewAllPay) {
    if (grantor.holders >= enoughHolders) return answer(all, null);
    return answer([], others > 0 ? 'ONE_HOLDER' : 'ONLY_HOLDER');
  }
  if (!isStarting(grantor)) return answer([], grantor.holders === 0 ? 'NO_HOLDER' : 'NOT_A_HOLDER');
  const isAlone = !people.administrators.some((id) => areIndependent(id, grantor.personId, people));
  return grantor.holders === 0 && isAlone ? answer([], 'ONE_ADMINISTRATOR') : answer(['ALL'], null);
}

/** Checks a request for access. Fails: PAY_ACCESS_NOT_YOURS, SELECTION_EMPTY, ENDS_BEFORE_TODAY, NO_CONFIRMER. */
export function requestFailures(
  requested: RequestedPayAccess,
  grantor: Grantor,
  people: AccessPeople,
  today: CalendarDate,
): Failures {
  const { personId, kind, selected, endsOn } = requested;
  if (!grantor.canViewAllPay && !(isStarting(grantor) && kind === 'ALL')) return notYours(onlyHolders);
  if (personId === grantor.personId)
    return notYours('You can’t request access for yourself. Ask somebody else to request it.');
  const confirmers = listConfirmers({ personId, kind, requestedBy: grantor.personId }, people);
  return [
    ...(kind === 'SELECTED' && selected === 0
      ? [fail('SELECTION_EMPTY', ['employees'], 'Choose at least one employee, office or title.')]
      : []),
    ...(endsOn !== null && compareDates(endsOn, today) < 0
      ? [fail('ENDS_BEFORE_TODAY', ['endsOn'], 'The end date is in the past. Choose today or later.')]
      : []),
    ...(confirmers.length === 0 ? [fail('NO_CONFIRMER', ['personId'], noConfirmer(grantor))] : []),
  ];
}

const serverCommand = 'ask the operator of the server to run carrara admin pay-access';
const noConfirmer = ({ holders }: Grantor): string =>
  holders === 0
    ? `Nobody could confirm this. It takes a compensation administrator other than the person you chose. Neither you nor anybody who set your password may have set that administrator’s password or invited them in the last ${invitationWaitDays} days. Choose somebody else, or ${serverCommand}.`
    : 'Nobody could confirm this. Only you and the person you chose have access to everyone’s pay. Choose somebody else.';

export type AccessAnswer = 'confirmPayAccess' | 'refusePayAccess' | 'revokePayAccess';

/**
 * Checks an answer to a request. Each access needs two people, and neither of them can be the one who gets it. Without `people`, as on a screen,
 * their independence isn't checked.
 * Fails: PAY_ACCESS_NOT_YOURS.
 */
export function answerFailures(
  access: { readonly personId: string; readonly requestedBy: string | null; readonly kind: PayAccessKind },
  grantor: Grantor,
  event: AccessAnswer,
  people: AccountProvisioners = { accountProvisioners: {} },
): Failures {
  const isFirst = isStarting(grantor) && access.kind === 'ALL' && event !== 'revokePayAccess';
  if (!grantor.canViewAllPay && !isFirst) return notYours(onlyHolders);
  if (event !== 'confirmPayAccess') return [];
  if (!grantor.canViewAllPay && grantor.holders > 0)
    return notYours('Only people with access to everyone’s pay can confirm this request. Ask one of them.');
  if (access.personId === grantor.personId)
    return notYours('You can’t confirm your own access. Ask somebody else to confirm it.');
  if (access.requestedBy === grantor.personId)
    return notYours('You requested this access, so somebody else must confirm it.');
  const isSecond =
    grantor.canViewAllPay ||
    access.requestedBy === null ||
    areIndependent(access.requestedBy, grantor.personId, people);
  return isSecond
    ? []
    : notYours(
        `You don’t count as a second person, because ${notIndependentReason}. Ask another compensation administrator to confirm, or ${serverCommand}.`,
      );
}

/**
 * True if the person may see requests that are neither about them nor by a holder. Those are requests for a first holder, which administrators
 * decide.
 */
export const canViewFirstRequests = (grantor: Grantor): boolean => isStarting(grantor);

/** An access as it is stored. */
export interface DecidablePayAccess {
  readonly personId: string;
  readonly requestedBy: string | null;
  readonly kind: PayAccessKind;
  readonly status: PayAccessStatus;
  readonly rowVersion: number;
}

/** Returns true if the person may see an access. People without access to everyone's pay see their own, and requests for a first holder. */
export const isAccessVisible = ({ kind, status, personId }: DecidablePayAccess, grantor: Grantor): boolean =>
  grantor.canViewAllPay ||
  personId === grantor.personId ||
  (kind === 'ALL' && status === 'REQUESTED' && canViewFirstRequests(grantor));

/** Decides on a request, and returns the status of the new access. Fails: as `requestFailures`, and NOT_FOUND if the person isn't a member of the firm. */
export function decideAccessRequest(
  requested: RequestedPayAccess,
  isMember: boolean,
  grantor: Grantor,
  people: AccessPeople,
  today: CalendarDate,
): Result<PayAccessStatus, Failures> {
  const failures = requestFailures(requested, grantor, people, today);
  if (failures.length > 0) return err(failures);
  return isMember
    ? ok(payAccessLifecycle.initial)
    : err([fail('NOT_FOUND', ['personId'], 'This firm has no such user.')]);
}

/** Decides on an answer to a request, and returns the new status. Fails: PAY_ACCESS_NOT_YOURS, STALE_VERSION, WRONG_STATE. */
export function decideAccessAnswer(
  access: DecidablePayAccess,
  { event, rowVersion }: { readonly event: AccessAnswer; readonly rowVersion: number },
  grantor: Grantor,
  people: AccountProvisioners,
): Result<PayAccessStatus, Failures> {
  const failures = answerFailures(access, grantor, event, people);
  if (failures.length > 0) return err(failures);
  if (rowVersion !== access.rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
  return payAccessLifecycle.apply(access.status, event).mapErr((failure) => [failure]);
}
