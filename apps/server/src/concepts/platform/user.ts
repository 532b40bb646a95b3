import {
  attemptsOfPerson,
  countAttempt,
  createFirstPassword,
  forgiveAttempt,
  homeOf,
  invitationsOf,
  judgePassword,
  knownOfPerson,
  createToken,
  mailedDays,
  tokenHash,
  lengthsOfPerson,
  passwordHashOf,
  pictureOfPerson,
  type Passwords,
  plainLogin,
  takeFactorAway,
} from '@carrara/adapters/identity';
import type { WithTenant } from '@carrara/adapters/postgres';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { endTokensOf } from '@carrara/adapters/postgres/platform/apiToken';
import {
  deleteInvitation,
  directoryEntries,
  effectiveAccess,
  endSessionsOf,
  groupsOfUser,
  insertInvitation,
  insertPerson,
  linkInvitation,
  loadUser,
  memberOfInvitation,
  opensPayBeyond,
  type PersonValues,
  personOfInvitation,
  personOfLogin,
  replacePassword,
  replaceRoles,
  type StoredUser,
  updateInvitation,
  updateMembership,
  updatePerson,
  userList,
} from '@carrara/adapters/postgres/platform/user';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Grants } from '@carrara/contract/core/permissions';
import type { User, userEndpoints } from '@carrara/contract/platform/user';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { policyOf } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { MailDesk } from '../../mail/mailDesk.ts';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { acceptInvitation, declineInvitation, joinHome } from './joining.ts';
import { keepingAdministrators, notAdministered, refusalOfRoles } from './roleGrants.ts';

export interface UserPorts {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly withTenant: WithTenant;
  /** True if people may sign in with a password of this installation. If false, nobody gets one. */
  readonly localAccounts: boolean;
  /** Queues the mails of invitations. */
  readonly mails: MailDesk;
  readonly onSessionEnded: () => void;
}

