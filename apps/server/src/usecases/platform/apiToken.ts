import { createApiToken as newToken } from '@carrara/adapters/identity/apiTokens';
import { methodsOfSession } from '@carrara/adapters/identity/sessions';
import { tokenHash } from '@carrara/adapters/identity/tokens';
import {
  revokeToken,
  insertApiToken,
  type NewApiToken,
  countValidTokens,
} from '@carrara/adapters/postgres/platform/apiToken/apiTokens';
import { insertProgram, readProgram } from '@carrara/adapters/postgres/platform/apiToken/programs';
import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { replaceRoles } from '@carrara/adapters/postgres/platform/user/userStore';
import { canViewAllPay } from '@carrara/adapters/postgres/platform/user/canViewAllPay';
import { applications, hasPermission } from '@carrara/contract/core/permissions';
import type { ApiToken } from '@carrara/contract/platform/apiToken/apiToken';
import type { ModuleRole } from '@carrara/contract/platform/user/user';
import {
  type CalendarDate,
  err,
  fail,
  type Failures,
  ok,
  required,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import { decideToken } from '@carrara/domain/platform/apiToken';
import { roleFailures } from '@carrara/domain/platform/roles';
import { signInStrength } from '@carrara/domain/platform/signIn';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { guardAdministrators } from './guardAdministrators.ts';

interface TokenToCreate extends Pick<NewApiToken, 'name' | 'access' | 'withPay' | 'requestsPerMinute'> {
  readonly endsOn: CalendarDate;
  readonly addresses: Result<readonly string[], Failures>;
  /** The program that gets the token. Undefined for a token of the acting person. */
  readonly programId: string | undefined;
}

async function ownerOf({ tx, person }: RequestContext, programId: string | undefined) {
  const program = programId === undefined ? { ...person, modules: [] } : await readProgram(tx, programId);
  const id = programId ?? person.id;
  return program && { id, name: program.name, modules: program.modules, tokens: await countValidTokens(tx, id) };
}

/** Creates a token, and returns it with its id. Fails: as `decideToken`. */
export async function createApiToken(
  context: RequestContext,
  { programId, addresses, ...requested }: TokenToCreate,
): Outcome<{ readonly id: string; readonly token: string }> {
  const { tx, grants, person, sessionId, today } = context;
  const owner = await ownerOf(context, programId);
  const rights = {
    roles: grants,
    managesTokens: hasPermission(grants, 'apiToken.manage'),
    viewsPay: hasPermission(grants, 'pay.view'),
    canViewAllPay: await canViewAllPay(tx),
  };
  const isStrong = signInStrength(await methodsOfSession(tx, sessionId)) === 'mfa';

  const isOfProgram = programId !== undefined;
  const decision = decideToken({ ...requested, addresses, isOfProgram }, owner, rights, today);
  if (decision.isErr()) return err(decision.error);

  const id = newId();
  const token = newToken();
  const { name, access, withPay, requestsPerMinute, endsOn } = requested;
  const terms = { access, withPay, addresses: decision.value, requestsPerMinute, endsOn };
  const { id: personId, name: ownerName } = required(owner, 'the owner of the token');
  await insertApiToken(tx, { id, personId, name, hash: tokenHash(token), isStrong, ...terms });
  tx.record({
    operation: 'createApiToken',
    objectType: 'apiToken',
    objectId: id,
    objectName: name,
    before: null,
    after: { name, owner: ownerName, ...terms },
  });
  // The person is notified of their own action too: somebody with a stolen session could create a token to get in
  // later.
  const ownerText = isOfProgram ? `for the program ${ownerName}` : 'in your name';
  await notify(tx, {
    person: person.id,
    kind: 'token',
    subject: `The API token ${name} ${ownerText} was created from your account and is valid until ${displayedDate(endsOn)}. If this wasn’t you, revoke it under your account.`,
    link: '/account',
  });
  return ok({ id, token });
}

/** Ends a token before its last day. Fails: WRONG_STATE. */
export async function endApiToken(
  { tx }: RequestContext,
  { id, name, owner }: Pick<ApiToken, 'id' | 'name' | 'owner'>,
): Outcome {
  if (!(await revokeToken(tx, id))) return err([fail('WRONG_STATE', [], `${name} has already ended.`)]);
  tx.record({
    operation: 'endApiToken',
    objectType: 'apiToken',
    objectId: id,
    objectName: name,
    before: { name, owner },
    after: null,
  });
  return ok(id);
}

interface ProgramToCreate {
  readonly name: string;
  readonly roles: readonly ModuleRole[];
}

/** Creates a program, and returns its id. Fails: DUPLICATE, and those of `roleFailures` and `guardAdministrators`. */
export const createProgram = ({ tx }: RequestContext, { name, roles }: ProgramToCreate): Outcome =>
  guardAdministrators({ tx }, async (grants) => {
    const failures = roleFailures(grants, [], roles, applications);
    if (failures.length > 0) return err(failures);

    const id = newId();
    if (!(await insertProgram(tx, { id, name, login: `program-${id}` })))
      return err([fail('DUPLICATE', ['name'], 'is already used by another program of this firm')]);
    await replaceRoles(tx, id, roles);
    tx.record({
      operation: 'createProgram',
      objectType: 'user',
      objectId: id,
      objectName: name,
      before: null,
      after: { name, roles },
      rowVersion: 1,
    });
    return ok(id);
  });
