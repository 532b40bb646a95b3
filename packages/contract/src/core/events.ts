import { emptyId } from './kinds.ts';
import { concepts, type Permission } from './permissions.ts';
import { lowerFirst, recordTypeOf } from './recordType.ts';

/**
 * Live updates. A message carries ids and versions, never record data, is sent after the commit, and only to connections of the tenant
 * that may read the record.
 */
export interface LiveEvent {
  readonly application: string;
  /** The concept that changed: 'Fund', 'Distribution', 'AllocationProfile', 'User' … */
  readonly linkType: string;
  /** The all-zero id stands for many records of the kind. */
  readonly id: string;
  readonly version: number;
  /** `operation`, `personId` and `createdDate`, and what the operation itself added. */
  readonly params: readonly { readonly key: string; readonly value: string }[];
}

/**
 * Told when the reader of a document in the portal opened, fetched or acknowledged it: a letter, or a statement of pay. Of which, and who, is not told; and
 * nothing is kept of the message, since the evidence is.
 */
export const documentRead = { letter: 'DeliveryRead', statement: 'PayStatementRead' } as const;

/**
 * Told, as an `update`, to the connections of a person whose roles in the tenant have changed; no record stands behind it. Whose last role
 * was taken is not told but cut off.
 */
export const rightsChanged: LiveEvent = {
  application: 'platform',
  linkType: 'Session',
  id: emptyId,
  version: 0,
  params: [],
};

/**
 * Told to one person alone, the one whose id it has, as what is released to a reader of the portal: that the own documents have changed. It is a link type of
 * changes of deliveries, which the reader hears nothing of.
 */
export const readersLink = 'OwnDelivery';

/** Hub methods that a client may call. Each answers the update history and sends it to the caller as an event as well. */
export const hubMethods = ['GetUpdateHistoryRefresh', 'GetUpdateHistoryFull'] as const;
/**
 * Events that the hub sends, each with one argument, `broadcastUpdateExtended` with two.
 *
 * `update` (an event, for open screens) and `broadcastUpdateNotification` (the same, for people) with each change; `fullUpdate` instead of
 * `update` when the event stands for many records; `broadcastUpdateExtended` to those who asked for the full history, with the event and the history
 * after it; `broadcastUpdateHistory` and `broadcastUpdateFull` (a list of events, newest first) answer the two methods; `Activity` (an
 * event) says that the record has a new activity entry.
 */
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

/**
 * The module of a record, as an event names it: that of its kind; of what several modules keep, such as funds and notes, the one by whose address the
 * call came.
 */
export function moduleOf(type: string, through?: string): string {
  if (figuresOfPerformance.includes(type)) return 'performance';
  const is = recordTypeOf(lowerFirst(type));
  if (is?.module) return is.module;
  const isShared = is !== undefined && is.area !== 'carry';
  return (isShared ? through : undefined) ?? (is?.area === 'platform' ? 'platform' : 'carry');
}

/** What was made anew of a vehicle, of what it holds, and of who has invested in it; and what is known of the business that it holds. */
const figuresOfPerformance: readonly string[] = [
  'Fund Performance',
  'Investment Performance',
  'Investor Performance',
  'Investment Metrics',
];

/** Link types that are no kind of record, or that others hear of than who may read those records. */
const others: Readonly<Record<string, Permission | 'member'>> = {
  SourceTaxProfile: 'taxProfile.view',
  Employee: 'employee.follow',
  // Carry's viewers may read every record that notes and documents hang on; who may not hears nothing of what hangs on one.
  Note: 'fund.view',
  Document: 'fund.view',
  DataUpload: 'upload.view',
  ReferenceEntry: 'reference.view',
  Tenant: 'member',
  [documentRead.letter]: 'delivery.view',
  [documentRead.statement]: 'pay.view',
  // How others sign in, and what became of their passwords and factors, is news for those who look after users.
  User: 'user.edit',
  ...Object.fromEntries(figuresOfPerformance.map((linkType) => [linkType, 'fundLedger.view'] as const)),
  'Investment Metrics': 'valuation.view',
};

/** What compensation keeps of a kind that other modules keep too is told to compensation alone. */
const keptByCompensation: Readonly<Record<string, Permission>> = {
  Note: 'compEmployee.view',
  Document: 'compEmployee.view',
  DataUpload: 'pay.view',
  Delivery: 'pay.view',
};

/** What performance keeps hangs on records of its people too: carry's and performance's may read investors alike. */
const keptByPerformance: Readonly<Record<string, Permission>> = { Note: 'investor.view', Document: 'investor.view' };
const keptBy: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  comp: keptByCompensation,
  performance: keptByPerformance,
  'performance-lp': keptByPerformance,
};

/**
 * Operations on a record that carry reads too, which disclose how an employee left or that the pay is restricted: to read their audit entries and to
 * hear of them takes a permission beside that of the record.
 */
export const accessToOperation: Readonly<Record<string, Permission>> = {
  saveLeaverKind: 'compEmployee.viewPersonalData',
  saveReportingLine: 'compEmployee.viewPersonalData',
};

/** What one must hold to hear of a link type that changed in a module; undefined for one that nobody is told of. */
export function accessToLinkType(linkType: string, application?: string): Permission | 'member' | undefined {
  const known = (application === undefined ? undefined : keptBy[application]?.[linkType]) ?? others[linkType];
  if (known !== undefined) return known;
  const type = recordTypeOf(lowerFirst(linkType));
  if (type?.isUntold) return undefined;
  const concept = type?.permission ?? lowerFirst(linkType);
  return Object.hasOwn(concepts, concept) ? (`${concept}.view` as Permission) : undefined;
}
