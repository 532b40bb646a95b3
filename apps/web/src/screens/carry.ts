import type { Screen } from '../frame/screenTypes.ts';
import { allocationScreens } from './carry/allocation.ts';
import { distributionScreens } from './carry/distribution.ts';
import { forecastScreens } from './carry/forecast.ts';
import { ledgerRunScreens } from './carry/ledgerRun.ts';
import { realizationScreens } from './carry/realization.ts';

export const carryScreens: readonly Screen[] = [
  ...allocationScreens,
  ...distributionScreens,
  ...realizationScreens,
  ...forecastScreens,
  ...ledgerRunScreens,
];
