/**
 * Live updates. A message carries ids and versions, never record data, is sent after the commit, and only to connections of the tenant
 * that may read the record.
 */
export interface LiveEvent {
  readonly application: string;
  /** The concept that changed: 'Fund', 'Distribution', 'AllocationProfile', 'User' … */
  readonly linkType: string;
  readonly id: string;
  readonly version: number;
  readonly params: readonly { readonly key: string; readonly value: string }[];
}

/** Hub methods that a client may call. */
export const hubMethods = ['GetUpdateHistoryRefresh', 'GetUpdateHistoryFull'] as const;
/** Events that the hub sends: `broadcastUpdateNotification` and the history for people, `update` and `fullUpdate` for open screens. */
export const hubEvents = [
  'broadcastUpdateFull',
  'broadcastUpdateNotification',
  'broadcastUpdateHistory',
  'broadcastUpdateExtended',
  'update',
  'fullUpdate',
  'Activity',
] as const;
export type HubEvent = (typeof hubEvents)[number];
export const hubPaths = ['/Server/signalr', '/updateHub'] as const;
export const updateHistoryLength = 5;
export const reconnectDelayMs = 5000;
