import { explainPayAccess, payAccessList } from '@carrara/adapters/postgres/compensation/access/payAccess';
import { payReadList } from '@carrara/adapters/postgres/compensation/access/payReads';
import { canViewAllPay } from '@carrara/adapters/postgres/platform/user/canViewAllPay';
import type { PayAccess, payAccessEndpoints } from '@carrara/contract/compensation/payAccess';
import { contract } from '@carrara/contract/contract';
import { toSentence } from '@carrara/contract/actions';
import {
  type AccessAnswer,
  accessOptions,
  payReadText,
  canViewFirstRequests,
} from '@carrara/domain/compensation/access';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { mappedList } from '../../core/mappedList.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import {
  answerPayAccess,
  noSuchPayAccess,
  readParties,
  requestPayAccess,
} from '../../usecases/compensation/payAccess.ts';

/** Every endpoint with its summary. */
const calls: ReadonlyMap<string, { readonly summary: string }> = new Map(
  Object.values(contract).flatMap((part) => Object.entries<{ readonly summary: string }>(part)),
);

async function read({ tx }: RequestContext, id: string): Promise<Result<PayAccess, Failures>> {
  const found = await payAccessList.page(tx, { pageSize: 1, filters: { id } });
  if (found.isErr()) return err([found.error]);
  const [access] = found.value.pageData;
  return access ? ok(access) : noSuchPayAccess();
}

type Answer = Operations<typeof payAccessEndpoints>[AccessAnswer];
const answer =
  (event: AccessAnswer): Answer =>
  async (context, { params, body }) => {
    const answered = await answerPayAccess(context, event, { ...body, id: params.id });
    return answered.isErr() ? err(answered.error) : read(context, answered.value);
  };

type AccessInput = Parameters<Operations<typeof payAccessEndpoints>['listPayAccess']>[1];
/**
 * Returns all access for people who see everybody's pay. Others get their own, and administrators also requests for a
 * first holder.
 */
async function visiblePayAccess(context: RequestContext) {
  const { grantor } = await readParties(context);
  const own = canViewFirstRequests(grantor) ? { ownOrFirst: grantor.personId } : { personId: grantor.personId };
  const filters = grantor.canViewAllPay ? {} : own;
  return listOperation<PayAccess, AccessInput['query']>(payAccessList, () => filters);
}

export const payAccessOperations: Operations<typeof payAccessEndpoints> = {
  listPayAccess: Object.assign(
    async (context: RequestContext, input: AccessInput) => (await visiblePayAccess(context))(context, input),
    {
      rows: async (context: RequestContext, input: AccessInput) =>
        (await visiblePayAccess(context)).rows(context, input),
    },
  ),
  async requestPayAccess(context, { body }) {
    const requested = await requestPayAccess(context, { ...body, endsOn: body.endsOn ?? null });
    if (requested.isErr()) return err(requested.error);
    const { id, confirmers } = requested.value;
    return (await read(context, id)).map((access) => ({ ...access, confirmers }));
  },
  async getPayAccessOptions(context) {
    const { grantor, people } = await readParties(context);
    const { kinds, ...options } = accessOptions(grantor, people);
    return ok({ ...options, kinds: [...kinds] });
  },
  confirmPayAccess: answer('confirmPayAccess'),
  refusePayAccess: answer('refusePayAccess'),
  revokePayAccess: answer('revokePayAccess'),
  async explainPayAccess(context, { query }) {
    if (!(await canViewAllPay(context.tx)) && query.personId !== context.person.id)
      return err([
        fail(
          'PAY_ACCESS_NOT_YOURS',
          [],
          'You can see only your own access. Only people with access to everyone’s pay can see the access of others.',
        ),
      ]);
    return ok(await explainPayAccess(context.tx, query.personId, query.employeeId));
  },
  // Row-level security returns none of them to people who don't see everybody's pay.
  listPayReads: mappedList(
    payReadList,
    () => ({}),
    ({ names, number, ...row }) => ({
      ...row,
      employees: payReadText(names, number),
      action: calls.get(row.operation)?.summary ?? toSentence(row.operation),
    }),
  ),
};
