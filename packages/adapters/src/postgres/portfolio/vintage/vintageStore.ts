import { type Vintage, vintageFields, vintageTypes } from '@carrara/contract/portfolio/vintage';
import { defineRecord } from '../../engine/records/recordStore.ts';

/** A vintage is a container too. Its name is also stored there, for profiles and notes. */
export const vintageStore = defineRecord<
  Omit<Vintage, 'numberOfInvestments' | 'totalInvestedAmount' | 'totalCarryDistributed' | 'canDelete'>
>({
  objectType: 'vintage',
  table: 'vintage',
  parents: [{ table: 'container', kind: 'vintage', fields: ['name'] }],
  fields: vintageFields,
  links: { name: { kind: 'text' } },
  statusTexts: Object.fromEntries(vintageTypes.map(({ code, description }) => [code, description])),
});
