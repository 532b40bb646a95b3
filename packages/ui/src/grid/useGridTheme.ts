import type { Theme } from '@glideapps/glide-data-grid';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

/** The values of the tokens in this theme, because a canvas can't read CSS variables. */
export interface GridColors {
  readonly text: string;
  readonly muted: string;
  readonly bad: string;
  readonly badSoft: string;
  readonly warnSoft: string;
  readonly warn: string;
  readonly readOnly: string;
  readonly accentSoft: string;
  readonly totals: string;
}

function readTokens(scheme: 'light' | 'dark') {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const colors: GridColors = {
    text: token('--text'),
    muted: token('--muted'),
    bad: token('--bad'),
    badSoft: token('--bad-soft'),
    warnSoft: token('--warn-soft'),
    warn: token('--warn'),
    readOnly: token('--grid-read-only'),
    accentSoft: token('--accent-soft'),
    totals: token('--bg'),
  };
  const theme: Partial<Theme> = {
    accentColor: token('--accent'),
    accentFg: token('--on-accent'),
    accentLight: token('--accent-soft'),
    textDark: token('--text'),
    textMedium: token('--muted'),
    textLight: token('--muted'),
    textHeader: token('--muted'),
    textHeaderSelected: token('--text'),
    bgCell: token('--surface'),
    bgCellMedium: token('--bg'),
    bgHeader: token('--surface'),
    bgHeaderHovered: token('--surface'),
    bgHeaderHasFocus: token('--surface'),
    borderColor: token('--line-soft'),
    horizontalBorderColor: token('--line-soft'),
    headerBottomBorderColor: token('--line'),
    drilldownBorder: token('--line'),
    linkColor: token('--accent'),
    baseFontStyle: '13px',
    headerFontStyle: '500 12px',
    editorFontSize: '13px',
    fontFamily: "'Inter Variable', Inter, 'Segoe UI', system-ui, sans-serif",
    cellHorizontalPadding: 10,
  };
  return { scheme, colors, theme };
}

/** Follows the light and dark theme. */
export function useGridTheme() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return useMemo(() => readTokens(scheme), [scheme]);
}
