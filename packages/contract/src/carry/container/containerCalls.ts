import { z } from 'zod';
import { idParams, listEndpoint } from '../../core/endpoint.ts';
import type { Permission } from '../../core/permissions.ts';
import { date } from '../../core/schema.ts';
import { trancheEndpoints, tranche } from '../../portfolio/tranche.ts';
import { vintageInvestment, vintageInvestmentColumns } from '../../portfolio/vintage.ts';
import { forecastColumns, forecastFilter, forecastRow } from '../run/carryForecasts.ts';
import { investorBalance, metricRow } from './containerRows.ts';
import { distributionEndpoints } from '../run/distribution.ts';
import { distributionHistoryRow, historyColumns } from '../run/distributionHistory.ts';
import { pages, viewCall } from '../view/viewCalls.ts';

export const distributionTags = ['Distribution'] as const;
export const sourceOptions = distributionEndpoints.listDistributionSourceOptions;
export const asOf = z.strictObject({ distributionDate: date().optional() });

/** Creates a call that reads all records of a kind. */
export const all = <const P extends Permission, R extends z.ZodType>(
  path: string,
  summary: string,
  permission: P,
  result: R,
  tags: readonly string[],
) => ({ method: 'GET', path, summary, permission, result, tags }) as const;

export const vehicleInvestments = (base: string, permission: 'fund.view' | 'coinvestment.view') =>
  pages(`${base}/:id/investment`, 'Investments', permission, vintageInvestment, vintageInvestmentColumns, 'name');
export const tranches = (path: string) =>
  ({
    ...listEndpoint({
      path,
      title: 'Tranches',
      permission: 'tranche.view',
      row: tranche,
      columns: trancheEndpoints.listTranches.list.columns,
      defaultSort: { field: 'trancheNumber', ascending: true },
      pageSize: 100,
      tags: ['Investment'],
    }),
    params: idParams,
  }) as const;
export const history = <const P extends Permission, const Q extends z.ZodRawShape>(
  base: string,
  permission: P,
  filters: Q,
) =>
  pages(
    `${base}/:id/distribution-history`,
    'Distribution History',
    permission,
    distributionHistoryRow,
    historyColumns,
    'distributionDate',
    filters,
  );
export const forecasts = <const P extends Permission>(base: string, permission: P) =>
  pages(
    `${base}/:id/forecast-history`,
    'Carry Forecasts',
    permission,
    forecastRow,
    forecastColumns,
    'distributionDate',
    forecastFilter,
  );
export const metrics = <const P extends Permission>(path: string, permission: P) =>
  viewCall(path, 'Financial performance, latest date first', permission, z.array(metricRow), ['Investment']);

/** Creates a call that reads the participants' balances at a container and below it as of a date. Defaults to today. */
export const balancesAt = <const P extends Permission>(base: string, permission: P) => ({
  ...viewCall(`${base}/:id/investor-balances`, 'Balances of participants', permission, z.array(investorBalance), [
    'Distribution',
    'Realization',
    'LedgerRun',
  ]),
  query: z.strictObject({ asOf: date().optional() }),
});
