import type { OwnPayRead } from '@carrara/contract/compensation/ownPayRead';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { personName } from '../../engine/texts/personName.ts';

/**
 * List of reads of the pay of the person of the transaction. The database derives them from the person alone. `action` is
 * the name of the call.
 */
export const ownPayReadList = defineListQuery<OwnPayRead>({
  base: { table: 'own_pay_read', rows: 'SELECT * FROM own_pay_reads()' },
  columns: {
    createdDate: column('instant', 'b.created_at'),
    person: column('text', personName('b.person_id')),
    action: column('text', 'b.operation'),
    isExport: column('boolean', 'b.is_export'),
    scope: column('text', `CASE WHEN b.is_named THEN 'Yours' ELSE 'Group access, may include you' END`),
  },
  search: { text: `lower(${personName('b.person_id')})` },
  filters: { isVisible: condition('?::boolean') },
  defaultSort: { field: 'createdDate', ascending: false },
});
