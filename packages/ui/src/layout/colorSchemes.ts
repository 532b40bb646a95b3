/** The themes to choose from, in the user menu and in the palette. */
export const colorSchemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;
