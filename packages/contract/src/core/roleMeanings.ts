import type { Application, Role } from './permissions.ts';

/** Explains each role for the role selection. A role includes everything that the roles before it allow. */
export const roleMeanings: Readonly<Record<Application, Readonly<Record<Role, string>>>> = {
  carry: {
    viewer: 'Sees all carry records, reports and files. Approves distributions when chosen as an approver.',
    editor: 'Also adds and changes records, imports files, and prepares, submits and disburses distributions.',
    administrator: 'Also manages users, groups, settings and exchange rates, and deletes records.',
  },
  comp: {
    viewer: 'Sees the employee directory. Pay access decides whose pay is visible.',
    editor: 'Also changes employees. With pay access: enters pay, imports payroll and releases statements.',
    administrator: 'Also manages users, groups and settings. Doesn’t include access to pay.',
  },
  performance: {
    viewer: 'Sees funds, investments, investors, figures and reports.',
    editor: 'Also changes records, imports files, and enters and locks quarters.',
    administrator: 'Also reopens locked quarters, manages users, groups and settings, and deletes records.',
  },
  'performance-lp': {
    viewer: 'Sees the firm’s commitments, figures and reports.',
    editor: 'Also enters and imports figures, and accepts data sent by managers.',
    administrator: 'Also reopens locked quarters, manages users, groups and settings, and deletes records.',
  },
  reporting: {
    viewer: 'Opens the firm’s embedded BI report.',
    editor: 'Also adds notes and documents.',
    administrator: 'Also manages users, groups and settings.',
  },
  'participant-portal': {
    viewer: 'Reads their own carry, pay and documents in the portal, and acknowledges documents.',
    editor: 'The same as a viewer.',
    administrator: 'The same as a viewer.',
  },
};
