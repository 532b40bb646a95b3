import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { notifyLinked } from '@carrara/adapters/postgres/platform/inbox';
import {
  askLink,
  type Choice,
  leaveInvestorOut,
  linkableFirms,
  linkableInvestors,
  linkAbout,
  linkCounts,
  linksOf,
  linkTargets,
  liveLinksAbout,
  loadLink,
  lockLinks,
  moveStoredLink,
  sayAbout,
  type StoredLink,
  tenantLinkList,
} from '@carrara/adapters/postgres/platform/tenantLink';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { statusOptions } from '@carrara/contract/lifecycles';
import type { TenantLinkRequest, tenantLinkEndpoints } from '@carrara/contract/platform/tenantLink';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { moveLink, subjectFailures } from '@carrara/domain/platform/tenantLink';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

/** Runs in the transaction that removes a link, for everything that depends on it. */
export interface TenantLinkPorts {
  readonly onLinkRemoved: (tx: Transaction, link: StoredLink, investorId?: string) => Promise<void>;
}

interface Said {
  readonly investors: readonly Reference[];
  readonly firm?: Reference | null | undefined;
}
const missing: Failures = [fail('NOT_FOUND', ['id'], 'There is no such request.')];
const stale: Failures = [fail('STALE_VERSION', ['rowVersion'], '')];
const textOf = (comments: string | null | undefined) => comments?.trim() || null;
const other = (link: StoredLink) => (link.isOurs ? link.targetTenantId : link.sourceTenantId);
const nameOf = (link: StoredLink) => `${link.sourceTenantName} and ${link.targetTenantName}`;

/** Text of the notification to the other firm, by operation. */
const told = {
  askTenantLink: 'requests a link with',
  acceptTenantLinkRequest: 'accepted the link with',
  rejectTenantLinkRequest: 'rejected the link with',
  removeTenantLinkRequest: 'removed all or part of its link with',
} as const;

/** Records a change in both tenants' audit logs, and notifies the people in the other one who may answer. */
async function recordLink(
  tx: Transaction,
  operation: keyof typeof told,
  id: string,
  before: StoredLink | null,
  reason: string | null,
) {
  const after = (await loadLink(tx, id))!;
  const { isOurs: _, ...shared } = after;
  tx.record({
    operation,
    objectType: 'tenantLinkRequest',
    objectId: id,
    objectName: nameOf(after),
    before: before && { requestStatus: before.requestStatus, investors: before.investors, firm: before.firm },
    after: shared,
    reason,
    rowVersion: after.rowVersion,
    otherTenantId: other(after),
  });
  const [mine, theirs] = after.isOurs
    ? [after.sourceTenantName, after.targetTenantName]
    : [after.targetTenantName, after.sourceTenantName];
  await notifyLinked(tx, {
    firm: other(after),
    permission: 'tenantLink.edit',
    subject: `${mine} ${told[operation]} ${theirs}.`,
    link: '/performance/datamanagement/tenantlinkrequest',
  });
  return after;
}

/**
 * Returns the records of this tenant that a link will be about.
 *
 * Fails: REQUIRED and FIELD_NOT_OF_TYPE by the kind of tenant; NOT_FOUND; ALREADY_LINKED if another open or accepted
 * link is about one of them.
 */
async function subjectOf({ tx, tenant }: RequestContext, said: Said, otherTenantId: string) {
  const firmId = said.firm && said.firm.id !== emptyId ? said.firm.id : null;
  const investorIds = [...new Set(said.investors.map(({ id }) => id))];
  const wrong = [...subjectFailures(tenant.isLpTenant, { firmId, investorIds })];
  if (wrong.length > 0) return err(wrong);
  const free = tenant.isLpTenant ? await linkableFirms(tx, otherTenantId) : await linkableInvestors(tx);
  const chosen = async (
    id: string,
    field: 'firm' | 'investors',
    at: readonly number[],
  ): Promise<Choice | undefined> => {
    const found = free.find((one) => one.id === id);
    if (found) return found;
    const [taken] = await liveLinksAbout(tx, id);
    wrong.push(
      taken
        ? fail(
            'ALREADY_LINKED',
            [field, ...at],
            `There is already a link to ${taken.isOurs ? taken.targetTenantName : taken.sourceTenantName}, or a request for one.`,
          )
        : fail('NOT_FOUND', [field, ...at], `There is no such ${field === 'firm' ? 'firm' : 'investor'}.`),
    );
    return undefined;
  };
  const firm = firmId === null ? undefined : await chosen(firmId, 'firm', []);
  const investors: Choice[] = [];
  for (const [at, id] of investorIds.entries()) {
    const investor = await chosen(id, 'investors', [at]);
    if (investor) investors.push(investor);
  }
  return wrong.length > 0 ? err(wrong) : ok({ firm, investors });
}

interface AnswerBody extends Said {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly comments?: string | null | undefined;
}

