import {
  employeeOfPerson,
  storePortalLink,
  lockPortalLink,
  type PortalLink,
} from '@carrara/adapters/postgres/people/portalUser';
import { hasPayAccessBeyond, isPayBeyond, loadUser } from '@carrara/adapters/postgres/platform/user/userStore';
import { personOfInvitation } from '@carrara/adapters/postgres/platform/user/invitationStore';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import { decideLink, decidePortalAccess, decideUnlink } from '@carrara/domain/people/portalUser';
import type { RequestContext } from '../../core/operations.ts';
import { type SavedUser, saveUser, type SaveUserPorts, type UserToSave } from '../platform/user.ts';
import type { Outcome } from '../outcome.ts';

export const noSuchEmployee = () => err([noSuch('employee')]);
const reader = { application: 'participant-portal', role: 'viewer' } as const;

interface PortalAccess {
  /** The employee's id. */
  readonly id: string;
  /** An existing user. Undefined to invite one. */
  readonly userId: string | undefined;
  readonly email?: string | null | undefined;
  readonly username?: string | null | undefined;
}
type PortalUser = Pick<SavedUser, 'firstPassword' | 'isMailed'> & { readonly id: string; readonly email: string };

/**
 * Links an employee to a user, who gets access to the portal.
 *
 * Fails: NOT_FOUND, and those of `decidePortalAccess`, `saveUser` and `decideLink`.
 */
export async function linkPortalUser(
  ports: SaveUserPorts,
  context: RequestContext,
  access: PortalAccess,
): Outcome<PortalUser> {
  const { tx, person } = context;
  const link = await lockPortalLink(tx, access.id);
  if (!link) return noSuchEmployee();
  const granted = decidePortalAccess(link, await isPayBeyond(tx, link.id));
  if (granted.isErr()) return err(granted.error);

  const user = await userWithPortal(ports, context, link, access);
  if (user.isErr()) return err(user.error);
  // A person who is only invited is found by the invitation.
  const personId = (await personOfInvitation(tx, user.value.id))?.id ?? user.value.id;
  const facts = { actorId: person.id, hasPayAccess: await hasPayAccessBeyond(tx, personId) };
  const decision = decideLink(personId, await employeeOfPerson(tx, personId), facts);
  if (decision.isErr()) return err(decision.error);

  await storePortalLink(tx, link, decision.value);
  return ok(user.value);
}

/** Returns the user with portal access among their roles: an existing user, or one invited here. */
async function userWithPortal(
  ports: SaveUserPorts,
  context: RequestContext,
  { firstName, lastName, email: ownEmail }: PortalLink,
  { userId, ...access }: PortalAccess,
): Outcome<PortalUser> {
  if (userId === undefined) {
    const email = access.email ?? ownEmail ?? '';
    const username = access.username || email;
    return portalUserOf(ports, context, {
      id: userId,
      firstName,
      lastName,
      email,
      username,
      isInactive: false,
      roles: [],
    });
  }
  const user = await loadUser(context.tx, userId);
  if (!user || user.status === 'Archived') return err([fail('NOT_FOUND', ['user'], 'This firm has no such user.')]);
  return user.roles.some(({ application }) => application === reader.application)
    ? ok({ ...user, firstPassword: null, isMailed: false })
    : portalUserOf(ports, context, user);
}

async function portalUserOf(
  ports: SaveUserPorts,
  context: RequestContext,
  { id: before, rowVersion, firstName, lastName, email: address, username, isInactive, roles }: UserToSave,
): Outcome<PortalUser> {
  const person = { firstName, lastName, email: address, username, isInactive };
  const saved = await saveUser(ports, context, { id: before, rowVersion, ...person, roles: [...roles, reader] });
  return saved.map(({ user: { id, email }, firstPassword, isMailed }) => ({ id, email, firstPassword, isMailed }));
}

/** Ends the link of an employee to a user. Fails: NOT_FOUND, and those of `decideUnlink`. */
export async function unlinkPortalUser({ tx, person }: RequestContext, id: string): Outcome {
  const link = await lockPortalLink(tx, id);
  if (!link) return noSuchEmployee();
  const { personId } = link;
  if (personId === null) return ok(id);
  const facts = { actorId: person.id, hasPayAccess: await hasPayAccessBeyond(tx, personId) };

  const decision = decideUnlink(personId, facts);
  if (decision.isErr()) return err(decision.error);

  await storePortalLink(tx, link, null);
  return ok(id);
}
