import {
  linkableFirms,
  linkableInvestors,
  newestLinkFor,
  linkCounts,
  listLinks,
  linkTargets,
} from '@carrara/adapters/postgres/platform/tenantLink/tenantLinks';
import { tenantLinkList } from '@carrara/adapters/postgres/platform/tenantLink/tenantLinkList';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { statusOptions } from '@carrara/contract/lifecycles';
import type { tenantLinkEndpoints } from '@carrara/contract/platform/tenantLink/tenantLink';
import { ok } from '@carrara/domain/kernel';
import type { LinkSubject } from '@carrara/domain/platform/tenantLink';
import type { Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import {
  answerTenantLink,
  requestTenantLink,
  type OnLinkRemoved,
  removeTenantLink,
} from '../../../usecases/platform/tenantLink.ts';

export interface TenantLinkPorts {
  readonly onLinkRemoved: OnLinkRemoved;
}

interface Summary {
  readonly investors: readonly Reference[];
  readonly firm?: Reference | null | undefined;
  readonly comments?: string | null | undefined;
}
const idOf = (id: string | null | undefined) => (id && id !== emptyId ? id : null);
/** Returns the records that a request is about, and its comments. */
const aboutOf = ({ firm, investors, comments }: Summary): { subject: LinkSubject; comments: string | null } => ({
  subject: { firmId: idOf(firm?.id), investorIds: [...new Set(investors.map(({ id }) => id))] },
  comments: comments?.trim() || null,
});

export function tenantLinkOperations({ onLinkRemoved }: TenantLinkPorts): Operations<typeof tenantLinkEndpoints> {
  return {
    listTenantLinkRequests: listOperation(tenantLinkList),
    getTenantLinkOfInvestor: async ({ tx }, { params }) => ok((await newestLinkFor(tx, params.investorId)) ?? null),
    listTenantLinksBySource: async ({ tx }) => ok(await listLinks(tx, 'source')),
    listTenantLinksByTarget: async ({ tx }) => ok(await listLinks(tx, 'target')),
    listTenantLinkStatuses: async () => ok(statusOptions('tenantLinkRequest')),
    listLinkTargets: async ({ tx }, { query }) => ok(await linkTargets(tx, query.name)),
    async listResolvedTenantLinks({ tx }) {
      const links = await listLinks(tx);
      const withCodes = (...codes: readonly string[]) =>
        links.filter(({ requestStatus }) => codes.includes(requestStatus.code));
      return ok({ accepted: withCodes('ACCEPT'), rejected: withCodes('REJ', 'REM') });
    },
    listLinkableInvestors: async ({ tx }) => ok(await linkableInvestors(tx)),
    listLinkableFirms: async ({ tx }, { query }) => ok(await linkableFirms(tx, query.tenantId ?? null)),
    getTenantLinkTabData: async ({ tx }) => ok(await linkCounts(tx)),

    requestTenantLink: (context, { body }) =>
      requestTenantLink(context, {
        ...aboutOf(body),
        targetId: idOf(body.targetTenantId),
        targetName: body.targetTenantName ?? null,
      }),
    acceptTenantLinkRequest: (context, { body }) =>
      answerTenantLink(context, 'acceptTenantLinkRequest', { ...body, ...aboutOf(body) }),
    rejectTenantLinkRequest: (context, { body }) =>
      answerTenantLink(context, 'rejectTenantLinkRequest', { ...body, ...aboutOf(body) }),
    async removeTenantLinkRequest(context, { params, query: { rowVersion } }) {
      const removed = await removeTenantLink(context, onLinkRemoved, { id: params.investorId, rowVersion });
      return removed.map((id) => ({ id }));
    },
  };
}
