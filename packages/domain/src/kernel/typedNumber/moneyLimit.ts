/**
 * The number of digits before the decimal point of the largest amount that a person or a file may enter: below ten trillion. With two decimals, this
 * is the 15 digits that a spreadsheet, a JSON number and a screen column represent exactly. Sums of such amounts are exact in the ledger (38 digits),
 * and are exported as text if a spreadsheet couldn't hold them.
 */
const MONEY_DIGITS = 13;

/** Follows the name of a field. */
export const tooMuchMoney = `is too large. An amount can have at most ${String(MONEY_DIGITS)} digits before the decimal point`;

const withinLimit = new RegExp(String.raw`^-?0*\d{0,${String(MONEY_DIGITS)}}(?:\.|$)`);
/** Returns true if an amount, in plain digits, exceeds the limit for entry. */
export const isTooMuchMoney = (plain: string): boolean => !withinLimit.test(plain);
