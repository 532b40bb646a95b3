import { firmContactFields, firmFields, type StoredFirm } from '@carrara/contract/portfolio/firm';
import { recordTypes } from '@carrara/contract/core/registry';
import { defineRecord } from '../../engine/records/index.ts';

export { issuerOf } from './issuer.ts';

export const firmStore = defineRecord<StoredFirm>({
  objectType: 'firm',
  table: 'firm',
  parents: [{ table: 'container', kind: 'firm', fields: ['code', 'name'] }],
  fields: firmFields,
  children: {
    contacts: { table: recordTypes.firm.rows.contacts, owner: 'firm_id', fields: firmContactFields, ordered: true },
  },
});
