const labels = { ILPA: 'count as distributed', NETTED: 'reduce paid-in capital' } as const;
type Policy = keyof typeof labels;

/** Returns a sentence for two states of a quarter with different policies for multiples. Figures then change although nothing was entered. */
export const changedPolicy = (policy: { readonly old: Policy; readonly new: Policy }): string =>
  `The policy for multiples changed. Recallable distributions used to ${labels[policy.old]}; now they ${labels[policy.new]}. DPI, TVPI and PIC changed accordingly.`;
