import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

const { isInactive: _archivedByItsOwnButton, ...edited } = fields.taxProfileFields;

export const taxRecord: RecordDefinition = {
  noun: 'tax profile',
  annotated: 'taxProfile',
  fields: edited,
  list: { ...lists.listTaxProfiles, operation: 'listTaxProfiles' },
  get: 'getTaxProfile',
  save: 'saveTaxProfile',
  editPermission: 'taxProfile.edit',
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
