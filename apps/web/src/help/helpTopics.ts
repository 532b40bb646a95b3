import type { Access, Application } from '@carrara/contract/core/permissions';

export interface HelpTopic {
  readonly title: string;
  readonly text: string;
  /** The screen where the task starts. */
  readonly href: string;
  readonly permission: Access;
  /** The guide for the task, after `#/help/`. */
  readonly guide?: string;
}

const carry: readonly HelpTopic[] = [
  {
    title: 'Import a carry plan',
    text: 'Upload the workbook. It is checked first, and you see what it would change before anything is stored.',
    href: '#/carry/datamanagement',
    permission: 'upload.edit',
    guide: 'user/import-a-carry-plan',
  },
  {
    title: 'Manage participants',
    text: 'Employees, trusts and entities. You can allocate carry to participants from their carry-eligible date on.',
    href: '#/carry/participant',
    permission: 'participant.view',
    guide: 'user/carry-run?section=steps',
  },
  {
    title: 'Allocate carry',
    text: 'Funds, coinvestments, vintages, investments, tranches and entities have allocation profiles. The default profile in force on a day applies. A profile used by a distribution never changes; its copy becomes the next version.',
    href: '#/carry/fund',
    permission: 'fund.view',
    guide: 'calculations/allocation-profile',
  },
  {
    title: 'Run a distribution',
    text: 'Choose sources and amounts, and see the reason for every share. Submit the run to its approvers and disburse it once all have approved. To correct it, reverse it.',
    href: '#/carry/distribution',
    permission: 'distribution.view',
    guide: 'user/carry-run',
  },
  {
    title: 'Manage escrow and balances',
    text: 'Enter opening balances, release escrow and claw back carry. A second person approves each run.',
    href: '#/carry/ledger',
    permission: 'distribution.view',
    guide: 'user/escrow-and-balances',
  },
  {
    title: 'Forecast carry',
    text: 'See how the carry of a future sale would be shared, with every multiple lower and higher.',
    href: '#/carry/forecast',
    permission: 'forecast.view',
    guide: 'user/forecast',
  },
  {
    title: 'Give participants portal access',
    text: 'Link an employee to an existing user or to one that you invite. The person sees only their own carry. The firm’s settings control what the portal displays.',
    href: '#/carry/settings/portal',
    permission: 'portalUser.view',
    guide: 'user/portal',
  },
  {
    title: 'Release letters and follow up',
    text: 'Release the letters of a disbursed distribution to the portal. Every opening, download and acknowledgment is logged by person, sealed daily and certified.',
    href: '#/carry/delivery',
    permission: 'delivery.view',
    guide: 'user/portal?section=release-letters',
  },
  {
    title: 'Set vesting and taxes',
    text: 'Vesting schedules set the vested percentage by number of months. Tax profiles set the tax withheld, by characterization if needed.',
    href: '#/carry/settings/vesting',
    permission: 'vesting.view',
    guide: 'calculations/vesting',
  },
  {
    title: 'Run reports',
    text: 'Open a report, choose its dates and save it as Excel or PDF. Its address contains its parameters, so you can share it.',
    href: '#/carry/report',
    permission: 'distribution.view',
    guide: 'user/reports',
  },
];

const performance: readonly HelpTopic[] = [
  {
    title: 'Import a fund administrator’s files',
    text: 'Commitments, ledgers, valuations and reported figures. Each file is checked first, and you see what it would change.',
    href: '#/performance/datamanagement',
    permission: 'upload.edit',
    guide: 'user/administrators-files',
  },
  {
    title: 'Close a quarter',
    text: 'Enter the activity in the fund’s ledger, tie it out, and lock the quarter as a version.',
    href: '#/performance/fund',
    permission: 'fundLedger.view',
    guide: 'user/quarter-close',
  },
  {
    title: 'Understand a figure',
    text: 'Choose “why?” at a figure to see its formula and inputs. Each calculation has a page with an example.',
    href: '#/performance/analysis',
    permission: 'ilpa.view',
    guide: 'calculations',
  },
  {
    title: 'Send quarters to investors',
    text: 'Link your tenant with an investor’s, and transfer locked quarters.',
    href: '#/performance/datamanagement/tenantlinkrequest',
    permission: 'upload.view',
    guide: 'user/links-and-transfers',
  },
];

const compensation: readonly HelpTopic[] = [
  {
    title: 'Manage pay',
    text: 'Salaries, awards and deferred awards of the employees whose pay you can see, entered on each employee’s page or from a file. Totals for a year are computed from them.',
    href: '#/comp/employee',
    permission: 'pay.view',
    guide: 'user/pay-and-privacy?section=from-hire-to-payroll',
  },
  {
    title: 'Check payroll against salaries',
    text: 'Upload the payroll provider’s file. Each payment is compared with the salary, and differences stay open until someone explains them.',
    href: '#/comp/payroll',
    permission: 'pay.view',
    guide: 'calculations/payroll-tie-out',
  },
  {
    title: 'Control who sees whose pay',
    text: 'One person requests access and another confirms it. Each access has a reason and an optional end date. Every pay read is logged.',
    href: '#/comp/settings/payAccess',
    permission: 'payAccess.view',
    guide: 'user/pay-and-privacy?section=pay-access',
  },
];

const portal: readonly HelpTopic[] = [
  {
    title: 'Read your carry',
    text: 'Distributions to you, to your trusts and through entities, escrow balances and vesting. Choose “why?” at a figure to see how it was computed.',
    href: '#/participant-portal',
    permission: 'portal.view',
    guide: 'user/your-carry',
  },
  {
    title: 'Open and acknowledge documents',
    text: 'Your letters as they were released. If your firm asks for it, type your name to acknowledge one.',
    href: '#/participant-portal/document',
    permission: 'portal.view',
    guide: 'user/your-carry?section=documents',
  },
];

/** The tasks of each module, in the order in which a firm does them. */
export const moduleTopics: Readonly<Record<Application, readonly HelpTopic[]>> = {
  carry,
  performance,
  'performance-lp': performance,
  comp: compensation,
  reporting: [],
  'participant-portal': portal,
};

/** The tasks that belong to no module. */
export const firmTopics: readonly HelpTopic[] = [
  {
    title: 'Set up the firm',
    text: 'The firm’s setup steps, their status, and who can complete each.',
    href: '#/setup',
    permission: 'staff',
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
    title: 'Arrange lists',
    text: 'A list opens as you left it. Save its columns, filters and order as a view, and share it.',
    href: '#/',
    permission: 'staff',
    guide: 'user/lists',
  },
  {
    title: 'Sign in safely',
    text: 'In your account, create passkeys to sign in with a PIN, fingerprint or face. You can also set up an authenticator app, create recovery codes and end other sessions.',
    href: '#/account',
    permission: 'signedIn',
    guide: 'operate/sign-in',
  },
];
