const base = '/performance/analysis';

/** The pages of analysis, in the order of the menu. */
export const analysisPages = [
  {
    path: `${base}/comparison`,
    title: 'Fee comparison',
    summary:
      'Fees, expenses and carried interest of several funds side by side, in the rows of ILPA’s Reporting Template.',
  },
  {
    path: `${base}/benchmark`,
    title: 'Benchmark',
    summary:
      'A fund compared with others of its vintage year and strategy, and with an index by five public market equivalents.',
  },
  {
    path: `${base}/fee`,
    title: 'Fee template',
    summary: 'A fund’s fees for the quarter, for the year and since inception, with its economic terms.',
  },
  {
    path: `${base}/performance-template`,
    title: 'Performance Template',
    summary: 'ILPA’s Performance Template of a fund: gross and net, with its subscription facility and without.',
  },
] as const;
