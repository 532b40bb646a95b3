import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { notifyLinked } from '@carrara/adapters/postgres/platform/inbox/notifications';
import {
  requestLink,
  removeInvestorFromLink,
  linkableFirms,
  linkableInvestors,
  linkTargets,
  liveLinksAbout,
  loadLink,
  lockLinks,
  moveStoredLink,
  announceLink,
  type StoredLink,
} from '@carrara/adapters/postgres/platform/tenantLink/tenantLinks';
import { err, fail, ok, required } from '@carrara/domain/kernel';
import { decideLinkSubject, decideLinkTarget, type LinkSubject, moveLink } from '@carrara/domain/platform/tenantLink';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

/** Text of the notification to the other firm, by operation. */
const actions = {
  requestTenantLink: 'requests a link with',
  acceptTenantLinkRequest: 'accepted the link with',
  rejectTenantLinkRequest: 'rejected the link with',
  removeTenantLinkRequest: 'removed all or part of its link with',
} as const;
type Operation = keyof typeof actions;

const other = (link: StoredLink) => (link.isOurs ? link.targetTenantId : link.sourceTenantId);
const stateOf = ({ requestStatus, isOurs }: StoredLink) => ({ status: requestStatus.code, isOurs });

/** Loads what a link can be about, and decides on it. Fails: as `decideLinkSubject`. */
async function subjectOf({ tx, tenant }: RequestContext, subject: LinkSubject, otherTenantId: string) {
  const free = tenant.isLpTenant ? await linkableFirms(tx, otherTenantId) : await linkableInvestors(tx);
  const linked = new Map<string, string>();
  for (const id of [...(subject.firmId === null ? [] : [subject.firmId]), ...subject.investorIds]) {
    const [link] = free.some((choice) => choice.id === id) ? [] : await liveLinksAbout(tx, id);
    if (link) linked.set(id, link.isOurs ? link.targetTenantName : link.sourceTenantName);
  }
  return decideLinkSubject(tenant.isLpTenant, subject, free, linked);
}

interface LinkRequest {
  /** The other tenant. Null if it is named instead. */
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly subject: LinkSubject;
  readonly comments: string | null;
}

/** Requests a link with another tenant. Fails: as `decideLinkTarget` and `decideLinkSubject`. */
export async function requestTenantLink(
  context: RequestContext,
  { targetId, targetName, subject, comments }: LinkRequest,
): Outcome<StoredLink> {
  const { tx } = context;
  await lockLinks(tx);
  const target = decideLinkTarget({ id: targetId, name: targetName }, await linkTargets(tx, targetName ?? ''));
  if (target.isErr()) return err(target.error);

  const decision = await subjectOf(context, subject, target.value.id);
  if (decision.isErr()) return err(decision.error);

  const id = newId();
  await requestLink(tx, { id, targetId: target.value.id, comments });
  await announceLink(tx, id, decision.value);
  return ok(await recordLink(tx, 'requestTenantLink', id, null, comments));
}

interface LinkAnswer {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly subject: LinkSubject;
  readonly comments: string | null;
}

/** Accepts or rejects a request. Fails: NOT_FOUND, STALE_VERSION, and those of `moveLink` and `decideLinkSubject`. */
export async function answerTenantLink(
  context: RequestContext,
  event: 'acceptTenantLinkRequest' | 'rejectTenantLinkRequest',
  { id, rowVersion, subject, comments }: LinkAnswer,
): Outcome<StoredLink> {
  const { tx } = context;
  await lockLinks(tx);
  const link = await loadLink(tx, id);
  if (!link) return err([fail('NOT_FOUND', ['id'], 'There is no such request.')]);

  const status = moveLink(stateOf(link), event, comments);
  if (status.isErr()) return err(status.error);
  if (rowVersion != null && rowVersion !== link.rowVersion) return staleVersion();
  const about = event === 'acceptTenantLinkRequest' ? await subjectOf(context, subject, other(link)) : ok(undefined);
  if (about.isErr()) return err(about.error);

  if (about.value) await announceLink(tx, id, about.value);
  if ((await moveStoredLink(tx, link, status.value, comments)) === undefined) return staleVersion();
  return ok(await recordLink(tx, event, id, link, comments));
}

/** Runs in the transaction that removes a link, for everything that depends on it. */
export type OnLinkRemoved = (tx: Transaction, link: StoredLink, investorId?: string) => Promise<void>;

/**
 * Removes a link, or all links about a record. A link about several investors stays without the one.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and those of `moveLink`.
 */
export async function removeTenantLink(
  { tx }: RequestContext,
  onLinkRemoved: OnLinkRemoved,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  await lockLinks(tx);
  const own = await loadLink(tx, id);
  const links = own ? [own] : await liveLinksAbout(tx, id);
  if (links.length === 0) return err([fail('NOT_FOUND', ['investorId'], 'There is no link to remove.')]);
  for (const link of links) {
    if (rowVersion !== undefined && rowVersion !== link.rowVersion) return staleVersion();
    const status = moveLink(stateOf(link), 'removeTenantLinkRequest', null);
    if (status.isErr()) return err(status.error);

    const isPartial = link.investors.length > 1 && link.investors.some((investor) => investor.id === id);
    if (isPartial) await removeInvestorFromLink(tx, link.id, id);
    else if ((await moveStoredLink(tx, link, status.value, null)) === undefined) return staleVersion();
    await onLinkRemoved(tx, link, isPartial ? id : undefined);
    await recordLink(tx, 'removeTenantLinkRequest', link.id, link, null);
  }
  return ok(id);
}

/** Records a change in both tenants' audit logs, and notifies the people in the other one who may answer. */
async function recordLink(
  tx: Transaction,
  operation: Operation,
  id: string,
  before: StoredLink | null,
  reason: string | null,
): Promise<StoredLink> {
  const after = required(await loadLink(tx, id), `link ${id}`);
  const { isOurs: _, ...shared } = after;
  tx.record({
    operation,
    objectType: 'tenantLinkRequest',
    objectId: id,
    objectName: `${after.sourceTenantName} and ${after.targetTenantName}`,
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
    subject: `${mine} ${actions[operation]} ${theirs}.`,
    link: '/performance/datamanagement/tenantlinkrequest',
  });
  return after;
}
