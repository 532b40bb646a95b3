import { createApiToken, methodsOfSession, tokenHash } from '@carrara/adapters/identity';
import {
  apiTokenList,
  endStoredToken,
  insertApiToken,
  insertProgram,
  programOf,
  programsOf,
  unendedTokens,
} from '@carrara/adapters/postgres/platform/apiToken';
import { notify } from '@carrara/adapters/postgres/platform/inbox';
import { replaceRoles, seesAllPay } from '@carrara/adapters/postgres/platform/user';
import type { ApiToken, apiTokenEndpoints } from '@carrara/contract/platform/apiToken';
import { holds } from '@carrara/contract/core/permissions';
import { calendarDate, err, type Failures, fail, ok, type Result, shownDate } from '@carrara/domain/kernel';
import { tokenPeriodFailures } from '@carrara/domain/platform/apiToken';
import { strengthOf } from '@carrara/domain/platform/signIn';
import { isIP } from 'node:net';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { keepingAdministrators, notAdministered, refusalOfRoles } from './roleGrants.ts';

/** Maximum number of valid tokens per owner. */
const mostTokens = 50;
const missing = (what: string, path: string) => err([fail('NOT_FOUND', [path], `There is no such ${what}.`)]);

type Query = Parameters<Operations<typeof apiTokenEndpoints>['listApiTokens']>[1]['query'];
/** Filters for the person's own tokens, or for administrators all of the firm's. */
const shownTo = ({ grants, person }: RequestContext, { own }: Pick<Query, 'own'>) =>
  own || !holds(grants, 'apiToken.manage') ? { personId: person.id } : {};

async function read(context: RequestContext, id: string): Promise<Result<ApiToken, Failures>> {
  const filters = { ...shownTo(context, { own: false }), id };
  const found = await apiTokenList.page(context.tx, { pageSize: 1, filters });
  if (found.isErr()) return err([found.error]);
  const [token] = found.value.pageData;
  return token ? ok(token) : missing('token', 'id');
}

/**
 * Parses addresses and ranges separated by commas, in the database's form. Fails: ADDRESS_UNCLEAR for each invalid one.
 */
function rangesIn(text: string): Result<readonly string[], Failures> {
  const given = text.split(',').flatMap((part) => part.trim() || []);
  const unclear = given.filter((range) => {
    const [address = '', bits, more] = range.split('/');
    const version = isIP(address);
    const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    return version === 0 || address.includes('%') || !isWidth || more !== undefined;
  });
  if (given.length > 20) return err([fail('ADDRESS_UNCLEAR', ['addresses'], 'can have at most 20 entries')]);
  if (unclear.length === 0) return ok(given);
  return err(
    unclear.map((range) =>
      fail(
        'ADDRESS_UNCLEAR',
        ['addresses'],
        `${range} isn’t an address or range. Use one such as 203.0.113.7 or 203.0.113.0/24.`,
      ),
    ),
  );
}

/**
 * Returns the owner of a new token. Fails: FORBIDDEN, NOT_FOUND; PERSON_NOT_YOURS for a program with a module that the
 * person doesn't administer.
 */
async function ownerOf(
  { tx, grants, person }: RequestContext,
  programId: string | null | undefined,
): Promise<Result<{ readonly id: string; readonly name: string }, Failures>> {
  if (!programId) return ok(person);
  if (!holds(grants, 'apiToken.manage')) return err([fail('FORBIDDEN', [], '')]);
  const program = await programOf(tx, programId);
  if (!program) return missing('program', 'programId');
  const foreign = notAdministered(grants, program.modules);
  if (foreign.length === 0) return ok({ id: programId, name: program.name });
  const detail = `This program has a role in ${foreign.join(' and ')}, which you don’t administer.`;
  return err([fail('PERSON_NOT_YOURS', ['programId'], detail)]);
}

/**
 * Returns why a token may not read pay. For a program, its own pay access counts, which it gets like anybody else, and
 * the holder of its token reads through it. If only people who see everybody's pay can create it, nobody gains access
 * that way.
 */
async function withoutPay({ grants, tx }: RequestContext, programId: string | null | undefined): Promise<Failures> {
  if (!holds(grants, 'pay.view')) return [fail('TOKEN_WITHOUT_PAY', ['withPay'], 'needs permission to view pay')];
  if (!programId || (await seesAllPay(tx))) return [];
  return [
    fail('TOKEN_WITHOUT_PAY', ['withPay'], 'can be set for a program only by people with access to everyone’s pay'),
  ];
}

export function apiTokenOperations(): Operations<typeof apiTokenEndpoints> {
  return {
    listApiTokens: listOperation<ApiToken, Query>(apiTokenList, (query, context) => shownTo(context, query)),
    async createApiToken(context, { body }) {
      const { tx, today } = context;
      const ranges = rangesIn(body.addresses);
      const wrong = [
        ...tokenPeriodFailures(calendarDate(body.endsOn), today),
        ...(ranges.isErr() ? ranges.error : []),
        ...(body.withPay ? await withoutPay(context, body.programId) : []),
      ];
      if (wrong.length > 0) return err(wrong);
      const owner = await ownerOf(context, body.programId);
      if (owner.isErr()) return err(owner.error);
      const { id: personId, name: ownerName } = owner.value;
      if ((await unendedTokens(tx, personId)) >= mostTokens)
        return err([fail('TOO_MANY_TOKENS', [], `${ownerName} has ${mostTokens} tokens. End one first.`)]);
      const id = newId();
      const token = createApiToken();
      const { name, access, withPay, requestsPerMinute, endsOn } = body;
      const addresses = ranges.isOk() ? ranges.value : [];
      const terms = { access, withPay, addresses, requestsPerMinute, endsOn };
      const isStrong = strengthOf(await methodsOfSession(tx, context.sessionId)) === 'mfa';
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
      const whose = body.programId ? `for the program ${ownerName}` : 'in your name';
      await notify(context.tx, {
        person: context.person.id,
        kind: 'token',
        subject: `The API token ${name} ${whose} was created from your account and is valid until ${shownDate(calendarDate(endsOn))}. If this wasn’t you, revoke it under your account.`,
        link: '/account',
      });
      return (await read(context, id)).map((apiToken) => ({ token, apiToken }));
    },
    async endApiToken(context, { params }) {
      const before = await read(context, params.id);
      if (before.isErr()) return before;
      const { name, owner } = before.value;
      if (!(await endStoredToken(context.tx, params.id)))
        return err([fail('WRONG_STATE', [], `${name} has already ended.`)]);
      context.tx.record({
        operation: 'endApiToken',
        objectType: 'apiToken',
        objectId: params.id,
        objectName: name,
        before: { name, owner },
        after: null,
      });
      return read(context, params.id);
    },
    listPrograms: async ({ tx }) => ok(await programsOf(tx)),
    createProgram: (context, { body: { name, roles } }) =>
      keepingAdministrators(context, async (grants) => {
        const { tx } = context;
        const refusal = refusalOfRoles(grants, [], roles);
        if (refusal.length > 0) return err(refusal);
        const id = newId();
        const login = `program-${id}`;
        if (!(await insertProgram(tx, { id, name, login })))
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
        return ok({ id, name });
      }),
  };
}
