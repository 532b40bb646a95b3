import { listInvitations } from '@carrara/adapters/identity/invitations';
import { pictureOfPerson } from '@carrara/adapters/identity/ownPicture';
import { directoryEntries } from '@carrara/adapters/postgres/platform/user/directory';
import { effectiveAccess } from '@carrara/adapters/postgres/platform/user/effectiveAccess';
import {
  groupsOfUser,
  loadUser,
  memberOfInvitation,
  type StoredUser,
  userList,
} from '@carrara/adapters/postgres/platform/user/userStore';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Grants } from '@carrara/contract/core/permissions';
import type { User, userEndpoints } from '@carrara/contract/platform/user/user';
import { err, ok } from '@carrara/domain/kernel';
import { personFailures } from '@carrara/domain/platform/roles';
import type { Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { acceptInvitation, declineInvitation, joinHome } from '../../../usecases/platform/invitation.ts';
import { changePassword, type PasswordPorts } from '../../../usecases/platform/password.ts';
import {
  archiveUsers,
  noSuchUser,
  removeUser,
  removeUserSecondFactor,
  saveUser,
  type SaveUserPorts,
  sendInvitation,
} from '../../../usecases/platform/user.ts';

export interface UserPorts extends SaveUserPorts, PasswordPorts {}

export function userOperations(ports: UserPorts): Operations<typeof userEndpoints> {
  const { pool, onSessionEnded } = ports;
  return {
    listUsers: listOperation(userList),
    listDirectory: async ({ tx }, { query }) => ok(await directoryEntries(tx, query.search)),
    async getUser({ tx, grants }, { params }) {
      // A person invited from another firm has another id than the invitation.
      const user = (await loadUser(tx, params.id)) ?? (await memberOfInvitation(tx, params.id));
      if (!user) return noSuchUser();
      const picture = user.isInvitation ? undefined : await pictureOfPerson(pool, user.id);
      return ok({
        ...display(user, grants),
        picture: picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null,
        access: user.isInvitation ? null : await effectiveAccess(tx, user.id),
      });
    },
    async saveUser(context, { body: { id, ...user } }) {
      const saved = await saveUser(ports, context, { ...user, id: id && id !== emptyId ? id : undefined });
      return saved.map(({ user: stored, grants, ...answer }) => ({ ...display(stored, grants), ...answer }));
    },
    async deleteUser(context, { params, query }) {
      return (await removeUser(ports, context, params.id, query.rowVersion)).map((id) => ({ id }));
    },
    archiveUsers: (context, { body }) => archiveUsers(ports, context, body),
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
    async changePassword(context, { body }) {
      const changed = await changePassword(ports, context, body);
      if (changed.isErr()) return err(changed.error);
      onSessionEnded();
      await joinHome(ports, { personId: context.person.id, now: context.now });
      return ok({ changed: true });
    },
    async listInvitations({ person, now }) {
      const found = await listInvitations(pool, person.id, now);
      return ok(
        found.map(({ tenantId: _tenantId, isHome: _isHome, roles, ...membership }) => ({
          ...membership,
          roles: [...roles],
        })),
      );
    },
    acceptInvitation: ({ person, now }, { params, body }) =>
      acceptInvitation(ports, { personId: person.id, now }, params.id, body.code),
    declineInvitation: ({ person, now }, { params }) =>
      declineInvitation(ports, { personId: person.id, now }, params.id),
  };
}

/** Returns the displayed fields of a user. They don't reveal if an invited person exists elsewhere. */
function display(user: StoredUser, grants: Grants): User {
  const { isHome, isInvitation: _invitation, isProgram: _program, modules: _modules, isOfPayAccess, ...rest } = user;
  const canManage = personFailures(grants, user.modules).length === 0;
  return { ...rest, canManage, canEditPerson: canManage && isHome && !isOfPayAccess };
}
