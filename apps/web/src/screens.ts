import type { Redirect, Screen } from './frame/screenTypes.ts';
import { allocationScreens } from './screens/allocation.ts';
import { distributionScreens } from './screens/distribution.ts';
import { fundScreens } from './screens/fund.ts';
import { investmentScreens } from './screens/investment.ts';
import { participantScreens } from './screens/participant.ts';
import { platformScreens } from './screens/platform.ts';
import { settingsRedirects, settingsScreens } from './screens/settings.ts';
import { vintageScreens } from './screens/vintage.ts';

export { sections } from './screens/sections.ts';

/** Every screen. A path's `:view` is added where a screen has views. */
export const screens: readonly Screen[] = [
  ...fundScreens,
  ...investmentScreens,
  ...vintageScreens,
  ...allocationScreens,
  ...participantScreens,
  ...distributionScreens,
  ...settingsScreens,
  ...platformScreens,
];

/** Older and shorter addresses, and where they lead. */
export const redirects: readonly Redirect[] = [
  { from: '/carry', to: '/carry/participant' },
  { from: '/carry/contribution', to: '/carry/fund' },
  { from: '/carry/distribution/:id/profile/:view?', to: '/carry/distribution/:id/:view?' },
  { from: '/carry/uploadhistory', to: '/carry/datamanagement' },
  ...settingsRedirects,
];
