import { lifecycles } from '@carrara/contract/lifecycles';
import { fields, records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import type { RecordDefinition, RecordValue } from '../../../record/recordDefinition.ts';

const { isInactive: _archivedByItsOwnButton, ...edited } = fields.taxProfileFields;

// A tax profile is archived instead of deleted.
const {
  remove: _remove,
  deletePermission: _deletePermission,
  ...calls
} = recordCalls('taxProfile', records.taxProfile);

export const taxProfileState = ({ isInactive }: RecordValue) => (isInactive === true ? 'ARCHIVED' : 'ACTIVE');
const savedFrom: readonly string[] = lifecycles.taxProfile.events.saveTaxProfile.from;

export const taxRecord: RecordDefinition = {
  ...calls,
  fields: edited,
  isEditable: (value) => savedFrom.includes(taxProfileState(value)),
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
