import { createFirstPassword, type Passwords } from '@carrara/adapters/identity/passwords';
import { createToken, tokenHash } from '@carrara/adapters/identity/tokens';
import { judgePassword } from '@carrara/adapters/identity/passwordStrength';
import { mailedDays } from '@carrara/adapters/identity/invitations';
import { plainLogin } from '@carrara/adapters/identity/logins';
import { removeFactor } from '@carrara/adapters/identity/secondFactors';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { endPersonTokens } from '@carrara/adapters/postgres/platform/apiToken/apiTokens';
import {
  deleteInvitation,
  insertInvitation,
  linkInvitation,
  personOfInvitation,
  updateInvitation,
} from '@carrara/adapters/postgres/platform/user/invitationStore';
import {
  endPersonSessions,
  insertPerson,
  loadUser,
  opensPayBeyond,
  type PersonValues,
  personOfLogin,
  replacePassword,
  replaceRoles,
  type StoredUser,
  updateMembership,
  updatePerson,
} from '@carrara/adapters/postgres/platform/user/userStore';
import { applications, type Grants } from '@carrara/contract/core/permissions';
import type { ModuleRole } from '@carrara/contract/platform/user/user';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import { personFailures, roleFailures } from '@carrara/domain/platform/roles';
import { signInPolicy } from '@carrara/domain/platform/signIn';
import {
  decideFactorRemoval,
  decideInvitationMail,
  decideUserChange,
  payAccessFailures,
} from '@carrara/domain/platform/user';
import { v7 as newId } from 'uuid';
import type { MailQueue } from '../../core/mailQueue.ts';
import type { RequestContext } from '../../core/operations.ts';
import { archiveEach, type ArchiveBody, type ChangedCount } from '../archiveEach.ts';
import { type Outcome, staleVersion } from '../outcome.ts';
import { guardAdministrators } from './guardAdministrators.ts';

export interface SaveUserPorts {
  readonly passwords: Passwords;
  /** True if people may sign in with a password of this installation. If false, nobody gets one. */
  readonly localAccounts: boolean;
  /** Queues the mails of invitations. */
  readonly mails: MailQueue;
  readonly onSessionEnded: () => void;
  /** Called in the transaction that archives a member. */
  readonly onArchived: (tx: Transaction, person: { readonly id: string; readonly name: string }) => Promise<void>;
}