type SaveBody = Parameters<Operations<typeof userEndpoints>['saveUser']>[1]['body'];
type Saved = Result<User & { firstPassword: string | null; isMailed: boolean }, Failures>;

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no user ${id}.`)]);
const stale = () => err([fail('STALE_VERSION', ['rowVersion'], '')]);
const known = () => err([fail('DUPLICATE', ['username'], 'is already used by another user of this firm')]);

export function userOperations(ports: UserPorts): Operations<typeof userEndpoints> {
  const { pool, passwords, withTenant, onSessionEnded } = ports;
  return {
    listUsers: listOperation(userList),
    listDirectory: async ({ tx }, { query }) => ok(await directoryEntries(tx, query.search)),
    async getUser({ tx, grants }, { params }) {
      // A person invited from another firm has another id than the invitation.
      const user = (await loadUser(tx, params.id)) ?? (await memberOfInvitation(tx, params.id));
      if (!user) return missing(params.id);
      const picture = user.isInvitation ? undefined : await pictureOfPerson(pool, user.id);
      return ok({
        ...shown(user, grants),
        picture: picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null,
        access: user.isInvitation ? null : await effectiveAccess(tx, user.id),
      });
    },
    async saveUser(context, { body }) {
      const isNew = !body.id || body.id === emptyId;
      // With a mail server and an address, no password is handed over.
      const isMailed =
        isNew && !body.password && !body.isInactive && body.email !== '' && ports.mails.from !== undefined;
      const made = isNew && !body.password && ports.localAccounts && !isMailed ? createFirstPassword() : null;
      const password = made ?? body.password ?? undefined;
      const about = { ...body, login: body.username, firms: [context.tenant.name] };
      const { passwordLength } = policyOf(context.tenant.settings);
      const judged =
        made === null && password ? await judgePassword(password, about, ['password'], passwordLength) : ok(undefined);
      if (judged.isErr()) return err([judged.error]);
      const hash = password && (await passwords.hash(password));
      const saved: Saved = await keepingAdministrators(context, async (grants) => {
        const now = { ...context, grants };
        const user = isNew ? await invite(now, body, hash) : await change(now, body, body.id ?? '', hash);
        if (user.isErr()) return err(user.error);
        const mailedUntil = isMailed ? await mailInvitation(ports.mails, context, user.value) : user.value.mailedUntil;
        return ok({ ...user.value, mailedUntil, firstPassword: made, isMailed });
      });
      if (saved.isOk()) onSessionEnded();
      return saved;
    },
    async deleteUser(context, { params, query }) {
      const { tx } = context;
      const removed = await keepingAdministrators(context, async (grants) => {
        const before = await loadUser(tx, params.id);
        if (!before) return missing(params.id);
        const refusal = notYours(grants, before);
        if (refusal.length > 0) return err(refusal);
        return before.isInvitation
          ? withdrawInvitation(tx, before, query.rowVersion)
          : archiveMember(tx, before, query.rowVersion);
      });
      if (removed.isOk()) onSessionEnded();
      return removed;
    },
    async removeUserSecondFactor(context, { params }) {
      const { tx, grants, person } = context;
      const user = await loadUser(tx, params.id);
      if (!user) return missing(params.id);
      if (user.id === person.id) {
        return err([
          fail('OWN_SECOND_FACTOR', ['id'], 'Remove your own second factor in your account, with one of its codes.'),
        ]);
      }
      const refusal = notYours(grants, user);
      if (refusal.length > 0) return err(refusal);
      if (!user.isHome && !user.isProgram) {
        return err([
          fail('PERSON_OF_OTHER_TENANTS', ['id'], 'Only this person’s home firm can remove the second factor.'),
        ]);
      }
      if (user.isOfPayAccess) return err([ofPayAccess()]);
      if (!(await takeFactorAway(tx, user.id))) {
        return err([fail('NO_SECOND_FACTOR', ['id'], 'This person hasn’t set up a second factor.')]);
      }
      note(tx, 'removeUserSecondFactor', user, (await loadUser(tx, user.id)) ?? null);
      onSessionEnded();
      return ok({ removed: true });
    },
    async sendInvitation(context, { params }) {
      const { tx, grants } = context;
      const user = await loadUser(tx, params.id);
      if (!user) return missing(params.id);
      const refusal = notYours(grants, user);
      if (refusal.length > 0) return err(refusal);
      if (user.status !== 'Invited')
        return err([fail('NOT_INVITED', ['id'], 'Only people with an open invitation can be mailed one.')]);
      if (ports.mails.from === undefined)
        return err([fail('NO_MAIL_SERVER', [], 'This installation has no mail server.')]);
      if (user.email === '') return err([fail('NO_ADDRESS', ['email'], 'The invitation has no e-mail address.')]);
      await mailInvitation(ports.mails, context, user);
      note(tx, 'sendInvitation', user, (await loadUser(tx, user.id)) ?? null);
      return ok({ address: user.email });
    },
    async listGroupsOfUser({ tx }, { params }) {
      return (await loadUser(tx, params.id)) ? ok(await groupsOfUser(tx, params.id)) : missing(params.id);
    },
    async changePassword({ person, sessionId, now }, { body }) {
      const attempts = attemptsOfPerson(person.id);
      if (!(await countAttempt(pool, attempts, now))) {
        return err([fail('TOO_MANY_ATTEMPTS', ['currentPassword'], 'Too many attempts. Wait a while and try again.')]);
      }
      if (!(await passwords.matches(body.currentPassword, await passwordHashOf(pool, person.id)))) {
        return err([fail('WRONG_PASSWORD', ['currentPassword'], 'This is not your password.')]);
      }
      await forgiveAttempt(pool, attempts);
      if (body.newPassword === body.currentPassword) {
        return err([fail('SAME_PASSWORD', ['newPassword'], 'This is the current password. Choose another one.')]);
      }
      const home = await homeOf(pool, person.id);
      const { passwordLength } = await lengthsOfPerson(pool, person.id);
      const about = await knownOfPerson(pool, person.id);
      const judged = await judgePassword(body.newPassword, about, ['newPassword'], passwordLength);
      if (judged.isErr()) return err([judged.error]);
      const hash = await passwords.hash(body.newPassword);
      const { tenantId } = home;
      const replace = { personId: person.id, hash, isGiven: false, keptSession: sessionId };
      const written = await withTenant({ tenantId, personId: person.id, now: now.toISOString() }, async (tx) => {
        await replacePassword(tx, replace);
        tx.record({
          operation: 'changePassword',
          objectType: 'user',
          objectId: person.id,
          objectName: person.name,
          before: null,
          after: null,
        });
        return ok({ changed: true });
      });
      onSessionEnded();
      await joinHome(ports, { personId: person.id, now });
      return written;
    },
    async listInvitations({ person, now }) {
      const found = await invitationsOf(pool, person.id, now);
      return ok(
        found.map(({ tenantId: _tenantId, isHome: _isHome, roles, ...one }) => ({ ...one, roles: [...roles] })),
      );
    },
    acceptInvitation: ({ person, now }, { params, body }) =>
      acceptInvitation(ports, { personId: person.id, now }, params.id, body.code),
    declineInvitation: ({ person, now }, { params }) =>
      declineInvitation(ports, { personId: person.id, now }, params.id),
  };
}

/** Queues the mail of an invitation. From here on, only its link works. */
async function mailInvitation(
  mails: MailDesk,
  { tx, tenant, person, now }: RequestContext,
  { id, email, username }: Pick<User, 'id' | 'email' | 'username'>,
): Promise<string> {
  const token = createToken();
  const goodUntil = new Date(now.getTime() + mailedDays * 86_400_000);
  await linkInvitation(tx, id, { tokenHash: tokenHash(token), until: goodUntil });
  await mails.leave(tx, {
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
      { text: 'If you don’t know what this is about, ignore this message.' },
    ],
    token,
    goodUntil,
  });
  return goodUntil.toISOString();
}

/** Returns the displayed fields of a user. They don't reveal if an invited person exists elsewhere. */
function shown(user: StoredUser, grants: Grants): User {
  const { isHome, isInvitation: _invitation, isProgram: _program, modules: _modules, isOfPayAccess, ...rest } = user;
  const canManage = notYours(grants, user).length === 0;
  return { ...rest, canManage, canEditPerson: canManage && isHome && !isOfPayAccess };
}

/**
 * Returns why a person can't be managed: only somebody who administers all of their modules may change them, because
 * setting the password makes it possible to act as that person.
 */
function notYours(grants: Grants, user: StoredUser): Failures {
  const modules = notAdministered(grants, user.modules);
  if (modules.length === 0) return [];
  const detail = `This person has a role in ${modules.join(' and ')}, which you don’t administer.`;
  return [fail('PERSON_NOT_YOURS', ['roles'], detail)];
}

/** Returns the failure for people with pay access: anybody who could sign in as them would see that pay. */
const ofPayAccess = () =>
  fail(
    'PERSON_NOT_YOURS',
    [],
    'This person has access to pay, or sees their own in the portal. Only people who can see that pay can change the name, e-mail, login, password and second factor.',
  );

/**
 * Invites a person. The response is the same for a new login and for one of another firm. A new login's home is this
 * firm, and the password is its first one. A person from another firm keeps their own password and needs this one to
 * accept.
 */
async function invite(
  { tx, grants }: RequestContext,
  body: SaveBody,
  hash: string | undefined,
): Promise<Result<User, Failures>> {
  const refusal = refusalOfRoles(grants, [], body.roles);
  if (refusal.length > 0) return err(refusal);
  const login = plainLogin(body.username, ['username']);
  if (login.isErr()) return err([login.error]);
  const person: PersonValues = { ...body, username: login.value };
  const fresh = newId();
  const isMade = (await insertPerson(tx, fresh, person)) ? fresh : undefined;
  const found = isMade === undefined ? await personOfLogin(tx, person.username) : { id: fresh, isHome: true };
  if (!found) throw new Error('a login is neither new nor somebody’s');
  if (found.isHome) {
    // Pay access survives the end of a membership.
    if (await opensPayBeyond(tx, found.id)) return err([ofPayAccess()]);
    if (hash !== undefined) {
      await replacePassword(tx, { personId: found.id, hash, isGiven: true, keptSession: null });
    }
  }
  const id = found.isHome ? found.id : fresh;
  const invitation = { ...person, id, personId: found.id, roles: body.roles, codeHash: hash ?? null };
  if (!(await insertInvitation(tx, { ...invitation, isInactive: body.isInactive }))) return known();
  return answer(tx, grants, 'inviteUser', null, id, found.isHome && hash !== undefined);
}

async function withdrawInvitation(tx: Transaction, invitation: StoredUser, rowVersion: number | undefined) {
  if (!(await deleteInvitation(tx, invitation.id, rowVersion))) return stale();
  note(tx, 'takeBackInvitation', invitation, null);
  return ok({ id: invitation.id });
}

/** Archives a member instead of deleting: their history keeps the name, and the membership can be restored. */
async function archiveMember(tx: Transaction, member: StoredUser, rowVersion: number | undefined) {
  const { id } = member;
  if (!(await updateMembership(tx, id, true, rowVersion ?? member.rowVersion))) return stale();
  if (!member.isInactive) await shutOut(tx, member);
  note(tx, 'archiveUser', member, (await loadUser(tx, id)) ?? null);
  return ok({ id });
}

/** Ends tokens and sessions, so that a restored member has to sign in again. */
async function shutOut(tx: Transaction, { id, firstName, lastName, isHome }: StoredUser): Promise<void> {
  await endTokensOf(tx, { id, name: `${firstName} ${lastName}`.trim() });
  if (isHome) await endSessionsOf(tx, id);
}

async function change(
  context: RequestContext,
  body: SaveBody,
  id: string,
  hash: string | undefined,
): Promise<Result<User, Failures>> {
  const { tx, grants } = context;
  const before = await loadUser(tx, id);
  if (!before) return missing(id);
  const refusal = [...notYours(grants, before), ...refusalOfRoles(grants, before.roles, body.roles)];
  if (refusal.length > 0) return err(refusal);
  return before.isInvitation
    ? changeInvitation(context, body, before, hash)
    : changeMember(context, body, before, hash);
}

async function changeInvitation(
  { tx, grants }: RequestContext,
  body: SaveBody,
  before: StoredUser,
  hash: string | undefined,
): Promise<Result<User, Failures>> {
  const { id } = before;
  // A person who sets the password, or the address for the link, could accept the invitation.
  if (before.isOfPayAccess && (hash !== undefined || body.email !== before.email)) return err([ofPayAccess()]);
  if (body.username !== before.username) {
    const detail = 'You can’t change the login of an invitation. Take the invitation back and send another one.';
    return err([fail('LOGIN_OF_INVITATION', ['username'], detail)]);
  }
  if (!(await updateInvitation(tx, id, body, hash, body.rowVersion ?? 0))) return stale();
  const person = await personOfInvitation(tx, id);
  if (person?.isHome) {
    await updatePerson(tx, person.id, body);
    if (hash !== undefined) await replacePassword(tx, { personId: person.id, hash, isGiven: true, keptSession: null });
  }
  return answer(tx, grants, 'saveUser', before, id, hash !== undefined);
}

async function changeMember(
  { tx, grants }: RequestContext,
  body: SaveBody,
  before: StoredUser,
  hash: string | undefined,
): Promise<Result<User, Failures>> {
  const { id, firstName, lastName, email, username } = before;
  const samePerson =
    firstName === body.firstName && lastName === body.lastName && email === body.email && username === body.username;
  if (before.isProgram && (!samePerson || hash !== undefined)) {
    return err([
      fail(
        'PROGRAM_FIXED',
        [],
        'You can’t change the name or login of a program, and it has no password: it can’t sign in.',
      ),
    ]);
  }
  if (!before.isHome && (!samePerson || hash !== undefined)) {
    const detail = 'Only this person’s home firm can change the name, e-mail, login and password.';
    return err([fail('PERSON_OF_OTHER_TENANTS', [], detail)]);
  }
  if (before.isOfPayAccess && (!samePerson || hash !== undefined)) return err([ofPayAccess()]);
  let login = username;
  if (body.username !== username) {
    const plain = plainLogin(body.username, ['username']);
    if (plain.isErr()) return err([plain.error]);
    login = plain.value;
    const found = await personOfLogin(tx, login);
    if (found && found.id !== id) return known();
  }
  if (!(await updateMembership(tx, id, body.isInactive, body.rowVersion ?? 0))) return stale();
  if (body.isInactive && !before.isInactive) await shutOut(tx, before);
  if (!samePerson) await updatePerson(tx, id, { ...body, username: login });
  if (hash !== undefined) await replacePassword(tx, { personId: id, hash, isGiven: true, keptSession: null });
  await replaceRoles(tx, id, body.roles);
  return answer(tx, grants, 'saveUser', before, id, hash !== undefined);
}

async function answer(
  tx: RequestContext['tx'],
  grants: Grants,
  operation: string,
  before: StoredUser | null,
  id: string,
  isPasswordGiven = false,
): Promise<Result<User, Failures>> {
  const after = await loadUser(tx, id);
  if (!after) throw new Error(`user ${id} is missing after it was saved`);
  note(tx, operation, before, after, isPasswordGiven);
  return ok(shown(after, grants));
}

/** Returns the fields for the audit log. It doesn't contain passwords, only that one was set and by whom. */
const kept = ({ firstName, lastName, email, username, isInactive, status, roles }: StoredUser) => ({
  firstName,
  lastName,
  email,
  username,
  isInactive,
  status,
  roles,
});

function note(
  tx: RequestContext['tx'],
  operation: string,
  before: StoredUser | null,
  after: StoredUser | null,
  isPasswordGiven = false,
): void {
  const user = after ?? before;
  if (!user) return;
  tx.record({
    operation,
    objectType: 'user',
    objectId: user.id,
    objectName: `${user.firstName} ${user.lastName}`.trim(),
    before: before && kept(before),
    after: after && { ...kept(after), ...(isPasswordGiven ? { passwordGiven: true } : {}) },
    rowVersion: after?.rowVersion ?? null,
  });
}
