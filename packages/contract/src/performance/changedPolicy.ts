const words = { ILPA: 'count as distributed', NETTED: 'reduce what was paid in' } as const;
type Policy = keyof typeof words;

/** That the multiples of two states of a quarter are computed by unlike policies, as a sentence: figures change by it for which nothing was entered. */
export const changedPolicy = (policy: { readonly old: Policy; readonly new: Policy }): string =>
  `Multiples by another policy: before, recallable distributions ${words[policy.old]}; after, they ${words[policy.new]}. DPI, TVPI and PIC follow from it.`;
