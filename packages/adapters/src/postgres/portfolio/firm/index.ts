import { type Firm, firmContactFields, firmEndpoints, firmFields } from '@carrara/contract/portfolio/firm';
import { definePlainRecord } from '../../engine/plainRecord/index.ts';

export const { store: firmStore, list: firmList } = definePlainRecord<Firm>()('firm', {
  fields: firmFields,
  rows: { contacts: firmContactFields },
  list: firmEndpoints.listFirms,
});
