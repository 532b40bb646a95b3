import {
  accessPeople,
  explainPayAccess,
  insertPayAccess,
  isMember,
  loadPayAccess,
  movePayAccess,
  payAccessList,
  payReadList,
  seesAllPay,
} from '@carrara/adapters/postgres/compensation/payAccess';
import { notify, settleAsked } from '@carrara/adapters/postgres/platform/inbox';
import type { PayAccess, payAccessEndpoints } from '@carrara/contract/compensation/payAccess';
import { contract } from '@carrara/contract/contract';
import { wordsOf } from '@carrara/contract/deeds';
import {
  type AccessAnswer,
  type AccessPeople,
  accessStanding,
  answerFailures,
  confirmersOf,
  type Giver,
  giverOf,
  payAccessLifecycle,
  requestFailures,
  seesFirstRequests,
} from '@carrara/domain/compensation/access';
import { calendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { mappedList } from '../../mappedList.ts';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

/** Every endpoint with its summary. */
const calls: ReadonlyMap<string, { readonly summary: string }> = new Map(
  Object.values(contract).flatMap((part) => Object.entries<{ readonly summary: string }>(part)),
);

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no pay access ${id}.`)]);

async function read({ tx }: RequestContext, id: string): Promise<Result<PayAccess, Failures>> {
  const found = await payAccessList.page(tx, { pageSize: 1, filters: { id } });
  if (found.isErr()) return err([found.error]);
  const [access] = found.value.pageData;
  return access ? ok(access) : missing(id);
}

const words = { confirmPayAccess: 'confirmed', refusePayAccess: 'refused', revokePayAccess: 'revoked' } as const;

/**
 * Notifies the person an access is for, and everybody who sees all pay. In a firm where nobody does, notifies the
 * compensation administrators, who decide on the first access. People aren't notified of their own actions.
 */
async function tell(
  { tx, person }: RequestContext,
  whom: { readonly id: string; readonly name: string },
  done: string,
  { isOwn = false, asksOf = null }: { readonly isOwn?: boolean; readonly asksOf?: string | null },
) {
  const { holders, administrators } = await accessPeople(tx);
  const audience = (holders.length > 0 ? holders : administrators).filter((id) => id !== whom.id && id !== person.id);
  const link = '/comp/settings/payAccess';
  for (const id of audience)
    await notify(tx, {
      person: id,
      kind: 'access',
      subject: `${person.name} ${done} access to pay for ${whom.name}.`,
      link,
      asksOf,
    });
  if (isOwn && whom.id !== person.id)
    await notify(tx, {
      person: whom.id,
      kind: 'access',
      subject: `${person.name} ${done} access to pay for you.`,
      link: null,
    });
}

/** Returns the acting person, and the people whose involvement with an access matters. */
async function partiesOf({ tx, person }: RequestContext): Promise<{ giver: Giver; people: AccessPeople }> {
  const people = await accessPeople(tx);
  const isAdministrator = people.administrators.includes(person.id);
  return { giver: giverOf({ personId: person.id, isAdministrator }, people), people };
}

const move =
  (event: AccessAnswer) =>
  async (
    context: RequestContext,
    {
      params,
      body,
    }: {
      readonly params: { readonly id: string };
      readonly body: { readonly rowVersion: number; readonly comment?: string | null | undefined };
    },
  ): Promise<Result<PayAccess, Failures>> => {
    const before = await loadPayAccess(context.tx, params.id);
    const { giver, people } = await partiesOf(context);
    const isFirst = before?.kind === 'ALL' && before.status === 'ASKED' && seesFirstRequests(giver);
    // People without access to everybody's pay see only their own access and requests for a first holder.
    if (!before || (!giver.seesAll && !isFirst && before.personId !== giver.personId)) return missing(params.id);
    const refused = answerFailures(before, giver, event, people);
    if (refused.length > 0) return err(refused);
    if (body.rowVersion !== before.rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
    const applied = payAccessLifecycle.apply(before.status as 'ASKED', event);
    if (applied.isErr()) return err([applied.error]);
    await movePayAccess(context.tx, event, before, applied.value, body.comment ?? null);
    await tell(context, { id: before.personId, name: before.person }, words[event], { isOwn: true });
    await settleAsked(context.tx, before.id);
    return read(context, before.id);
  };

type AccessInput = Parameters<Operations<typeof payAccessEndpoints>['listPayAccess']>[1];
/**
 * Returns all access for people who see everybody's pay. Others get their own, and administrators also requests for a
 * first holder.
 */
async function accessSeen(context: RequestContext) {
  const { giver } = await partiesOf(context);
  const own = seesFirstRequests(giver) ? { ownOrFirst: giver.personId } : { personId: giver.personId };
  const filters = giver.seesAll ? {} : own;
  return listOperation<PayAccess, AccessInput['query']>(payAccessList, () => filters);
}

export const payAccessOperations: Operations<typeof payAccessEndpoints> = {
  listPayAccess: Object.assign(
    async (context: RequestContext, input: AccessInput) => (await accessSeen(context))(context, input),
    { rows: async (context: RequestContext, input: AccessInput) => (await accessSeen(context)).rows(context, input) },
  ),
  async askPayAccess(context, { body }) {
    const { tx, today } = context;
    const endsOn = body.endsOn ? calendarDate(body.endsOn) : null;
    const selected = body.employees.length + body.offices.length + body.titles.length;
    const requested = { kind: body.kind, personId: body.personId, selected, endsOn };
    const { giver, people } = await partiesOf(context);
    const refused = requestFailures(requested, giver, people, today);
    if (refused.length > 0) return err(refused);
    if (!(await isMember(tx, body.personId)))
      return err([fail('NOT_FOUND', ['personId'], 'This firm has no such user.')]);
    const id = newId();
    await insertPayAccess(tx, 'askPayAccess', { ...body, id, endsOn, status: payAccessLifecycle.initial });
    const asking = await loadPayAccess(tx, id);
    if (asking) await tell(context, { id: asking.personId, name: asking.person }, 'requested', { asksOf: id });
    const told = await read(context, id);
    if (told.isErr()) return err(told.error);
    const confirmers = confirmersOf({ ...requested, askedBy: giver.personId }, people);
    return ok({ ...told.value, confirmers: confirmers.length });
  },
  async getPayAccessStanding(context) {
    const { giver, people } = await partiesOf(context);
    const { kinds, ...standing } = accessStanding(giver, people);
    return ok({ ...standing, kinds: [...kinds] });
  },
  confirmPayAccess: move('confirmPayAccess'),
  refusePayAccess: move('refusePayAccess'),
  revokePayAccess: move('revokePayAccess'),
  async explainPayAccess(context, { query }) {
    if (!(await seesAllPay(context.tx)) && query.personId !== context.person.id)
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
    (row) => ({ ...row, what: calls.get(row.operation)?.summary ?? wordsOf(row.operation) }),
  ),
};
