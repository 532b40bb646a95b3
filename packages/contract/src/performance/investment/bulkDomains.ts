import { metricViews } from './portfolioViews.ts';

/** A part of a bulk edit row that is stored under one version. Reported figures have a version each. */
export type BulkPart = 'company' | 'holding' | 'investment' | 'vehicle' | 'investor' | 'reported';

/** A tab of a domain: the fields of a part, or of one of its groups. */
export interface BulkSection {
  readonly title: string;
  readonly part: BulkPart;
  readonly group?: string;
}

/**
 * The domains of bulk edit. They have sections, a source of quarter ends, calls that read and save them, and messages
 * after a save or a failure. This file contains only data.
 */
export const bulkDomains = {
  portfolios: {
    title: 'PM Portfolio Metrics',
    saved: 'portfolio data updated',
    failed: 'Error saving metrics: ',
    dates: 'listPmReportingDates',
    read: 'getFullPortfolioMetrics',
    save: 'saveBulkPortfolios',
    sections: [
      { title: 'Company General', part: 'company', group: metricViews.companyGeneral },
      { title: 'Current Valuation', part: 'holding', group: metricViews.currentValuation },
      { title: 'Deal', part: 'holding', group: metricViews.deal },
      { title: 'Investment Metrics', part: 'holding', group: metricViews.investmentMetrics },
      { title: 'Current Investment', part: 'holding', group: metricViews.currentInvestment },
      { title: 'Geographic Information', part: 'company', group: metricViews.geographic },
    ],
  },
  investments: {
    title: 'Investments',
    saved: 'Investments data updated',
    failed: 'Error saving Investment data: ',
    dates: 'listPsReportingDates',
    read: 'listBulkInvestments',
    save: 'saveBulkInvestments',
    sections: [{ title: 'Investment', part: 'investment' }],
  },
  funds: {
    title: 'Funds',
    saved: 'Funds data updated',
    failed: 'Error saving Fund data: ',
    dates: 'listCasReportingDates',
    read: 'listBulkFunds',
    save: 'saveBulkFunds',
    sections: [
      { title: 'Fund', part: 'vehicle' },
      { title: 'Reported figures', part: 'reported' },
    ],
  },
  investors: {
    title: 'Investors',
    saved: 'Investors data updated',
    failed: 'Error saving Investor data: ',
    dates: 'listCasReportingDates',
    read: 'listBulkInvestors',
    save: 'saveBulkInvestors',
    sections: [
      { title: 'Investor', part: 'investor' },
      { title: 'Reported figures', part: 'reported' },
    ],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly saved: string;
      readonly failed: string;
      readonly dates: string;
      readonly read: string;
      readonly save: string;
      readonly sections: readonly BulkSection[];
    }
  >
>;
export type BulkDomain = keyof typeof bulkDomains;

/** The parts that belong to a quarter, so that a lock prevents changes. The others belong to the record itself. */
export const partsOfQuarter: ReadonlySet<BulkPart> = new Set(['company', 'holding', 'reported']);
