import type { Passwords } from '@carrara/adapters/identity';
import {
  deleteMembership,
  directoryEntries,
  groupsOfUser,
  insertMembership,
  insertPerson,
  loadUser,
  personOfLogin,
  replacePassword,
  replaceRoles,
  updateMembership,
  updatePerson,
  userList,
} from '@carrara/adapters/postgres/user';
import { emptyId } from '@carrara/contract/kinds';
import type { User, userEndpoints } from '@carrara/contract/user';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../operations.ts';
import { listOperation } from '../recordOperations.ts';
import { keepingAdministrators, refusalOfRoles } from './roleGrants.ts';

export interface UserPorts {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly onSessionEnded: () => void;
}

type SaveBody = Parameters<Operations<typeof userEndpoints>['saveUser']>[1]['body'];

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no user ${id}.`)]);
const stale = () => err([fail('STALE_VERSION', ['rowVersion'], '')]);

export function userOperations({ pool, passwords, onSessionEnded }: UserPorts): Operations<typeof userEndpoints> {
  return {
    listUsers: listOperation(userList),
    listDirectory: async ({ tx }, { query }) => ok(await directoryEntries(tx, query.search)),
    async getUser({ tx }, { params }) {
      const user = await loadUser(tx, params.id);
      return user ? ok(user) : missing(params.id);
    },
    async saveUser(context, { body }) {
      const isNew = !body.id || body.id === emptyId;
      const hash = body.password ? await passwords.hash(body.password) : undefined;
      const saved = isNew
        ? await create(context, body, hash)
        : await keepingAdministrators(context, () => change(context, body, body.id ?? '', hash));
      if (saved.isOk()) onSessionEnded();
      return saved;
    },
    async deleteUser(context, { params, query }) {
      const { tx, grants } = context;
      const before = await loadUser(tx, params.id);
      if (!before) return missing(params.id);
      const refusal = refusalOfRoles(grants, before.roles, []);
      if (refusal.length > 0) return err(refusal);
      const removed = await keepingAdministrators(context, async () => {
        const gone = await deleteMembership(tx, params.id, query.rowVersion);
        if (gone.isErr()) return err([gone.error]);
        return gone.value ? ok({ id: params.id }) : stale();
      });
      if (removed.isErr()) return removed;
      note(tx, 'deleteUser', before, null);
      onSessionEnded();
      return removed;
    },
    async listGroupsOfUser({ tx }, { params }) {
      return (await loadUser(tx, params.id)) ? ok(await groupsOfUser(tx, params.id)) : missing(params.id);
    },
    async changePassword({ person, sessionId, now }, { body }) {
      const { rows } = await pool.query<{ password_hash: string }>(
        'SELECT password_hash FROM credential WHERE person_id = $1',
        [person.id],
      );
      if (!(await passwords.matches(body.currentPassword, rows[0]?.password_hash))) {
        return err([fail('WRONG_PASSWORD', ['currentPassword'], 'is not your password')]);
      }
      const run = { query: (text: string, values: readonly unknown[]) => pool.query(text, [...values]) };
      await replacePassword(run, person.id, await passwords.hash(body.newPassword), now.toISOString(), sessionId);
      onSessionEnded();
      return ok({ changed: true });
    },
  };
}

async function create(
  context: RequestContext,
  body: SaveBody,
  hash: string | undefined,
): Promise<Result<User, Failures>> {
  const { tx, grants } = context;
  const refusal = refusalOfRoles(grants, [], body.roles);
  if (refusal.length > 0) return err(refusal);
  const known = await personOfLogin(tx, body.username);
  if (known !== undefined && (await loadUser(tx, known))) return err([fail('DUPLICATE', ['username'], '')]);
  const id = known ?? newId();
  // Who exists already keeps name and password: this tenant has no say in them.
  if (known === undefined) {
    await insertPerson(tx, id, body);
    if (hash !== undefined) await replacePassword(tx, id, hash, tx.now, null);
  }
  await insertMembership(tx, id, body.isInactive);
  await replaceRoles(tx, id, body.roles);
  return answer(context, 'saveUser', null, id);
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
  // To archive a user is to take all roles, to restore one is to give them.
  const rolesBefore = before.isInactive ? [] : before.roles;
  const rolesAfter = body.isInactive ? [] : body.roles;
  const changed = refusalOfRoles(grants, before.roles, body.roles);
  const refusal = changed.length > 0 ? changed : refusalOfRoles(grants, rolesBefore, rolesAfter);
  if (refusal.length > 0) return err(refusal);
  const { firstName, lastName, email, username } = before;
  const samePerson =
    firstName === body.firstName && lastName === body.lastName && email === body.email && username === body.username;
  if (!before.canEditPerson && (!samePerson || hash !== undefined)) {
    return err([
      fail(
        'PERSON_OF_OTHER_TENANTS',
        [],
        'This person belongs to other firms as well and changes name, login and password alone.',
      ),
    ]);
  }
  if (body.username.toLowerCase() !== username.toLowerCase() && (await personOfLogin(tx, body.username))) {
    return err([fail('DUPLICATE', ['username'], '')]);
  }
  if (!(await updateMembership(tx, id, body.isInactive, body.rowVersion ?? 0))) return stale();
  if (!samePerson) await updatePerson(tx, id, body);
  if (hash !== undefined) await replacePassword(tx, id, hash, tx.now, null);
  await replaceRoles(tx, id, body.roles);
  return answer(context, 'saveUser', before, id);
}

async function answer(
  { tx }: RequestContext,
  operation: string,
  before: User | null,
  id: string,
): Promise<Result<User, Failures>> {
  const after = await loadUser(tx, id);
  if (!after) throw new Error(`user ${id} is not there after it was saved`);
  note(tx, operation, before, after);
  return ok(after);
}

function note(tx: RequestContext['tx'], operation: string, before: User | null, after: User | null): void {
  const user = after ?? before;
  if (!user) return;
  const objectName = `${user.firstName} ${user.lastName}`.trim();
  tx.record({
    operation,
    objectType: 'user',
    objectId: user.id,
    objectName,
    before,
    after,
    rowVersion: after?.rowVersion ?? null,
  });
}
