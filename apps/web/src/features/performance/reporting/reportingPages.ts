const base = '/reporting';

/** The lists of the reporting area. */
export const reportingPages = [
  {
    path: `${base}/investor`,
    section: 'reportingInvestor',
    title: 'Investors',
    summary: 'Commitment, contributions, distributions and NAV of each investor, with the net return.',
  },
  {
    path: `${base}/investment`,
    section: 'reportingInvestment',
    title: 'Investments',
    summary: 'Investments of each fund and coinvestment, with their results.',
  },
  {
    path: `${base}/fund`,
    section: 'reportingFund',
    title: 'Funds',
    summary: 'Fund figures at a quarter end, with or without coinvestments.',
  },
] as const;

/** From the specification: the default quarter end of the pages of funds and investments. */
export const defaultQuarterEnd = '2015-03-31';

export const profilePath = (subject: 'fund' | 'investment', id: string, view = 'overview') =>
  `${base}/${subject}/${id}/${view}`;
