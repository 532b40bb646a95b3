/** The titles of the steps of a NAV bridge. */
export const bridgeStepTitles: Readonly<Record<string, string>> = {
  opening: 'Opening NAV',
  contributions: 'Contributions',
  distributions: 'Distributions',
  transfers: 'Transfers',
  realized: 'Realized',
  unrealized: 'Unrealized',
  income: 'Income',
  expenses: 'Expenses',
  carry: 'Carry',
  closing: 'Closing NAV',
};
