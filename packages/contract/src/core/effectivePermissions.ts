import { everyRecordType } from './recordType.ts';
import { type Grants, hasPermission, permissions } from './permissions.ts';

/** The titles of concepts that aren't named after a kind of record. */
const conceptTitles: Readonly<Record<string, string>> = {
  activity: 'Activity',
  apiToken: 'API tokens',
  certifiedData: 'Certified data',
  comment: 'Replies to notes',
  compEmployee: 'Employees in compensation',
  employee: 'Employees in carry',
  fundLedger: 'Fund ledgers',
  fx: 'Exchange rates',
  ilpa: 'ILPA templates',
  letterTemplate: 'Letter templates',
  participant: 'Participants',
  pay: 'Pay that pay access covers',
  payAccess: 'Pay access',
  payRead: 'Own pay reads',
  period: 'Quarters',
  portal: 'Own carry in the portal',
  portalUser: 'Portal users',
  reference: 'Reference data',
  reporting: 'Embedded report',
  reportRun: 'Saved reports',
  tenant: 'Firm settings',
  upload: 'Uploads',
  userActivity: 'User activity',
  valuation: 'Valuations',
};
/** The texts of a permission's actions, in the order of the table. */
export const actTitles: Readonly<Record<string, string>> = {
  view: 'View',
  viewAddress: 'View addresses',
  viewPersonalData: 'View personal data',
  follow: 'Open from pay and carry',
  fetch: 'Download',
  edit: 'Add and change',
  share: 'Share with the firm',
  editOfCarry: 'Change the entries of carry',
  editOfCompensation: 'Change the entries of compensation',
  approve: 'Approve',
  disburse: 'Disburse',
  post: 'Post',
  reopen: 'Reopen',
  manage: 'Manage for the firm',
  delete: 'Delete',
  recover: 'Restore deleted',
};

export function conceptTitle(concept: string): string | undefined {
  const record = everyRecordType.find(([, { permission }]) => permission === concept);
  return conceptTitles[concept] ?? record?.[1].plural;
}

export interface EffectivePermission {
  readonly act: string;
  /** The titles of what the person can do it with, in alphabetical order. */
  readonly concepts: readonly string[];
}

/** Returns everything that these roles allow, by action, from the same table that the server checks calls against. */
export function effectivePermissions(grants: Grants): readonly EffectivePermission[] {
  const allowed = permissions.filter((permission) => hasPermission(grants, permission)).map((name) => name.split('.'));
  return Object.keys(actTitles).flatMap((act) => {
    const titles = allowed.filter(([, name]) => name === act).map(([concept = '']) => conceptTitle(concept) ?? concept);
    return titles.length === 0 ? [] : [{ act, concepts: titles.toSorted((a, b) => a.localeCompare(b)) }];
  });
}
