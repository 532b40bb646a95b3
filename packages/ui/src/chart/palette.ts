/** The thirteen colors of charts. Neighbors are easy to distinguish, also for most color-blind readers. */
export const palette: readonly string[] = [
  '#178a82',
  '#e0a84a',
  '#3f6fb5',
  '#c2593f',
  '#7a5ea8',
  '#6b9a3c',
  '#d07fa3',
  '#4b9fc9',
  '#8a6d3b',
  '#94a3b0',
  '#b8443b',
  '#2f5d62',
  '#c7b23a',
];
