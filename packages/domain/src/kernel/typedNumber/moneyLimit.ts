/**
 * The digits before the point of the largest amount of money that a person or a file may enter: below ten trillion. With its two decimals it has
 * the 15 digits that a spreadsheet, a JSON number and a column of a screen hold exactly; what is added up of such amounts is exact in the ledger
 * (38 digits) and stands as text where a spreadsheet could not hold it.
 */
const MONEY_DIGITS = 13;

/** As it follows the name of a field. */
export const tooMuchMoney = `is too large: an amount has at most ${String(MONEY_DIGITS)} digits before the point`;

const withinLimit = new RegExp(String.raw`^-?0*\d{0,${String(MONEY_DIGITS)}}(?:\.|$)`);
/** Whether an amount, in plain digits, is more than may be entered. */
export const isTooMuchMoney = (plain: string): boolean => !withinLimit.test(plain);
