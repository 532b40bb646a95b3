/** The themes in the user menu and in the palette. */
export const colorSchemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;
