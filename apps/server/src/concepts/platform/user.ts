import {
  attemptsOfPerson,
  countAttempt,
  forgiveAttempt,
  homeOf,
  invitationsOf,
  judgePassword,
  knownOfPerson,
  lengthsOfPerson,
  passwordHashOf,
  pictureOfPerson,
} from '@carrara/adapters/identity';
import type { WithTenant } from '@carrara/adapters/postgres';
import {
  directoryEntries,
  effectiveAccess,
  groupsOfUser,
  loadUser,
  memberOfInvitation,
  replacePassword,
  type StoredUser,
  userList,
} from '@carrara/adapters/postgres/platform/user';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Grants } from '@carrara/contract/core/permissions';
import type { User, userEndpoints } from '@carrara/contract/platform/user';
import { err, fail, ok } from '@carrara/domain/kernel';
import { personFailures } from '@carrara/domain/platform/roles';
import type { Pool } from 'pg';
import type { Operations } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { acceptInvitation, declineInvitation, joinHome } from '../../usecases/platform/joining.ts';
import {
  noSuchUser,
  removeUser,
  removeUserSecondFactor,
  saveUser,
  type SaveUserPorts,
  sendInvitation,
} from '../../usecases/platform/user.ts';

export interface UserPorts extends SaveUserPorts {
  readonly pool: Pool;
  readonly withTenant: WithTenant;
}

export function userOperations(ports: UserPorts): Operations<typeof userEndpoints> {
  const { pool, passwords, withTenant, onSessionEnded } = ports;
  return {
    listUsers: listOperation(userList),
    listDirectory: async ({ tx }, { query }) => ok(await directoryEntries(tx, query.search)),
    async getUser({ tx, grants }, { params }) {
      // A person invited from another firm has another id than the invitation.
      const user = (await loadUser(tx, params.id)) ?? (await memberOfInvitation(tx, params.id));
      if (!user) return noSuchUser();
      const picture = user.isInvitation ? undefined : await pictureOfPerson(pool, user.id);
      return ok({
        ...shown(user, grants),
        picture: picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null,
        access: user.isInvitation ? null : await effectiveAccess(tx, user.id),
      });
    },
    async saveUser(context, { body: { id, ...user } }) {
      const saved = await saveUser(ports, context, { ...user, id: id && id !== emptyId ? id : undefined });
      return saved.map(({ user: stored, grants, ...answer }) => ({ ...shown(stored, grants), ...answer }));
    },
    async deleteUser(context, { params, query }) {
      return (await removeUser(ports, context, params.id, query.rowVersion)).map((id) => ({ id }));
    },
    async removeUserSecondFactor(context, { params }) {
      const removed = await removeUserSecondFactor(context, params.id);
      if (removed.isOk()) onSessionEnded();
      return removed.map(() => ({ removed: true }));
    },
    async sendInvitation(context, { params }) {
      return (await sendInvitation(ports.mails, context, params.id)).map((address) => ({ address }));
    },
    async listGroupsOfUser({ tx }, { params }) {
      return (await loadUser(tx, params.id)) ? ok(await groupsOfUser(tx, params.id)) : noSuchUser();
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

/** Returns the displayed fields of a user. They don't reveal if an invited person exists elsewhere. */
function shown(user: StoredUser, grants: Grants): User {
  const { isHome, isInvitation: _invitation, isProgram: _program, modules: _modules, isOfPayAccess, ...rest } = user;
  const canManage = personFailures(grants, user.modules).length === 0;
  return { ...rest, canManage, canEditPerson: canManage && isHome && !isOfPayAccess };
}
