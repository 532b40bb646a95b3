import type { DisplayedHorizon } from '@carrara/domain/performance/analysis';

/** The names of the return horizons. This file contains only data. */
export const horizonTitles: Readonly<Record<DisplayedHorizon, string>> = {
  '1Y': '1 year',
  '3Y': '3 years',
  '5Y': '5 years',
  '10Y': '10 years',
  INCEPTION: 'Since inception',
};
