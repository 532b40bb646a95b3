/** The reasons why figures at a quarter end are not determined. Days are as people read them. */

export const nothingBooked = (end: string, last: string): string =>
  `Nothing is booked for the quarter to ${end}; the last figures are of ${last}.`;
export const nothingBookedFor = (end: string): string => `Nothing is booked for the quarter to ${end}.`;
export const noNavOn = (day: string): string => `There is no net asset value on ${day}.`;
/** The shorter form next to a name. */
export const noNavShort = (day: string): string => `No net asset value on ${day}.`;
/** The reason for a figure that nobody reported for a vehicle. */
export const unreportedShort = 'Not reported for this fund.';
/** The reason for a fund that combined figures leave out, because it lacks amounts that others have. */
export const unreportedAmounts = (titles: readonly string[]): string => {
  const text = [titles.slice(0, -1).join(', '), ...titles.slice(-1)].filter(Boolean).join(' and ').toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} weren’t reported for this fund.`;
};
/** The reason for a multiple over several funds, if none has all amounts. */
export const noFundHasAll = 'No fund has all amounts, so there is no multiple.';
/** The reason for an investor's missing figures if no fund has any. */
export const noFundReported = (day: string): string => `No fund of this investor has figures on ${day}.`;
/** The reason for a fund for which nothing was ever reported. */
export const neverReported = 'Nothing was reported for this fund.';
/** The reason for a fund that an investor's figures leave out, if only figures of the fund as a whole were reported. */
export const reportedForVehicleOnly = 'Nothing was reported for this investor, only for the fund as a whole.';
/** The reason for a figure that data transfers for a vehicle don't include. */
export const unsentShort = 'Not included in the data your manager sent.';
/** The reason if a fund in a combined figure didn't report all amounts of its holdings. */
export const unreportedHoldings = (fund: string): string => `The holdings of ${fund} weren’t fully reported.`;
/** The reason for a return over a time span, if a fund's cash was reported as sums. */
export const noDatedCash = 'No dated cash flows were reported for this fund.';
/** The reason for a rate of holdings whose totals are known, but not the days of their trades. */
export const noDatedTrades = 'Dated trades weren’t sent for every fund that holds this investment.';
/** The reason why a rate of several funds excludes a fund: its trades aren't recorded. */
export const noTradesShort = 'Dated trades weren’t sent for this fund.';
export const noNavBefore = 'There is no net asset value at the quarter end before.';
/** The reason for a figure of the fee-paying limited partners, if only the fund's was reported. */
export const reportedForFundOnly = (amountOfFund: string): string =>
  `Not reported for the fee-paying limited partners; the fund’s is ${amountOfFund}: choose All partners.`;
export const navReportedForFundOnly = (amountOfFund: string): string =>
  `No NAV of the fee-paying limited partners was reported; the fund’s is ${amountOfFund}: choose All partners.`;
