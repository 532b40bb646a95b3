import type { DocumentIssuer } from '@carrara/adapters/pdf/listPdf';
import { readIssuer } from '@carrara/adapters/postgres/portfolio/firm/issuer';
import { loadLetterhead } from '../../../letters/letterhead.ts';
import type { RequestContext } from '../../../core/operations.ts';

/**
 * Returns the issuer of documents about a fund, a coinvestment or a firm. This is its firm with the firm's logo, or
 * the tenant if the fund has no firm.
 */
export async function loadIssuer(context: RequestContext, id: string): Promise<DocumentIssuer> {
  const { tx, tenant, today } = context;
  const own = await loadLetterhead(tx, tenant);
  const firm = await readIssuer(tx, id);
  if (firm === undefined) return { head: own, today };
  const { name: tenantName, address, logo } = firm;
  return { head: { tenantName, address, logo, color: own.color }, today };
}

/** Returns the issuer of a statement sent over a link: the sender. */
export const senderAsIssuer = ({ today }: RequestContext, tenantName: string): DocumentIssuer => ({
  head: { tenantName },
  today,
});
