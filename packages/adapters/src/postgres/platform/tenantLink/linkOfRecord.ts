import type { LinkState } from '@carrara/contract/platform/tenantLink/tenantLink';
import type { ListColumn } from '../../engine/lists/definition.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns SQL for an expression over the link of a record, by the record's id. */
const linkOf = (kind: 'investor' | 'firm', id: string, answered: string) => `(SELECT ${answered} FROM ${kind}_link own
  JOIN tenant_link l ON l.id = own.link_id AND own.tenant_id IN (l.tenant_id, l.target_id)
  WHERE own.tenant_id = current_tenant() AND own.${kind}_id = ${id})`;

/**
 * Returns columns of an investor or a firm: true if it is linked to another tenant, or has a pending request.
 */
export const linkColumns = (kind: 'investor' | 'firm', id = 'b.id') =>
  ({
    linkPending: { value: linkOf(kind, id, `coalesce(bool_or(l.status = 'PEND'), false)`) },
    isLinked: { value: linkOf(kind, id, `coalesce(bool_or(l.status = 'ACCEPT'), false)`) },
    linkedTenantName: {
      value: linkOf(
        kind,
        id,
        `(min((SELECT t.name FROM linked_tenants() t WHERE t.id IN (l.tenant_id, l.target_id) AND t.id <> own.tenant_id)) FILTER (WHERE l.status = 'ACCEPT'))`,
      ),
    },
  }) as const satisfies Record<string, ListColumn>;

/** Returns the same for one record. */
export async function loadLinkState(tx: Transaction, kind: 'investor' | 'firm', id: string): Promise<LinkState> {
  const columns = Object.entries(linkColumns(kind, '$1')).map(([name, { value }]) => `${value} AS "${name}"`);
  const [state] = await tx.query<LinkState>(`SELECT ${columns.join(', ')}`, [id]);
  return state ?? { linkPending: false, isLinked: false, linkedTenantName: null };
}
