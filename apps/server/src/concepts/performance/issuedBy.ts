import type { IssuedBy } from '@carrara/adapters/pdf';
import { issuerOf } from '@carrara/adapters/postgres/portfolio/firm';
import { letterheadOf } from '../../letters/letterhead.ts';
import type { RequestContext } from '../../operations.ts';

/** Who issues the statements of a fund: its firm with its own logo, or the tenant for a fund without a firm. */
export async function issuedBy(context: RequestContext, fundId: string): Promise<IssuedBy> {
  const { tx, tenant, today } = context;
  const own = await letterheadOf(tx, tenant);
  const firm = await issuerOf(tx, fundId);
  if (firm === undefined) return { head: own, today };
  const { name: tenantName, address, logo } = firm;
  return { head: { tenantName, address, logo, colour: own.colour }, today };
}

/** Who issues a statement that was sent over a link: the sender. */
export const issuedBySender = ({ today }: RequestContext, tenantName: string): IssuedBy => ({
  head: { tenantName },
  today,
});
