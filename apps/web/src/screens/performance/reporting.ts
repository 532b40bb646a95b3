import { reportingPages } from '../../features/performance/reporting/reportingPages.ts';
import type { Screen, Section } from '../../frame/screenTypes.ts';

const base = '/reporting';
const permission = 'reporting.view';
const lists = () => import('../../features/performance/reporting/ReportingLists.tsx');
const investment = () => import('../../features/performance/reporting/ReportingInvestment.tsx');
const fund = () => import('../../features/performance/reporting/ReportingFund.tsx');

const icons = { reportingInvestor: 'handshake', reportingInvestment: 'briefcase', reportingFund: 'bank' } as const;
const loads: Readonly<Record<keyof typeof icons, Screen['load']>> = {
  reportingInvestor: async () => (await lists()).ReportingInvestors,
  reportingInvestment: async () => (await lists()).ReportingInvestments,
  reportingFund: async () => (await lists()).ReportingFunds,
};

/** The sections of the reporting area. */
export const reportingSections: readonly Section[] = [
  {
    id: 'reporting',
    module: 'reporting',
    group: 'Reporting',
    title: 'Reporting',
    icon: 'home',
    path: base,
    permission,
  },
  ...reportingPages.map(
    ({ path, title, section }): Section => ({
      id: section,
      module: 'reporting',
      group: 'Reporting',
      title,
      icon: icons[section],
      path,
      permission,
    }),
  ),
];

/** The pages of the reporting area, a read-only view of the performance module. */
export const reportingAreaScreens: readonly Screen[] = [
  {
    path: base,
    title: 'Reporting',
    kind: 'list',
    section: 'reporting',
    permission,
    load: async () => (await import('../../features/performance/reporting/ReportingHome.tsx')).ReportingHome,
  },
  ...reportingPages.map(
    ({ path, title, section }): Screen => ({ path, title, kind: 'list', section, permission, load: loads[section] }),
  ),
  {
    path: `${base}/investment/:id`,
    title: 'Investment',
    kind: 'profile',
    section: 'reportingInvestment',
    permission,
    load: async () => (await investment()).ReportingInvestment,
    views: [
      { id: 'overview', title: 'Overview', load: async () => (await investment()).ReportingInvestmentOverview },
      { id: 'events', title: 'Events', load: async () => (await investment()).ReportingInvestmentEvents },
    ],
  },
  {
    path: `${base}/fund/:id`,
    title: 'Fund',
    kind: 'profile',
    section: 'reportingFund',
    permission,
    load: async () => (await fund()).ReportingFund,
    views: [
      { id: 'overview', title: 'Overview', load: async () => (await fund()).ReportingFundOverview },
      { id: 'investments', title: 'Investments', load: async () => (await fund()).ReportingFundInvestments },
      { id: 'events', title: 'Events', load: async () => (await fund()).ReportingFundEvents },
      { id: 'terms', title: 'Terms', load: async () => (await fund()).ReportingFundTerms },
    ],
  },
];
