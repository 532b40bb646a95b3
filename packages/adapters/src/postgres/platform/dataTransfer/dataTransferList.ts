import type { DataTransferHead } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { sql } from 'kysely';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { statusColumn } from '../../statusText.ts';

const nameOf = (id: string) => `(SELECT t.name FROM linked_tenants() t WHERE t.id = ${id})`;

/** List of the transfers that this tenant sent or received. Row-level security returns no others. */
export const dataTransferList = defineListQuery<DataTransferHead>({
  base: { table: 'data_transfer' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    isOurs: { value: 'b.tenant_id = current_tenant()' },
    sourceTenantName: column('text', nameOf('b.tenant_id')),
    targetTenantName: column('text', nameOf('b.target_id')),
    investorId: { value: 'b.investor_id' },
    investorName: column('text', 'b.investor_name'),
    periodEndDate: column('date', 'b.period_end'),
    endDate: column('date', 'b.period_end'),
    transferStatus: statusColumn('tenantLinkDataTransferRequest'),
    answer: column('longText', 'b.answer'),
    createdDate: column('instant', 'b.created_at'),
    answeredDate: column('instant', 'b.answered_at'),
  },
  search: {
    text: `lower(b.investor_name || E'\\n' || ${nameOf('b.tenant_id')} || E'\\n' || ${nameOf('b.target_id')})`,
  },
  filters: {
    view: {
      where: (view) =>
        view === 'pending' ? sql`b.status = 'PEND'` : view === 'resolved' ? sql`b.status <> 'PEND'` : undefined,
    },
  },
  defaultSort: { field: 'createdDate', ascending: false },
});
