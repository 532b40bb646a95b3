/** A color in the light and in the dark theme. */
export interface ThemeColor {
  readonly light: string;
  readonly dark: string;
}

/** A color that follows the theme. In print, it is the light one. */
export const lightDarkColor = ({ light, dark }: ThemeColor): string => `light-dark(${light}, ${dark})`;

/** The thirteen colors of series without a meaning. Neighbors are easy to distinguish, also for most color-blind readers. */
export const palette: readonly ThemeColor[] = [
  { light: '#178a82', dark: '#178a82' },
  { light: '#c48722', dark: '#e0a84a' },
  { light: '#3f6fb5', dark: '#4b7bc0' },
  { light: '#c2593f', dark: '#c35b41' },
  { light: '#7a5ea8', dark: '#886fb1' },
  { light: '#6b9a3c', dark: '#6b9a3c' },
  { light: '#ce799f', dark: '#d07fa3' },
  { light: '#459cc7', dark: '#4b9fc9' },
  { light: '#8a6d3b', dark: '#957540' },
  { light: '#8495a4', dark: '#94a3b0' },
  { light: '#b8443b', dark: '#c6574e' },
  { light: '#2f5d62', dark: '#43848b' },
  { light: '#a4932f', dark: '#c7b23a' },
];

/** Returns the color of a position. After the last one, the first one repeats. */
export const paletteColor = (at: number): string => lightDarkColor(palette[at % palette.length] as ThemeColor);
