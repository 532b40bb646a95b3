import { lifecycles } from '@carrara/contract/lifecycles';
import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition, RecordValue } from '../../../record/recordDefinition.ts';

const { isInactive: _archivedByItsOwnButton, ...edited } = fields.taxProfileFields;

export const taxStateOf = ({ isInactive }: RecordValue) => (isInactive === true ? 'ARCHIVED' : 'ACTIVE');
const savedFrom: readonly string[] = lifecycles.taxProfile.events.saveTaxProfile.from;

export const taxRecord: RecordDefinition = {
  noun: 'tax profile',
  annotated: 'taxProfile',
  fields: edited,
  list: { ...lists.listTaxProfiles, operation: 'listTaxProfiles' },
  get: 'getTaxProfile',
  save: 'saveTaxProfile',
  editPermission: 'taxProfile.edit',
  isEditable: (value) => savedFrom.includes(taxStateOf(value)),
  nameOf: ({ name }) => String(name),
  paths: {
    list: '/carry/settings/taxes',
    add: '/carry/settings/taxEditor',
    edit: (id) => `/carry/settings/taxEditor/${id}`,
    profile: (id, view) => `/carry/settings/taxDetail/${id}${view ? `/${view}` : ''}`,
  },
  facts: ['description'],
  figures: [
    { field: 'taxRate', label: 'Tax rate %', kind: 'percent' },
    { field: 'subjectToCharacterization', label: 'By characterization', kind: 'boolean' },
    { field: 'numberOfAssignments', label: 'Assigned to', kind: 'count' },
    { field: 'isInactive', label: 'Archived', kind: 'boolean' },
  ],
};
