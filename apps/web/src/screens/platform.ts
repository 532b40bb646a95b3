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
export const platformRedirects: readonly Redirect[] = [
  ...settingsRedirects,
  ...dataManagementRedirects,
  ...tenantLinkRedirects,
];