async function answered(
  context: RequestContext,
  event: 'acceptTenantLinkRequest' | 'rejectTenantLinkRequest',
  body: AnswerBody,
): Promise<Result<TenantLinkRequest, Failures>> {
  const { tx } = context;
  await lockLinks(tx);
  const link = await loadLink(tx, body.id);
  if (!link) return err(missing);
  const comments = textOf(body.comments);
  const to = moveLink({ status: link.requestStatus.code, isOurs: link.isOurs }, event, comments);
  if (to.isErr()) return err(to.error);
  if (body.rowVersion != null && body.rowVersion !== link.rowVersion) return err(stale);
  if (event === 'acceptTenantLinkRequest') {
    const subject = await subjectOf(context, body, other(link));
    if (subject.isErr()) return err(subject.error);
    await sayAbout(tx, link.id, subject.value);
  }
  if ((await moveStoredLink(tx, link, to.value, comments)) === undefined) return err(stale);
  return ok(await recordLink(tx, event, link.id, link, comments));
}

export function tenantLinkOperations({ onLinkRemoved }: TenantLinkPorts): Operations<typeof tenantLinkEndpoints> {
  return {
    listTenantLinkRequests: listOperation(tenantLinkList),
    getTenantLinkOfInvestor: async ({ tx }, { params }) => ok((await linkAbout(tx, params.investorId)) ?? null),
    listTenantLinksBySource: async ({ tx }) => ok(await linksOf(tx, 'source')),
    listTenantLinksByTarget: async ({ tx }) => ok(await linksOf(tx, 'target')),
    listTenantLinkStatuses: async () => ok(statusOptions('tenantLinkRequest')),
    listLinkTargets: async ({ tx }, { query }) => ok(await linkTargets(tx, query.name)),
    async listResolvedTenantLinks({ tx }) {
      const links = await linksOf(tx);
      const of = (...codes: readonly string[]) =>
        links.filter(({ requestStatus }) => codes.includes(requestStatus.code));
      return ok({ accepted: of('ACCEPT'), rejected: of('REJ', 'REM') });
    },
    listLinkableInvestors: async ({ tx }) => ok(await linkableInvestors(tx)),
    listLinkableFirms: async ({ tx }, { query }) => ok(await linkableFirms(tx, query.tenantId ?? null)),
    getTenantLinkTabData: async ({ tx }) => ok(await linkCounts(tx)),

    async askTenantLink(context, { body }) {
      const { tx } = context;
      const { targetTenantId, targetTenantName } = body;
      const hasId = targetTenantId != null && targetTenantId !== emptyId;
      if (!hasId && !targetTenantName)
        return err([fail('REQUIRED', ['targetTenantId'], 'Please select a tenant to link to.')]);
      await lockLinks(tx);
      const targets = await linkTargets(tx, targetTenantName ?? '');
      const named = targets.filter(({ id, name }) => (hasId ? id === targetTenantId : name === targetTenantName));
      const [target] = named;
      if (named.length > 1)
        return err([
          fail('REQUIRED', ['targetTenantId'], `Several tenants are named ${targetTenantName ?? ''}. Select one.`),
        ]);
      if (!target) return err([fail('NOT_FOUND', ['targetTenantId'], 'There is no such tenant to link to.')]);
      const subject = await subjectOf(context, body, target.id);
      if (subject.isErr()) return err(subject.error);
      const link = { id: newId(), targetId: target.id, comments: textOf(body.comments) };
      await askLink(tx, link);
      await sayAbout(tx, link.id, subject.value);
      return ok(await recordLink(tx, 'askTenantLink', link.id, null, link.comments));
    },
    acceptTenantLinkRequest: (context, { body }) => answered(context, 'acceptTenantLinkRequest', body),
    rejectTenantLinkRequest: (context, { body }) => answered(context, 'rejectTenantLinkRequest', body),

    async removeTenantLinkRequest({ tx }, { params, query }) {
      await lockLinks(tx);
      const { investorId: id } = params;
      const own = await loadLink(tx, id);
      const links = own ? [own] : await liveLinksAbout(tx, id);
      if (links.length === 0) return err([fail('NOT_FOUND', ['investorId'], 'There is no link to remove.')]);
      for (const link of links) {
        if (query.rowVersion !== undefined && query.rowVersion !== link.rowVersion) return err(stale);
        const to = moveLink({ status: link.requestStatus.code, isOurs: link.isOurs }, 'removeTenantLinkRequest', null);
        if (to.isErr()) return err(to.error);
        const isOneOfSeveral = link.investors.length > 1 && link.investors.some((investor) => investor.id === id);
        if (isOneOfSeveral) await leaveInvestorOut(tx, link.id, id);
        else if ((await moveStoredLink(tx, link, to.value, null)) === undefined) return err(stale);
        await onLinkRemoved(tx, link, isOneOfSeveral ? id : undefined);
        await recordLink(tx, 'removeTenantLinkRequest', link.id, link, null);
      }
      return ok({ id });
    },
  };
}
