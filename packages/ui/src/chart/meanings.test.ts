import { expect, it } from 'vitest';
import { meanings } from './meanings.ts';
import { palette } from './palette.ts';

/** The relative luminance of a color by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? [])
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (first: string, other: string) => {
  const [low = 0, high = 0] = [luminance(first), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

it('each meaning has a color of its own, visible on the surface of its theme', () => {
  const surfaces = { light: '#ffffff', dark: '#1b252e' };
  for (const theme of ['light', 'dark'] as const) {
    const colors = Object.values(meanings).map((color) => color[theme]);
    expect(new Set(colors).size).toBe(colors.length);
    for (const [name, color] of [...Object.entries(meanings), ...palette.entries()])
      expect(contrast(color[theme], surfaces[theme]), `${String(name)}, ${theme}`).toBeGreaterThanOrEqual(3);
  }
});
