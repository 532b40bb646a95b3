import type { Screen } from '../frame/screenTypes.ts';
import { allocationScreens } from './carry/allocation.ts';
import { distributionScreens } from './carry/distribution.ts';
import { forecastScreens } from './carry/forecast.ts';
import { ledgerRunScreens } from './carry/ledgerRun.ts';
import { realizationScreens } from './carry/realization.ts';

const home: Screen = {
  path: '/carry/home',
  title: 'Home',
  kind: 'list',
  section: 'home',
  permission: 'distribution.view',
  load: async () => (await import('../features/carry/home/HomeScreen.tsx')).HomeScreen,
};

export const carryScreens: readonly Screen[] = [
  home,
  ...allocationScreens,
  ...distributionScreens,
  ...realizationScreens,
  ...forecastScreens,
  ...ledgerRunScreens,
];
