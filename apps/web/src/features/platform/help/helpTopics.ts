import type { Access } from '@carrara/contract/core/permissions';

export interface HelpTopic {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly permission: Access;
}

/** The tasks of the product, in the order in which a firm does them. */
export const topics: readonly HelpTopic[] = [
  {
    title: 'Bring in a carry plan',
    text: 'Upload the workbook: it is read and checked first, and shows what it would change before anything is stored.',
    href: '#/carry/datamanagement',
    permission: 'upload.view',
  },
  {
    title: 'Keep participants',
    text: 'Employees, trusts and entities. A participant is offered for allocations from the carry-eligible date on.',
    href: '#/carry/participant',
    permission: 'participant.view',
  },
  {
    title: 'Allocate carry',
    text: 'A fund, coinvestment, vintage, investment, tranche or entity has allocation profiles; the default one that is in force on a day counts. A profile that a distribution uses is never changed: its copy becomes the next version.',
    href: '#/carry/fund',
    permission: 'fund.view',
  },
  {
    title: 'Run a distribution',
    text: 'Choose sources and amounts, see every share with the reason for it, submit it to its approvers, and disburse it once all have approved. It is corrected by a reversal.',
    href: '#/carry/distribution',
    permission: 'distribution.view',
  },
  {
    title: 'Give participants their portal',
    text: 'Link an employee to a user, who may be invited by it: that person reads the own carry and nobody else’s. The settings of the firm say what is shown.',
    href: '#/carry/settings/portal',
    permission: 'portalUser.view',
  },
  {
    title: 'Release letters and keep the evidence',
    text: 'Letters of a disbursed distribution are released to the portal. What was opened, downloaded and acknowledged by whom is written down, sealed day by day, and certified.',
    href: '#/carry/delivery',
    permission: 'delivery.view',
  },
  {
    title: 'Read your carry',
    text: 'Distributions to you, to your trusts and through entities, escrow balances and vesting. Choose “why?” at a figure to see how it was computed.',
    href: '#/participant-portal',
    permission: 'portal.view',
  },
  {
    title: 'Open and acknowledge documents',
    text: 'Your letters as they were released. Where your firm asks for it, type your name to acknowledge one.',
    href: '#/participant-portal/document',
    permission: 'portal.view',
  },
  {
    title: 'Set vesting and taxes',
    text: 'Schedules say what is vested after how many months; tax profiles what is withheld, by characterization where they have one.',
    href: '#/carry/settings/vesting',
    permission: 'vesting.view',
  },
  {
    title: 'Keep pay',
    text: 'Salaries, awards and deferred awards of the employees whose pay you can see, entered on each employee’s page or by a file. Totals for a year are computed from them.',
    href: '#/comp/employee',
    permission: 'pay.view',
  },
  {
    title: 'Hold payroll to the salaries',
    text: 'Upload the payroll provider’s file. Each payment is compared with the salary, and differences stay open until somebody explains them.',
    href: '#/comp/payroll',
    permission: 'pay.view',
  },
  {
    title: 'Control who sees whose pay',
    text: 'One person requests access and another confirms it. Each access has a reason and an optional end date. Every pay read is logged.',
    href: '#/comp/settings/payAccess',
    permission: 'payAccess.view',
  },
  {
    title: 'Give people access',
    text: 'A role in an application is given to a person or to a group; the greater one counts.',
    href: '#/carry/settings/user',
    permission: 'user.view',
  },
  {
    title: 'Look up reference data and exchange rates',
    text: 'The lists behind every choice, and the rates of a day. Archived entries stay in old records and are no longer offered.',
    href: '#/carry/settings/reference',
    permission: 'reference.view',
  },
  {
    title: 'Sign in safely',
    text: 'In your account you make passkeys, which sign you in by PIN, finger or face, set an authenticator app up, keep recovery codes, and end sessions elsewhere.',
    href: '#/account',
    permission: 'signedIn',
  },
];

export const keys = [
  { press: 'Ctrl+K', does: 'Go to any record, screen or action (Cmd+K on a Mac).' },
  { press: '/', does: 'Search the list in view.' },
  { press: 'j or ↓, k or ↑', does: 'Next and previous row of a list.' },
  { press: 'Enter', does: 'Open the row.' },
  { press: 'Ctrl+S', does: 'Save what is being edited (Cmd+S on a Mac).' },
  { press: 'Ctrl+Z, Ctrl+Y', does: 'Undo and redo in a grid; cells can be pasted from and to Excel.' },
  { press: 'Escape', does: 'Close a dialog.' },
] as const;
