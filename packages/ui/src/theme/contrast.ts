/** The relative luminance of a color by WCAG 2.2, from its red, green and blue between 0 and 255. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

/** The contrast ratio of two opaque colors, from 1 to 21. Colors are in the browser's format (`rgb(15, 111, 106)`). */
export function contrast(first: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(channelsOf(first)), luminance(channelsOf(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
