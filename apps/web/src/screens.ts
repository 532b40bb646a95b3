import type { Redirect, Screen } from './frame/screenTypes.ts';
import { carryScreens } from './screens/carry.ts';
import { compensationRedirects, compensationScreens } from './screens/compensation.ts';
import { deliveryScreens, portalScreens } from './screens/portal.ts';
import { peopleScreens } from './screens/people.ts';
import { statementReportScreens } from './screens/performance/statements.ts';
import { fundPerformanceScreens } from './screens/performance/fund.ts';
import { plainScreens } from './screens/plain.ts';
import { platformRedirects, platformScreens } from './screens/platform.ts';
import { investorRedirects } from './screens/portfolio/investor.ts';
import { portfolioScreens } from './screens/portfolio.ts';
import { analysisScreens } from './screens/performance/analysis.ts';
import { bulkEditRedirects, bulkEditScreens } from './screens/performance/bulkEdit.ts';
import { reportingAreaScreens } from './screens/performance/reporting.ts';
import { reportRedirects, reportScreens } from './screens/report.ts';

import { investmentPerformanceRedirects, investmentPerformanceScreens } from './screens/performance/investment.ts';

export { help } from './screens/help.ts';
export { sections } from './screens/sections.ts';

/** All pages of the application. If a page has views, `:view` is added to its path. */
export const screens: readonly Screen[] = [
  ...portfolioScreens,
  ...investmentPerformanceScreens,
  ...fundPerformanceScreens,
  ...peopleScreens,
  ...carryScreens,
  ...portalScreens,
  ...deliveryScreens,
  ...reportScreens,
  ...statementReportScreens,
  ...compensationScreens,
  ...plainScreens,
  ...analysisScreens,
  ...bulkEditScreens,
  ...reportingAreaScreens,
  ...platformScreens,
];

/** Older and shorter addresses, with their targets. */
export const redirects: readonly Redirect[] = [
  { from: '/carry', to: '/carry/participant' },
  { from: '/carry/contribution', to: '/carry/fund' },
  { from: '/carry/distribution/:id/profile/:view?', to: '/carry/distribution/:id/:view?' },
  { from: '/carry/forecast/:id/profile/:view?', to: '/carry/forecast/:id/:view?' },
  { from: '/carry/uploadhistory', to: '/carry/datamanagement' },
  ...compensationRedirects,
  ...investorRedirects,
  ...reportRedirects,
  ...investmentPerformanceRedirects,
  ...bulkEditRedirects,
  ...platformRedirects,
];
