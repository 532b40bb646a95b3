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
    title: 'Get started',
    text: 'The steps that set up a firm, which are done, and who can do the rest.',
    href: '#/setup',
    permission: 'staff',
  },
  {
    title: 'Import a carry plan',
    text: 'Upload the workbook. It is checked first, and you see what it would change before anything is stored.',
    href: '#/carry/datamanagement',
    permission: 'upload.view',
  },
  {
    title: 'Manage participants',
    text: 'Employees, trusts and entities. You can allocate carry to participants from their carry-eligible date on.',
    href: '#/carry/participant',
    permission: 'participant.view',
  },
  {
    title: 'Allocate carry',
    text: 'Funds, coinvestments, vintages, investments, tranches and entities have allocation profiles. The default profile in force on a day applies. A profile used by a distribution never changes; its copy becomes the next version.',
    href: '#/carry/fund',
    permission: 'fund.view',
  },
  {
    title: 'Run a distribution',
    text: 'Choose sources and amounts, and see the reason for every share. Submit the run to its approvers and disburse it once all have approved. To correct it, reverse it.',
    href: '#/carry/distribution',
    permission: 'distribution.view',
  },
  {
    title: 'Give participants portal access',
    text: 'Link an employee to an existing user or to one that you invite. The person sees only their own carry. The firm’s settings control what the portal displays.',
    href: '#/carry/settings/portal',
    permission: 'portalUser.view',
  },
  {
    title: 'Release letters and keep the evidence',
    text: 'Release the letters of a disbursed distribution to the portal. Every opening, download and acknowledgment is logged by person, sealed daily and certified.',
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
    text: 'Your letters as they were released. If your firm asks for it, type your name to acknowledge one.',
    href: '#/participant-portal/document',
    permission: 'portal.view',
  },
  {
    title: 'Set vesting and taxes',
    text: 'Vesting schedules set the vested percentage by number of months. Tax profiles set the tax withheld, by characterization if needed.',
    href: '#/carry/settings/vesting',
    permission: 'vesting.view',
  },
  {
    title: 'Manage pay',
    text: 'Salaries, awards and deferred awards of the employees whose pay you can see, entered on each employee’s page or from a file. Totals for a year are computed from them.',
    href: '#/comp/employee',
    permission: 'pay.view',
  },
  {
    title: 'Check payroll against salaries',
    text: 'Upload the payroll provider’s file. Each payment is compared with the salary, and differences stay open until someone explains them.',
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
    text: 'Give people or groups a role in each application. If a person has several, the highest one counts.',
    href: '#/carry/settings/user',
    permission: 'user.view',
  },
  {
    title: 'Look up reference data and exchange rates',
    text: 'The lists behind every choice, and the exchange rates of each day. Archived entries stay in old records but are no longer offered.',
    href: '#/carry/settings/reference',
    permission: 'reference.view',
  },
  {
    title: 'Sign in safely',
    text: 'In your account, create passkeys to sign in with a PIN, fingerprint or face. You can also set up an authenticator app, create recovery codes and end other sessions.',
    href: '#/account',
    permission: 'signedIn',
  },
];

export const keys = [
  { press: 'Ctrl+K', does: 'Go to any record, screen or action (Cmd+K on a Mac).' },
  { press: '/', does: 'Search the current list.' },
  { press: 'j or ↓, k or ↑', does: 'Next and previous row of a list.' },
  { press: 'Enter', does: 'Open the row.' },
  { press: 'v', does: 'Open the saved views of the list.' },
  { press: 'Shift+← or →', does: 'On a heading: resize the column.' },
  { press: 'Ctrl+S', does: 'Save your edits (Cmd+S on a Mac).' },
  { press: 'Ctrl+Z, Ctrl+Y', does: 'Undo and redo in a grid. You can copy cells from and to Excel.' },
  { press: 'Escape', does: 'Close a dialog.' },
] as const;
