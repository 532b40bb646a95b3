/**
 * Returns the comparison of currency codes that all amounts in several currencies are sorted by. The firm's base
 * currency comes first, then the others by code, and amounts without a currency last.
 */
export const currencyOrder =
  (base: string | undefined) =>
  (code: string | null | undefined, other: string | null | undefined): number =>
    Number(other === base) - Number(code === base) ||
    Number(!code) - Number(!other) ||
    Number((code ?? '') > (other ?? '')) - Number((code ?? '') < (other ?? ''));
