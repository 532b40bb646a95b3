import { emptyId } from './kinds.ts';
import { concepts, type Permission } from './permissions.ts';
import { lowerFirst, findRecordType } from './recordType.ts';
import { findArea } from './registry.ts';

/**
 * A live update message. It carries ids and versions but never record data. It is sent after the commit, only to connections of the tenant that may
 * read the record.
 */
export interface LiveEvent {
  readonly application: string;
  /** The concept that changed: 'Fund', 'Distribution', 'AllocationProfile', 'User' … */
  readonly linkType: string;
  /** The all-zero id means many records of the kind. */
  readonly id: string;
  readonly version: number;
  /** `operation`, `personId` and `createdDate`, and parameters of the operation itself. */
  readonly params: readonly { readonly key: string; readonly value: string }[];
}

/**
 * Sent when a reader opens, downloads or acknowledges a document in the portal: a letter, or a statement of pay. The message names neither the
 * document nor the reader. It isn't stored, because the evidence is.
 */
export const documentRead = { letter: 'DeliveryRead', statement: 'PayStatementRead' } as const;

/**
 * Sent as an `update` to the connections of a person whose roles in the tenant have changed. It has no underlying record. A person who lost the last
 * role is disconnected instead.
 */
export const rightsChanged: LiveEvent = {
  application: 'platform',
  linkType: 'Session',
  id: emptyId,
  version: 0,
  params: [],
};

/**
 * Sent only to the person with that id, a reader of the portal, when their own documents have changed. The reader isn't notified of changes of
 * deliveries themselves.
 */
export const readersLink = 'OwnDelivery';
/** Sent only to the person with that id, when their inbox has changed. It has no underlying record. */
export const inboxLink = 'Inbox';
/** The links of events whose id is that of their only recipient. */
export const personalLinks: ReadonlySet<string> = new Set([readersLink, inboxLink]);

/**
 * Events that the hub sends, each with one argument, `broadcastUpdateExtended` with two.
 *
 * - `update` (an event, for open screens) and `broadcastUpdateNotification` (the same, for people): sent with each change.
 * - `fullUpdate`: sent instead of `update` if the event stands for many records.
 * - `broadcastUpdateExtended`: sent to clients that requested the full history, with the event and the history after it.
 * - `broadcastUpdateHistory` and `broadcastUpdateFull` (a list of events, newest first): the responses of the two methods.
 * - `Activity` (an event): the record has a new activity entry.
 */
const hubEvents = [
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

/**
 * Returns the module of a record for events. This is the module of its kind or, for kinds that several modules share
 * such as funds and notes, that of the call's address.
 */
export function eventModule(type: string, through?: string): string {
  if (figuresOfPerformance.includes(type)) return 'performance';
  const is = findRecordType(lowerFirst(type));
  if (is?.module) return is.module;
  const area = findArea(lowerFirst(type));
  const isShared = area !== undefined && area !== 'carry';
  return (isShared ? through : undefined) ?? (area === 'platform' ? 'platform' : 'carry');
}

/** Events for recomputed figures of a vehicle, its holdings and its investors, and for data about the companies it holds. */
const figuresOfPerformance: readonly string[] = [
  'Fund Performance',
  'Investment Performance',
  'Investor Performance',
  'Investment Metrics',
];

/** Link types that aren't kinds of records, or whose audience differs from the readers of those records. */
const others: Readonly<Record<string, Permission | 'member'>> = {
  SourceTaxProfile: 'taxProfile.view',
  Employee: 'employee.follow',
  // Carry's viewers may read every record with notes and documents. Other people hear nothing of them.
  Note: 'fund.view',
  Document: 'fund.view',
  DataUpload: 'upload.view',
  ReferenceEntry: 'reference.view',
  Tenant: 'member',
  [documentRead.letter]: 'delivery.view',
  [documentRead.statement]: 'pay.view',
  // Sign-in methods of other people, their passwords and factors concern only people who manage users.
  User: 'user.edit',
  ...Object.fromEntries(figuresOfPerformance.map((linkType) => [linkType, 'fundLedger.view'] as const)),
  'Investment Metrics': 'valuation.view',
};

/** Kinds shared with other modules whose changes in compensation are sent only to compensation users. */
const storedByCompensation: Readonly<Record<string, Permission>> = {
  Note: 'compEmployee.view',
  Document: 'compEmployee.view',
  DataUpload: 'pay.view',
  Delivery: 'pay.view',
};

/**
 * Kinds shared with other modules whose changes in performance also belong to records of its people. Carry and performance users may both read
 * investors.
 */
const storedByPerformance: Readonly<Record<string, Permission>> = { Note: 'investor.view', Document: 'investor.view' };
const storedBy: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  comp: storedByCompensation,
  performance: storedByPerformance,
  'performance-lp': storedByPerformance,
};

/**
 * Operations on records shared with carry that disclose how an employee left or that their pay is restricted. Reading
 * their audit entries and receiving their events needs this permission in addition to the record's permission.
 */
export const accessToOperation: Readonly<Record<string, Permission>> = {
  saveLeaverKind: 'compEmployee.viewPersonalData',
  saveReportingLine: 'compEmployee.viewPersonalData',
};

/** Returns the access needed to hear of a changed link type in a module; undefined if nobody is notified. */
export function accessToLinkType(linkType: string, application?: string): Permission | 'member' | undefined {
  const permission = (application === undefined ? undefined : storedBy[application]?.[linkType]) ?? others[linkType];
  if (permission !== undefined) return permission;
  const type = findRecordType(lowerFirst(linkType));
  if (type?.isUnannounced) return undefined;
  const concept = type?.permission ?? lowerFirst(linkType);
  return Object.hasOwn(concepts, concept) ? (`${concept}.view` as Permission) : undefined;
}
