const words = { ILPA: 'count as distributed', NETTED: 'reduce what was paid in' } as const;
type Policy = keyof typeof words;

/** Returns a sentence for two states of a quarter with different policies for multiples. Figures then change although nothing was entered. */
export const changedPolicy = (policy: { readonly old: Policy; readonly new: Policy }): string =>
  `Multiples by another policy: before, recallable distributions ${words[policy.old]}; after, they ${words[policy.new]}. DPI, TVPI and PIC follow from it.`;
