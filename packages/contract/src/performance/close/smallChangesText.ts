/** Summarizes changed figures that still look the same, instead of listing each. */
export const smallChangesText = (count: number): string =>
  `${count === 1 ? '1 figure' : `${String(count)} figures`} changed by less than the displayed precision`;
