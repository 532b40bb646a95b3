/** Returns the last sentence of a confirmation that posts a run. Reversals can’t be reversed. */
export const undoText = ({ reversalOf }: { readonly reversalOf: unknown }): string =>
  reversalOf ? 'A reversal can’t be undone.' : 'After that, only a reversal can undo it.';
