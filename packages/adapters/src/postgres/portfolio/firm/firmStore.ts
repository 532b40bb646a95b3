import { firmContactFields, firmFields, type StoredFirm } from '@carrara/contract/portfolio/firm';
import { recordTypes } from '@carrara/contract/core/registry';
import { defineRecord } from '../../engine/records/recordStore.ts';

export const firmStore = defineRecord<StoredFirm>({
  objectType: 'firm',
  table: 'firm',
  parents: [{ table: 'container', kind: 'firm', fields: ['code', 'name'] }],
  fields: firmFields,
  children: {
    contacts: { table: recordTypes.firm.rows.contacts, owner: 'firm_id', fields: firmContactFields, ordered: true },
  },
});
