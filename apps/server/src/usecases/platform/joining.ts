import {
  attemptsOfPerson,
  countAttempt,
  forgiveAttempt,
  invitationsOf,
  tokenHash,
  type Passwords,
} from '@carrara/adapters/identity';
import type { WithTenant } from '@carrara/adapters/postgres';
import {
  deleteInvitation,
  insertMembership,
  loadUser,
  lockInvitation,
  notedRoles,
  type OpenInvitation,
  replaceRoles,
} from '@carrara/adapters/postgres/platform/user';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { ModuleRole } from '@carrara/contract/platform/user';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';

export interface JoiningPorts {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly withTenant: WithTenant;
}

/** A signed-in person who answers an invitation. */
export interface Answering {
  readonly personId: string;
  readonly now: Date;
}

const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such invitation.')]);

/**
 * Accepts an invitation. If the firm isn't the person's home, it requires the password that it handed over: somebody
 * who merely controls the login, such as an administrator of another firm who created it, doesn't have that password.
 *
 * If the roles aren't those in the firm's audit log, somebody tampered with them, and the invitation can't be accepted.
 *
 * Fails: NOT_FOUND, WRONG_CODE, INVITATION_CHANGED, TOO_MANY_ATTEMPTS.
 */
export async function acceptInvitation(
  { pool, passwords, withTenant }: JoiningPorts,
  { personId, now }: Answering,
  id: string,
  code: string,
): Promise<Result<{ tenantId: string }, Failures>> {
  const invitation = (await invitationsOf(pool, personId, now)).find((one) => one.id === id);
  if (!invitation) return missing();
  const attempts = attemptsOfPerson(personId);
  if (invitation.needsCode && !(await countAttempt(pool, attempts, now))) {
    return err([fail('TOO_MANY_ATTEMPTS', ['code'], 'Too many attempts. Wait a while and try again.')]);
  }
  const { tenantId, needsCode } = invitation;
  const joined = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) => {
    const open = await lockInvitation(tx, id);
    if (!open) return missing();
    if (needsCode && !opensBy(open, code, now) && !(await passwords.matches(code, open.codeHash ?? undefined))) {
      return err([fail('WRONG_CODE', ['code'], `This is not the password that ${invitation.tenantName} gave you.`)]);
    }
    const joining = await takeInAsNoted(tx, { id, tenantName: invitation.tenantName, personId }, open.roles);
    return joining.map(() => ({ tenantId }));
  });
  if (joined.isOk() && needsCode) await forgiveAttempt(pool, attempts);
  return joined;
}

/** True if a code is the token of the mailed link and the link hasn't expired. */
export function opensBy({ tokenHash: kept, tokenUntil }: OpenInvitation, code: string, now: Date): boolean {
  return kept !== null && tokenUntil !== null && Date.parse(tokenUntil) > now.getTime() && tokenHash(code).equals(kept);
}

/** Makes an invited person a member, with the roles in the firm's audit log. Fails: INVITATION_CHANGED. */
export async function takeInAsNoted(
  tx: Transaction,
  { id, tenantName, personId }: { readonly id: string; readonly tenantName: string; readonly personId: string },
  roles: readonly ModuleRole[],
): Promise<Result<void, Failures>> {
  const noted = await notedRoles(tx, id);
  if (!noted || namesOf(noted) !== namesOf(roles)) {
    const text = `The roles of this invitation have been changed. Ask ${tenantName} for another invitation.`;
    return err([fail('INVITATION_CHANGED', ['id'], text)]);
  }
  await takeIn(tx, personId, id, roles);
  return ok(undefined);
}

const namesOf = (roles: readonly ModuleRole[]): string =>
  roles
    .map(({ application, role }) => `${application} ${role}`)
    .sort()
    .join();

/** Makes an invited person a member. */
export async function takeIn(
  tx: Transaction,
  personId: string,
  id: string,
  roles: readonly ModuleRole[],
): Promise<void> {
  await deleteInvitation(tx, id, undefined);
  await insertMembership(tx, personId, id);
  await replaceRoles(tx, personId, roles);
  const after = await loadUser(tx, personId);
  const entry = {
    operation: 'acceptInvitation',
    objectType: 'user',
    objectName: `${after?.firstName ?? ''} ${after?.lastName ?? ''}`.trim(),
    before: { status: 'Invited', roles },
  };
  tx.record({
    ...entry,
    objectId: personId,
    after: { status: 'Active', roles },
    rowVersion: after?.rowVersion ?? null,
  });
  // A person of another firm has another id than the invitation, which is deleted.
  if (id !== personId) tx.record({ ...entry, objectId: id, after: null });
}

/** Declines an invitation. Fails: NOT_FOUND. */
export async function declineInvitation(
  { pool, withTenant }: JoiningPorts,
  { personId, now }: Answering,
  id: string,
): Promise<Result<{ id: string }, Failures>> {
  const invitation = (await invitationsOf(pool, personId, now)).find((one) => one.id === id);
  if (!invitation) return missing();
  return withTenant({ tenantId: invitation.tenantId, personId, now: now.toISOString() }, async (tx) => {
    const before = (await lockInvitation(tx, id)) && (await loadUser(tx, id));
    if (!before || !(await deleteInvitation(tx, id, undefined))) return missing();
    tx.record({
      operation: 'declineInvitation',
      objectType: 'user',
      objectId: id,
      objectName: `${before.firstName} ${before.lastName}`.trim(),
      before: { status: before.status, roles: before.roles },
      after: null,
    });
    return ok({ id });
  });
}

/**
 * Accepts the invitation of the person's home firm at sign-in. That firm created or restored the person, so no other
 * consent is needed.
 */
export async function joinHome(ports: JoiningPorts, answering: Answering): Promise<void> {
  for (const { id, isHome } of await invitationsOf(ports.pool, answering.personId, answering.now)) {
    if (isHome) await acceptInvitation(ports, answering, id, '');
  }
}
