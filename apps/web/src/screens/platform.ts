import type { Redirect, Screen } from '../frame/screenTypes.ts';
import { dataManagementRedirects, dataManagementScreens } from './platform/dataManagement.ts';
import { platformPages } from './platform/pages.ts';
import { tenantLinkRedirects, tenantLinkScreens } from './platform/tenantLink.ts';
import { settingsRedirects, settingsScreens } from './platform/settings.ts';

export const platformScreens: readonly Screen[] = [
  ...settingsScreens,
  ...dataManagementScreens,
  ...tenantLinkScreens,
  ...platformPages,
];
/** The bare address of a module opens its dashboard. Investors use the dashboard of the manager, with panels for investors. */
const moduleRedirects: readonly Redirect[] = [
  { from: '/performance', to: '/performance/dashboard' },
  { from: '/performance-lp', to: '/performance/dashboard', application: 'performance-lp' },
];

export const platformRedirects: readonly Redirect[] = [
  ...moduleRedirects,
  ...settingsRedirects,
  ...dataManagementRedirects,
  ...tenantLinkRedirects,
];
