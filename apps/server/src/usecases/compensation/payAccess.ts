import {
  accessPeople,
  insertPayAccess,
  isMember,
  loadPayAccess,
  movePayAccess,
  type NewPayAccess,
  type StoredPayAccess,
} from '@carrara/adapters/postgres/compensation/access/payAccess';
import { notify, settleRequest } from '@carrara/adapters/postgres/platform/inbox/notifications';
import {
  type AccessAnswer,
  type AccessPeople,
  listConfirmers,
  decideAccessAnswer,
  decideAccessRequest,
  type Grantor,
  toGrantor,
  isAccessVisible,
} from '@carrara/domain/compensation/access';
import { calendarDate, err, noSuch, ok } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type Context = Pick<RequestContext, 'tx' | 'person'>;

export const noSuchPayAccess = () => err([noSuch('pay access')]);

/** Returns the acting person, and the people whose involvement with an access matters. */
export async function readParties({ tx, person }: Context): Promise<{ grantor: Grantor; people: AccessPeople }> {
  const people = await accessPeople(tx);
  const isAdministrator = people.administrators.includes(person.id);
  return { grantor: toGrantor({ personId: person.id, isAdministrator }, people), people };
}

/**
 * Requests access to pay for a person, and returns the number of people who can confirm it.
 *
 * Fails: as `decideAccessRequest`.
 */
export async function requestPayAccess(
  context: RequestContext,
  request: Omit<NewPayAccess, 'id' | 'status'>,
): Outcome<{ readonly id: string; readonly confirmers: number }> {
  const { tx, today } = context;
  const { grantor, people } = await readParties(context);
  const hasAccount = await isMember(tx, request.personId);

  const { kind, personId, employees, offices, titles } = request;
  const endsOn = request.endsOn ? calendarDate(request.endsOn) : null;
  const selected = employees.length + offices.length + titles.length;
  const decision = decideAccessRequest({ kind, personId, selected, endsOn }, hasAccount, grantor, people, today);
  if (decision.isErr()) return err(decision.error);

  const id = newId();
  await insertPayAccess(tx, 'requestPayAccess', { ...request, id, endsOn, status: decision.value });
  const access = await loadPayAccess(tx, id);
  if (access) await notifyOthers(context, access, 'requested', id);
  return ok({ id, confirmers: listConfirmers({ kind, personId, requestedBy: grantor.personId }, people).length });
}

const answers = { confirmPayAccess: 'confirmed', refusePayAccess: 'refused', revokePayAccess: 'revoked' } as const;

interface AnswerStep {
  readonly id: string;
  readonly rowVersion: number;
  readonly comment?: string | null | undefined;
}

/** Confirms, refuses or revokes an access. Fails: NOT_FOUND, and those of `decideAccessAnswer`. */
export async function answerPayAccess(
  context: Context,
  event: AccessAnswer,
  { id, rowVersion, comment }: AnswerStep,
): Outcome {
  const { tx, person } = context;
  const access = await loadPayAccess(tx, id);
  const { grantor, people } = await readParties(context);
  if (!access || !isAccessVisible(access, grantor)) return noSuchPayAccess();

  const decision = decideAccessAnswer(access, { event, rowVersion }, grantor, people);
  if (decision.isErr()) return err(decision.error);

  await movePayAccess(tx, event, access, decision.value, comment ?? null);
  await notifyOthers(context, access, answers[event]);
  if (access.personId !== person.id)
    await notify(tx, {
      person: access.personId,
      kind: 'access',
      subject: `${person.name} ${answers[event]} access to pay for you.`,
      link: null,
    });
  await settleRequest(tx, id);
  return ok(id);
}

/**
 * Notifies everybody who sees all pay. In a firm where nobody does, notifies the compensation administrators, who
 * decide on the first access. People aren't notified of their own actions.
 */
async function notifyOthers(
  { tx, person }: Context,
  access: StoredPayAccess,
  done: string,
  requestedRecordId: string | null = null,
): Promise<void> {
  const { holders, administrators } = await accessPeople(tx);
  const audience = (holders.length > 0 ? holders : administrators).filter(
    (id) => id !== access.personId && id !== person.id,
  );
  for (const id of audience)
    await notify(tx, {
      person: id,
      kind: 'access',
      subject: `${person.name} ${done} access to pay for ${access.person}.`,
      link: '/comp/settings/payAccess',
      requestedRecordId,
    });
}
