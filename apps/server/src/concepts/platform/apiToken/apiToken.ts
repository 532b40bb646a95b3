import { apiTokenList } from '@carrara/adapters/postgres/platform/apiToken/apiTokens';
import { listPrograms } from '@carrara/adapters/postgres/platform/apiToken/programs';
import type { ApiToken, apiTokenEndpoints } from '@carrara/contract/platform/apiToken/apiToken';
import { hasPermission } from '@carrara/contract/core/permissions';
import { calendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { isIP } from 'node:net';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { createApiToken, createProgram, endApiToken } from '../../../usecases/platform/apiToken.ts';
import { recordNotFound } from '../../../usecases/outcome.ts';

type Query = Parameters<Operations<typeof apiTokenEndpoints>['listApiTokens']>[1]['query'];
/** Filters for the person's own tokens, or for administrators all of the firm's. */
const visibleTo = ({ grants, person }: RequestContext, { own }: Pick<Query, 'own'>) =>
  own || !hasPermission(grants, 'apiToken.manage') ? { personId: person.id } : {};

async function read(context: RequestContext, id: string): Promise<Result<ApiToken, Failures>> {
  const filters = { ...visibleTo(context, { own: false }), id };
  const found = await apiTokenList.page(context.tx, { pageSize: 1, filters });
  if (found.isErr()) return err([found.error]);
  const [token] = found.value.pageData;
  return token ? ok(token) : recordNotFound('token');
}

/**
 * Parses addresses and ranges separated by commas, in the database's form. Fails: ADDRESS_UNCLEAR for each invalid one.
 */
function rangesIn(text: string): Result<readonly string[], Failures> {
  const addresses = text.split(',').flatMap((part) => part.trim() || []);
  const unclear = addresses.filter((range) => {
    const [address = '', bits, more] = range.split('/');
    const version = isIP(address);
    const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    return version === 0 || address.includes('%') || !isWidth || more !== undefined;
  });
  if (addresses.length > 20) return err([fail('ADDRESS_UNCLEAR', ['addresses'], 'can have at most 20 entries')]);
  if (unclear.length === 0) return ok(addresses);
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

export function apiTokenOperations(): Operations<typeof apiTokenEndpoints> {
  return {
    listApiTokens: listOperation<ApiToken, Query>(apiTokenList, (query, context) => visibleTo(context, query)),
    async createApiToken(context, { body: { programId, addresses, endsOn, ...token } }) {
      const created = await createApiToken(context, {
        ...token,
        programId: programId ?? undefined,
        addresses: rangesIn(addresses),
        endsOn: calendarDate(endsOn),
      });
      if (created.isErr()) return err(created.error);
      const { id, token: secret } = created.value;
      return (await read(context, id)).map((apiToken) => ({ token: secret, apiToken }));
    },
    async endApiToken(context, { params }) {
      const before = await read(context, params.id);
      const ended = before.isErr() ? before : await endApiToken(context, before.value);
      return ended.isErr() ? err(ended.error) : read(context, params.id);
    },
    listPrograms: async ({ tx }) => ok(await listPrograms(tx)),
    createProgram: async (context, { body }) =>
      (await createProgram(context, body)).map((id) => ({ id, name: body.name })),
  };
}
