import type { ReportQuery } from '../../engine/reports/reportQuery.ts';
import { fundCapitalAccounts } from './fundCapitalAccounts.ts';
import { fundPortfolioSummaries } from './fundPortfolioSummaries.ts';
import * as reportBases from './reportBases.ts';

/** All performance reports by name. */
export const reportQueries: Readonly<Record<string, ReportQuery>> = Object.fromEntries(
  [...Object.values(reportBases), fundCapitalAccounts, fundPortfolioSummaries].map((query) => [
    query.report.name,
    query,
  ]),
);
