/** What is said of figures that changed and read as they did, instead of naming each. */
export const changedByLess = (count: number): string =>
  `${count === 1 ? '1 figure' : `${String(count)} figures`} changed by less than is shown`;
