import type { SealedLog } from '../../engine/auditLog/dailySeal.ts';

/** Log of sign-ins and downloads. */
export const accessLog: SealedLog = {
  table: 'access_event',
  seals: 'access_day',
  objectType: 'accessDay',
  operation: 'sealAccess',
  title: 'Sign-ins and downloads',
  columns: ['id', 'person_id', 'kind', 'subject'],
};
