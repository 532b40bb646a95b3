import type { RowOf } from '@carrara/contract/core/endpoint';
import type { tenantLinkEndpoints } from '@carrara/contract/platform/tenantLink/tenantLink';
import { sql } from 'kysely';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { statusColumn } from '../../statusText.ts';

/** SQL for the names of a request's investors as one text. */
const investorNames = `(SELECT coalesce(string_agg(i ->> 'investorName', ', ' ORDER BY lower(i ->> 'investorName')), '') FROM jsonb_array_elements(b.investors) i)`;
const nameOf = (id: string) => `(SELECT t.name FROM linked_tenants() t WHERE t.id = ${id})`;

/** List of the requests that this tenant sent or received. Row-level security returns no others. */
export const tenantLinkList = defineListQuery<RowOf<typeof tenantLinkEndpoints.listTenantLinkRequests>>({
  base: { table: 'tenant_link' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    isOurs: { value: 'b.tenant_id = current_tenant()' },
    sourceTenantId: { value: 'b.tenant_id' },
    sourceTenantName: column('text', nameOf('b.tenant_id')),
    targetTenantName: column('text', nameOf('b.target_id')),
    firmName: column('text', `b.firm ->> 'name'`),
    investorNames: column('text', investorNames),
    requestStatus: statusColumn('tenantLinkRequest'),
    comments: column('longText', 'b.comments'),
    answer: column('longText', 'b.answer'),
    createdDate: column('instant', 'b.created_at'),
    answeredDate: column('instant', 'b.answered_at'),
  },
  search: {
    text: `lower(${nameOf('b.tenant_id')} || E'\\n' || ${nameOf('b.target_id')} || E'\\n' || coalesce(b.firm ->> 'name', '') || E'\\n' || ${investorNames})`,
  },
  filters: {
    view: {
      where: (view) =>
        view === 'pending' ? sql`b.status = 'PEND'` : view === 'resolved' ? sql`b.status <> 'PEND'` : undefined,
    },
  },
  defaultSort: { field: 'createdDate', ascending: false },
});