export interface UserToSave extends PersonValues {
  /** Undefined for a new user. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly isInactive: boolean;
  readonly roles: readonly ModuleRole[];
  readonly password?: string | null | undefined;
}
/** A saved user, with the acting person's current roles. */
export interface SavedUser {
  readonly user: StoredUser;
  readonly grants: Grants;
  readonly firstPassword: string | null;
  readonly isMailed: boolean;
}

export const noSuchUser = () => err([noSuch('user')]);
const duplicate = () => err([fail('DUPLICATE', ['username'], 'is already used by another user of this firm')]);

/**
 * Invites a user, or changes, archives or restores one.
 *
 * Fails: those of `judgePassword`, `roleFailures`, `decideUserChange` and `guardAdministrators`; NOT_FOUND, STALE_VERSION, DUPLICATE.
 */
export async function saveUser(ports: SaveUserPorts, context: RequestContext, user: UserToSave): Outcome<SavedUser> {
  const { id, password: enteredPassword } = user;
  // With a mail server and an address, no password is handed over.
  const isMailed =
    id === undefined && !enteredPassword && !user.isInactive && user.email !== '' && ports.mails.from !== undefined;
  const firstPassword =
    id === undefined && !enteredPassword && ports.localAccounts && !isMailed ? createFirstPassword() : null;
  const password = firstPassword ?? enteredPassword ?? undefined;
  const about = { ...user, login: user.username, firms: [context.tenant.name] };
  const { passwordLength } = signInPolicy(context.tenant.settings);
  const judged =
    firstPassword === null && password
      ? await judgePassword(password, about, ['password'], passwordLength)
      : ok(undefined);
  if (judged.isErr()) return err([judged.error]);
  const hash = password && (await ports.passwords.hash(password));
  const saved = await guardAdministrators(context, async (grants) => {
    const { tx } = context;
    const stored =
      id === undefined ? await invite(tx, grants, user, hash) : await change(ports, context, grants, id, user, hash);
    if (stored.isErr()) return err(stored.error);
    const mailedUntil = isMailed ? await mailInvitation(ports.mails, context, stored.value) : stored.value.mailedUntil;
    return ok({ user: { ...stored.value, mailedUntil }, grants, firstPassword, isMailed });
  });
  if (saved.isOk()) ports.onSessionEnded();
  return saved;
}

/**
 * Archives or restores several users or invitations.
 *
 * Fails: those of `archiveEach`, `decideUserChange` and `guardAdministrators`.
 */
export async function archiveUsers(
  ports: Pick<SaveUserPorts, 'onSessionEnded' | 'onArchived'>,
  context: RequestContext,
  body: ArchiveBody,
): Outcome<ChangedCount> {
  const archived = await guardAdministrators(context, (grants) =>
    archiveEach(body, {
      noun: 'user',
      load: (id) => loadUser(context.tx, id),
      nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
      save: (user, rowVersion) =>
        change(ports, context, grants, user.id, { ...user, rowVersion, isInactive: body.isInactive }, undefined),
    }),
  );
  if (archived.isOk()) ports.onSessionEnded();
  return archived;
}

/**
 * Invites a person. The response is the same for a new login and for one of another firm. A new login's home is this
 * firm, and the password is its first one. A person from another firm keeps their own password and needs this one to
 * accept.
 */
async function invite(
  tx: Transaction,
  grants: Grants,
  user: UserToSave,
  hash: string | undefined,
): Outcome<StoredUser> {
  const failures = roleFailures(grants, [], user.roles, applications);
  if (failures.length > 0) return err(failures);
  const login = plainLogin(user.username, ['username']);
  if (login.isErr()) return err([login.error]);
  const person: PersonValues = { ...user, username: login.value };
  const fresh = newId();
  const isCreated = (await insertPerson(tx, fresh, person)) ? fresh : undefined;
  const found = isCreated === undefined ? await personOfLogin(tx, person.username) : { id: fresh, isHome: true };
  if (!found) throw new Error('a login is neither new nor somebody’s');
  if (found.isHome) {
    // Pay access survives the end of a membership.
    const refused = payAccessFailures(await opensPayBeyond(tx, found.id));
    if (refused.length > 0) return err(refused);
    if (hash !== undefined)
      await replacePassword(tx, { personId: found.id, hash, isTemporary: true, storedSession: null });
  }
  const id = found.isHome ? found.id : fresh;
  const { roles, isInactive } = user;
  const invitation = { ...person, id, personId: found.id, roles, codeHash: hash ?? null, isInactive };
  if (!(await insertInvitation(tx, invitation))) return duplicate();
  return recorded(tx, 'inviteUser', null, id, found.isHome && hash !== undefined);
}

async function change(
  ports: Pick<SaveUserPorts, 'onArchived'>,
  { tx, person: { id: personId } }: RequestContext,
  grants: Grants,
  id: string,
  user: UserToSave,
  hash: string | undefined,
): Outcome<StoredUser> {
  const before = await loadUser(tx, id);
  if (!before) return noSuchUser();

  const decision = decideUserChange(
    before,
    { ...user, setsPassword: hash !== undefined },
    personId,
    grants,
    applications,
  );
  if (decision.isErr()) return err(decision.error);

  const { isSamePerson, isSameLogin } = decision.value;
  if (before.isInvitation) {
    if (!(await updateInvitation(tx, id, user, hash, user.rowVersion ?? 0))) return staleVersion();
    const person = await personOfInvitation(tx, id);
    if (person?.isHome) {
      await updatePerson(tx, person.id, user);
      if (hash !== undefined)
        await replacePassword(tx, { personId: person.id, hash, isTemporary: true, storedSession: null });
    }
    return recorded(tx, 'saveUser', before, id, hash !== undefined);
  }
  const login = isSameLogin ? ok(before.username) : await freeLogin(tx, user.username, id);
  if (login.isErr()) return err(login.error);
  if (!(await updateMembership(tx, id, user.isInactive, user.rowVersion ?? 0))) return staleVersion();
  if (user.isInactive && !before.isInactive) await shutOut(ports, tx, before);
  if (!isSamePerson) await updatePerson(tx, id, { ...user, username: login.value });
  if (hash !== undefined) await replacePassword(tx, { personId: id, hash, isTemporary: true, storedSession: null });
  await replaceRoles(tx, id, user.roles);
  return recorded(tx, 'saveUser', before, id, hash !== undefined);
}

/** Returns a login in its stored form. Fails: DUPLICATE if another person has it, and as `plainLogin`. */
async function freeLogin(tx: Transaction, username: string, personId: string): Outcome {
  const plain = plainLogin(username, ['username']);
  if (plain.isErr()) return err([plain.error]);
  const found = await personOfLogin(tx, plain.value);
  return found && found.id !== personId ? duplicate() : ok(plain.value);
}

/**
 * Withdraws an invitation, or archives a member instead of deleting: their history keeps the name, and the membership
 * can be restored.
 *
 * Fails: NOT_FOUND, PERSON_NOT_YOURS, STALE_VERSION, and those of `guardAdministrators`.
 */
export async function removeUser(
  ports: Pick<SaveUserPorts, 'onSessionEnded' | 'onArchived'>,
  { tx }: RequestContext,
  id: string,
  rowVersion: number | undefined,
): Outcome {
  const removed = await guardAdministrators({ tx }, async (grants) => {
    const before = await loadUser(tx, id);
    if (!before) return noSuchUser();

    const failures = personFailures(grants, before.modules);
    if (failures.length > 0) return err(failures);

    if (before.isInvitation) {
      if (!(await deleteInvitation(tx, id, rowVersion))) return staleVersion();
      note(tx, 'withdrawInvitation', before, null);
      return ok(id);
    }
    if (!(await updateMembership(tx, id, true, rowVersion ?? before.rowVersion))) return staleVersion();
    if (!before.isInactive) await shutOut(ports, tx, before);
    note(tx, 'archiveUser', before, (await loadUser(tx, id)) ?? null);
    return ok(id);
  });
  if (removed.isOk()) ports.onSessionEnded();
  return removed;
}

/** Ends tokens and sessions, so that a restored member has to sign in again. */
async function shutOut(
  { onArchived }: Pick<SaveUserPorts, 'onArchived'>,
  tx: Transaction,
  { id, firstName, lastName, isHome }: StoredUser,
): Promise<void> {
  const person = { id, name: `${firstName} ${lastName}`.trim() };
  await endPersonTokens(tx, person);
  if (isHome) await endPersonSessions(tx, id);
  await onArchived(tx, person);
}

/** Removes somebody's second factor. Fails: NOT_FOUND, NO_SECOND_FACTOR, and those of `decideFactorRemoval`. */
export async function removeUserSecondFactor({ tx, grants, person }: RequestContext, id: string): Outcome {
  const user = await loadUser(tx, id);
  if (!user) return noSuchUser();

  const decision = decideFactorRemoval(user, person.id, grants);
  if (decision.isErr()) return err(decision.error);

  if (!(await removeFactor(tx, id)))
    return err([fail('NO_SECOND_FACTOR', ['id'], 'This person hasn’t set up a second factor.')]);
  note(tx, 'removeUserSecondFactor', user, (await loadUser(tx, id)) ?? null);
  return ok(id);
}

/** Mails an open invitation again, and returns the address. Fails: NOT_FOUND, and those of `decideInvitationMail`. */
export async function sendInvitation(mails: MailQueue, context: RequestContext, id: string): Outcome {
  const { tx, grants } = context;
  const user = await loadUser(tx, id);
  if (!user) return noSuchUser();

  const decision = decideInvitationMail(user, mails.from !== undefined, grants);
  if (decision.isErr()) return err(decision.error);

  await mailInvitation(mails, context, user);
  note(tx, 'sendInvitation', user, (await loadUser(tx, id)) ?? null);
  return ok(user.email);
}

/** Queues the mail of an invitation. From here on, only its link works. */
async function mailInvitation(
  mails: MailQueue,
  { tx, tenant, person, now }: RequestContext,
  { id, email, username }: Pick<StoredUser, 'id' | 'email' | 'username'>,
): Promise<string> {
  const token = createToken();
  const goodUntil = new Date(now.getTime() + mailedDays * 86_400_000);
  await linkInvitation(tx, id, { tokenHash: tokenHash(token), until: goodUntil });
  await mails.add(tx, {
    personId: null,
    kind: 'invitation',
    address: email,
    subject: `${tenant.name} invites you to join`,
    parts: [
      {
        text: `${person.name} invites you to join ${tenant.name} in Carrara. Your login is ${username}. Accept here:`,
        link: '/invitation/{token}',
      },
      { text: `The link works once, within ${mailedDays} days.` },
      { text: 'If you didn’t expect this message, you can ignore it.' },
    ],
    token,
    goodUntil,
  });
  return goodUntil.toISOString();
}

async function recorded(
  tx: Transaction,
  operation: string,
  before: StoredUser | null,
  id: string,
  enteredIsPassword: boolean,
): Outcome<StoredUser> {
  const after = await loadUser(tx, id);
  if (!after) throw new Error(`user ${id} is missing after it was saved`);
  note(tx, operation, before, after, enteredIsPassword);
  return ok(after);
}

/** Returns the fields for the audit log. It doesn't contain passwords, only that one was set and by whom. */
const comparable = ({ firstName, lastName, email, username, isInactive, status, roles }: StoredUser) => ({
  firstName,
  lastName,
  email,
  username,
  isInactive,
  status,
  roles,
});

function note(
  tx: Transaction,
  operation: string,
  before: StoredUser | null,
  after: StoredUser | null,
  enteredIsPassword = false,
): void {
  const user = after ?? before;
  if (!user) return;
  tx.record({
    operation,
    objectType: 'user',
    objectId: user.id,
    objectName: `${user.firstName} ${user.lastName}`.trim(),
    before: before && comparable(before),
    after: after && { ...comparable(after), ...(enteredIsPassword ? { passwordSet: true } : {}) },
    rowVersion: after?.rowVersion ?? null,
  });
}
