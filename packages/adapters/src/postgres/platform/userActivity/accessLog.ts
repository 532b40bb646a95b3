import type { SealedLog } from '../../engine/journal/index.ts';

/** Who signed in, and which files were fetched. */
export const accessLog: SealedLog = {
  table: 'access_event',
  seals: 'access_day',
  objectType: 'accessDay',
  operation: 'sealAccess',
  title: 'Sign-ins and fetched files',
  columns: ['id', 'person_id', 'kind', 'subject'],
};
