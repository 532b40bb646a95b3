import { attemptsOfPerson } from '@carrara/adapters/identity/throttle';
import { invitationOfToken, listInvitations, type MailedInvitation } from '@carrara/adapters/identity/invitations';
import { tokenHash } from '@carrara/adapters/identity/tokens';
import {
  deleteInvitation,
  lockInvitation,
  rolesInAuditLog,
  type OpenInvitation,
} from '@carrara/adapters/postgres/platform/user/invitationStore';
import {
  insertMembership,
  loadUser,
  replacePassword,
  replaceRoles,
} from '@carrara/adapters/postgres/platform/user/userStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { ModuleRole } from '@carrara/contract/platform/user/user';
import { err, fail, ok } from '@carrara/domain/kernel';
import { signInPolicy } from '@carrara/domain/platform/signIn';
import { decideFirstPassword, decideJoining } from '@carrara/domain/platform/user';
import type { Outcome } from '../outcome.ts';
import { limitAttempts } from './homeChange.ts';
import { hashNew, linkEnded, type PasswordPorts } from './password.ts';

/** A signed-in person who answers an invitation. */
export interface Answering {
  readonly personId: string;
  readonly now: Date;
}

const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such invitation.')]);

/**
 * Accepts an invitation. If the firm isn't the person's home, it requires the password that the firm handed over. An
 * administrator of another firm who created the login doesn't have that password.
 *
 * If the roles aren't those in the firm's audit log, somebody tampered with them, and the invitation can't be accepted.
 *
 * Fails: NOT_FOUND, WRONG_CODE, INVITATION_CHANGED, TOO_MANY_ATTEMPTS.
 */
export async function acceptInvitation(
  { pool, passwords, withTenant }: PasswordPorts,
  { personId, now }: Answering,
  id: string,
  code: string,
): Outcome<{ tenantId: string }> {
  const invitation = (await listInvitations(pool, personId, now)).find((candidate) => candidate.id === id);
  if (!invitation) return missing();
  const { tenantId, tenantName, needsCode } = invitation;
  const join = () =>
    withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) => {
      const open = await lockInvitation(tx, id);
      if (!open) return missing();
      if (needsCode && !opensBy(open, code, now) && !(await passwords.matches(code, open.codeHash ?? undefined)))
        return err([fail('WRONG_CODE', ['code'], `This is not the password that ${tenantName} gave you.`)]);
      const joined = await joinFirmAsRecorded(tx, { id, tenantName, personId }, open.roles);
      return joined.map(() => ({ tenantId }));
    });
  return needsCode ? limitAttempts(pool, attemptsOfPerson(personId), { now }, ['code'], join) : join();
}

/**
 * Accepts the invitation of a mailed link with a new password, and returns the login.
 *
 * Fails: LINK_ENDED, INVITATION_CHANGED, and those of `decideFirstPassword` and `judgePassword`.
 */
export async function joinByInvitation(
  ports: PasswordPorts & { readonly localAccounts: boolean },
  token: string,
  newPassword: string,
  now: Date,
): Outcome {
  const invitation = await invitationOfToken(ports.pool, token, now);
  if (!invitation) return linkEnded();
  const { id, tenantId, tenantName, personId, login, settings } = invitation;
  const decision = decideFirstPassword(!choosesPassword(ports, invitation));
  if (decision.isErr()) return err(decision.error);
  const firm = { name: tenantName, passwordLength: signInPolicy(settings).passwordLength };
  const hash = await hashNew(ports, personId, newPassword, firm);
  if (hash.isErr()) return err(hash.error);
  return ports.withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) => {
    const open = await lockInvitation(tx, id);
    if (!open || !opensBy(open, token, now)) return linkEnded();
    await replacePassword(tx, { personId, hash: hash.value, isTemporary: false, storedSession: null });
    const joined = await joinFirmAsRecorded(tx, { id, tenantName, personId }, open.roles);
    return joined.map(() => login);
  });
}

/** True if the person has no account yet, so that they choose a password when they accept. */
export const choosesPassword = (
  { localAccounts }: { readonly localAccounts: boolean },
  { isHome }: Pick<MailedInvitation, 'isHome'>,
): boolean => isHome && localAccounts;

/** True if a code is the token of the mailed link and the link hasn't expired. */
function opensBy({ tokenHash: storedHash, tokenUntil }: OpenInvitation, code: string, now: Date): boolean {
  return (
    storedHash !== null &&
    tokenUntil !== null &&
    Date.parse(tokenUntil) > now.getTime() &&
    tokenHash(code).equals(storedHash)
  );
}

/** Makes an invited person a member, with the roles in the firm's audit log. Fails: as `decideJoining`. */
async function joinFirmAsRecorded(
  tx: Transaction,
  { id, tenantName, personId }: { readonly id: string; readonly tenantName: string; readonly personId: string },
  roles: readonly ModuleRole[],
): Outcome<true> {
  const decision = decideJoining(roles, await rolesInAuditLog(tx, id), tenantName);
  if (decision.isOk()) await joinFirm(tx, personId, id, roles);
  return decision;
}

/** Makes an invited person a member. */
export async function joinFirm(
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
  { pool, withTenant }: PasswordPorts,
  { personId, now }: Answering,
  id: string,
): Outcome<{ id: string }> {
  const invitation = (await listInvitations(pool, personId, now)).find((candidate) => candidate.id === id);
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
export async function joinHome(ports: PasswordPorts, answering: Answering): Promise<void> {
  for (const { id, isHome } of await listInvitations(ports.pool, answering.personId, answering.now)) {
    if (isHome) await acceptInvitation(ports, answering, id, '');
  }
}
