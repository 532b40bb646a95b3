import type { Screen } from '../frame/screenTypes.ts';
import { fundScreens } from './portfolio/fund.ts';
import { investorScreens } from './portfolio/investor.ts';
import { investmentScreens } from './portfolio/investment.ts';
import { vintageScreens } from './portfolio/vintage.ts';

export const portfolioScreens: readonly Screen[] = [
  ...fundScreens,
  ...investmentScreens,
  ...vintageScreens,
  ...investorScreens,
];
