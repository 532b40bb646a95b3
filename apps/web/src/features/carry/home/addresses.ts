import type { Home, WaitingKind } from '@carrara/contract/carry/home/home';
import { recordPath } from '../../../address/recordAddress.ts';

/** The titles of the kinds of open tasks. */
export const waitingTitles: Readonly<Record<WaitingKind, string>> = {
  approval: 'To approve',
  confirmation: 'Bank account to confirm',
  returned: 'Rejected',
  disbursal: 'To disburse',
  release: 'Escrow release due',
  posting: 'To post',
  mismatch: 'Membership changed',
  notDetermined: 'Not determined',
  draft: 'Draft',
  upload: 'File with errors',
};

/** The actions that handle open tasks, on the page of `pathOfWaiting`. */
export const waitingActions: Readonly<Record<WaitingKind, string>> = {
  approval: 'Approve',
  confirmation: 'Confirm',
  returned: 'Fix',
  disbursal: 'Disburse',
  release: 'Release',
  posting: 'Post',
  mismatch: 'Resolve',
  notDetermined: 'Fix',
  draft: 'Resume',
  upload: 'Fix',
};

type Waiting = Pick<Home['waiting'][number], 'kind' | 'type' | 'id'>;

const startedBy: Readonly<Record<WaitingKind, string>> = {
  approval: 'Submitted',
  confirmation: 'Entered',
  returned: 'Rejected',
  disbursal: 'Approved',
  release: 'Due',
  posting: 'Changed',
  mismatch: 'Changed',
  notDetermined: 'Changed',
  draft: 'Changed',
  upload: 'Uploaded',
};
/** Returns the event since which a task has been open, for use before its date. Ledger runs are approved before they are posted. */
export const sinceText = ({ kind, type }: Waiting): string =>
  kind === 'posting' && type === 'ledgerRun' ? 'Approved' : startedBy[kind];

/** Returns the address in which an open task is handled. */
export function pathOfWaiting({ kind, type, id }: Waiting): string | undefined {
  if (kind === 'approval' && type === 'distribution') return `#/carry/distribution/${id}/approvals`;
  // The editor starts with the amounts that are due.
  if (kind === 'release') return `#/carry/ledger/create?release=${id}`;
  if (kind === 'confirmation') return `#/carry/${type}/${id}/profile/bank-account`;
  const path = recordPath({ type, id });
  if (path !== undefined && isEdited.has(kind) && runs.has(type)) return `${path.replace(/\/overview$/, '')}/edit`;
  if (type === 'entity') return `#/carry/entity/${id}/profile/members`;
  return path;
}

const isEdited: ReadonlySet<WaitingKind> = new Set(['returned', 'notDetermined', 'draft']);
const runs: ReadonlySet<string> = new Set(['distribution', 'realization', 'forecast', 'ledgerRun']);

type Holder = Pick<Home['carry'][number], 'holderId' | 'holderType'>;

const ofHolder = ({ holderId, holderType }: Holder): readonly (readonly [string, string])[] =>
  holderId !== null && holderType !== null ? [[`${holderType}Id`, holderId]] : [];
const report = (name: string, parameters: readonly (readonly [string, string])[]) =>
  `#/carry/report/${name}?${new URLSearchParams(parameters.map((parameter) => [...parameter]))}`;

/** Returns the address of the report that adds up the payments of a fund in a year, or in all years. */
export const paidReport = (fund: Holder, year: number | null): string =>
  report('distributions-by-fund', [
    ['status', 'DISB'],
    ...ofHolder(fund),
    ...(year === null
      ? []
      : ([
          ['from', `${year}-01-01`],
          ['to', `${year}-12-31`],
        ] as const)),
  ]);

/** Returns the address of the report that adds up the amounts disbursed in a year until a date. */
export const paidUntil = (today: string): string =>
  report('distributions-by-fund', [
    ['status', 'DISB'],
    ['from', `${today.slice(0, 4)}-01-01`],
    ['to', today],
  ]);
/** Returns the addresses of the reports that add up the balances of both ledgers on a date. */
export const balanceReports = (today: string) => ({
  accrued: report('estimated-accrued-carry', [['selectedDate', today]]),
  escrow: report('escrow-ledger', [['to', today]]),
});

/** Returns the address of the report that adds up the vesting of a fund from today until a date. */
export const vestingReport = (fund: Holder, until: string): string =>
  report('vesting-ahead', [['to', until], ...ofHolder(fund)]);
