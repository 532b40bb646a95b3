import type { Document } from '@carrara/contract/platform/document';
import type { View } from '../frame/screenTypes.ts';

/** The documents of a kind of record, as a tab. */
export const documentView = (objectType: Document['objectType'], application?: 'performance'): View => ({
  id: 'document',
  title: 'Documents',
  permission: 'document.view',
  load: async () => (await import('./DocumentsView.tsx')).documentsOf(objectType, application),
});

/** What happened to the record, as a tab. */
export const activityView = (): View => ({
  id: 'activity',
  title: 'Activity Log',
  permission: 'activity.view',
  load: async () => (await import('./ActivityView.tsx')).ActivityView,
});
