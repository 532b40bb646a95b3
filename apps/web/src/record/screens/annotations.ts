import type { Document } from '@carrara/contract/platform/document/document';
import type { View } from '../../frame/screenTypes.ts';

/** Returns the documents tab of a record type. */
export const documentView = (objectType: Document['objectType'], application?: 'performance'): View => ({
  id: 'document',
  title: 'Documents',
  permission: 'document.view',
  load: async () => (await import('../notes/DocumentsView.tsx')).documentsView(objectType, application),
});

/** Returns the tab with the history of a record. */
export const activityView = (): View => ({
  id: 'activity',
  title: 'Activity Log',
  permission: 'activity.view',
  load: async () => (await import('../activity/ActivityView.tsx')).ActivityView,
});
