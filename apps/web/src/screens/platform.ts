import type { Redirect, Screen } from '../frame/screenTypes.ts';
import { platformPages } from './platform/pages.ts';
import { settingsRedirects, settingsScreens } from './platform/settings.ts';

export const platformScreens: readonly Screen[] = [...settingsScreens, ...platformPages];
export const platformRedirects: readonly Redirect[] = settingsRedirects;
