import { valueText } from '@carrara/ui/value/valueText.ts';

/** Returns a note for a figure of distributions if the opening balances contain an amount that was distributed before. */
export const openingNote = (openingDistributed: string | null | undefined): string | undefined =>
  openingDistributed && Number(openingDistributed) !== 0
    ? `excludes ${valueText('money', openingDistributed)} distributed before the opening balance`
    : undefined;
