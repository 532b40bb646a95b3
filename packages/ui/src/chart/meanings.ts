import { type ThemeColor, lightDarkColor } from './palette.ts';

/**
 * The color of each meaning in the light and in the dark theme. A figure has the same hue on each screen, so that readers recognize it. Each color has a
 * contrast of at least 3:1 to the surface of its theme.
 */
export const meanings = {
  commitment: { light: '#4d5f78', dark: '#a3b5cc' },
  unfunded: { light: '#82909e', dark: '#748595' },
  contributions: { light: '#2f6db5', dark: '#6ba6ec' },
  distributions: { light: '#178a82', dark: '#3fb8ae' },
  netCash: { light: '#1f86ac', dark: '#5cc0e4' },
  nav: { light: '#7a5ea8', dark: '#ab91da' },
  invested: { light: '#4a55b5', dark: '#929cf2' },
  fairValue: { light: '#b0568a', dark: '#dd8fb9' },
  gain: { light: '#2f8a4a', dark: '#5fc07c' },
  loss: { light: '#b42318', dark: '#f2776b' },
  fees: { light: '#b0641e', dark: '#e3994f' },
  carry: { light: '#8c7500', dark: '#d6bb3c' },
  transfers: { light: '#87627e', dark: '#bd98b3' },
  index: { light: '#5d6878', dark: '#98a5b3' },
} as const satisfies Record<string, ThemeColor>;

export type Meaning = keyof typeof meanings;

export const colorOf = (meaning: Meaning): string => lightDarkColor(meanings[meaning]);
