import type { Permission } from '@carrara/contract/core/permissions';
import { everyRecordType } from '@carrara/contract/core/recordType';
import { reportingSections } from './performance/reporting.ts';
import { portalSections } from './portal.ts';
import type { IconName, Section } from '../frame/screenTypes.ts';

const carry = { module: 'carry', group: 'Carry' } as const;
const setup = { module: 'carry', group: 'Setup' } as const;

/** Returns the sections for records with a list in a group of a module's menu. */
const records = ({ module, group }: Pick<Section, 'module' | 'group'>): Section[] =>
  everyRecordType.flatMap(([, { menu, plural: title, listAddress: path, permission }]) => {
    if (menu?.module !== module || menu.group !== group || !path) return [];
    const { id, icon } = menu;
    return [{ id, module, group, title, icon: icon as IconName, path, permission: `${permission}.view` as Permission }];
  });

/** The sections of each module, in the order of its sidebar. */
export const sections: readonly Section[] = [
  {
    ...carry,
    id: 'home',
    title: 'Home',
    icon: 'home',
    path: '/carry/home',
    permission: 'distribution.view',
  },
  {
    ...carry,
    id: 'participant',
    title: 'Participants',
    icon: 'people',
    path: '/carry/participant',
    permission: 'participant.view',
  },
  ...records(carry),
  {
    ...carry,
    id: 'reconcile',
    title: 'Reconcile',
    icon: 'calculator',
    path: '/carry/report/carry-reconciliation',
    permission: 'ledgerRun.view',
  },
  {
    ...carry,
    id: 'delivery',
    title: 'Deliveries',
    icon: 'receipt',
    path: '/carry/delivery',
    permission: 'delivery.view',
  },
  {
    ...carry,
    id: 'report',
    title: 'Reports',
    icon: 'report',
    path: '/carry/report',
    permission: 'distribution.view',
  },
  ...records(setup),
  {
    ...setup,
    id: 'datamanagement',
    title: 'Data management',
    icon: 'database',
    path: '/carry/datamanagement',
    permission: 'upload.view',
  },
  {
    ...setup,
    id: 'settings',
    title: 'Settings',
    icon: 'settings',
    path: '/carry/settings',
    permission: 'reference.view',
  },
  {
    module: 'performance',
    group: 'Portfolio',
    id: 'dashboard',
    title: 'Dashboard',
    icon: 'home',
    path: '/performance/dashboard',
    permission: 'fundLedger.view',
  },
  {
    module: 'performance',
    group: 'Portfolio',
    id: 'performanceFund',
    title: 'Funds',
    icon: 'bank',
    path: '/performance/fund',
    permission: 'fundLedger.view',
  },
  {
    module: 'performance',
    group: 'Portfolio',
    id: 'performanceInvestment',
    title: 'Investments',
    icon: 'briefcase',
    path: '/performance/investment',
    permission: 'valuation.view',
  },
  ...records({ module: 'performance', group: 'Portfolio' }),
  {
    module: 'performance',
    group: 'Analysis',
    id: 'analysis',
    title: 'Analysis',
    icon: 'report',
    path: '/performance/analysis',
    permission: 'ilpa.view',
  },
  ...records({ module: 'performance', group: 'Analysis' }),
  {
    module: 'performance',
    group: 'Setup',
    id: 'performanceData',
    title: 'Data management',
    icon: 'database',
    path: '/performance/datamanagement',
    permission: 'upload.view',
  },
  {
    module: 'performance',
    group: 'Setup',
    id: 'performanceSettings',
    title: 'Settings',
    icon: 'settings',
    path: '/performance/settings',
    permission: 'reference.view',
  },
  {
    module: 'performance',
    group: 'Analysis',
    id: 'performanceReport',
    title: 'Reports',
    icon: 'report',
    path: '/performance/report',
    permission: 'fundLedger.view',
  },
  {
    module: 'comp',
    group: 'Pay',
    id: 'compHome',
    title: 'Home',
    icon: 'home',
    path: '/comp/home',
    permission: 'pay.view',
  },
  ...records({ module: 'comp', group: 'Pay' }),
  {
    module: 'comp',
    group: 'Pay',
    id: 'compReport',
    title: 'Reports',
    icon: 'report',
    path: '/comp/report',
    permission: 'compEmployee.view',
  },
  {
    module: 'comp',
    group: 'Setup',
    id: 'compData',
    title: 'Data management',
    icon: 'database',
    path: '/comp/datamanagement',
    permission: 'upload.view',
  },
  {
    module: 'comp',
    group: 'Setup',
    id: 'compSettings',
    title: 'Settings',
    icon: 'settings',
    path: '/comp/settings',
    permission: 'reference.view',
  },
  ...reportingSections,
  ...portalSections,
];
