import { describe, expect, it } from 'vitest';
import { callsByConcept } from '../contract.ts';
import type { Endpoint } from '../core/endpoint.ts';
import { dashboardEndpoints } from './analysis/dashboard.ts';
import { positionFields } from './investment/portfolioMetrics.ts';
import { publicityText } from './investment/portfolioViews.ts';
import { performanceReports } from './reports/performanceReports.ts';
import { performanceReportEndpoints } from './reports/endpoints.ts';

const calls = Object.entries(callsByConcept).flatMap(([concept, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ concept, name, ...endpoint })),
);

describe('performance calls', () => {
  it('are below /api/performance/ unless the specification has another path [U-P-085]', () => {
    const named = /^\/api\/(?:reporting|document|search|news|powerbi|bulk-edit)\//;
    const own = new Set(['fundLedger', 'valuation', 'period', 'benchmark', 'ilpa', 'certifiedData', 'commitment']);
    const elsewhere = calls.filter(
      ({ path, permission }) =>
        own.has(String(permission).split('.')[0] ?? '') && !path.startsWith('/api/performance/') && !named.test(path),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  it.each(Object.entries<Endpoint>(dashboardEndpoints))(
    'of the dashboard accept a period, a family and a fund: %s [U-P-089]',
    (_, { query }) => {
      expect(Object.keys(query!.shape)).toEqual(expect.arrayContaining(['periodId', 'fundFamilyId', 'fundId']));
    },
  );
});

describe('a performance report', () => {
  it.each(Object.keys(performanceReports) as (keyof typeof performanceReports)[])(
    'returns its first page of 20 rows by default: %s [U-P-095]',
    (name) => {
      const { query } = performanceReportEndpoints[name];
      const reportQuery =
        name === 'reportInvestmentAnalytics'
          ? { endDate: '2026-06-30', fundId: '6f1c2a52-8a3e-4f4c-9d0a-0f5e8d1c2b3a' }
          : {};
      expect(query.parse(reportQuery)).toMatchObject({ startPage: 1, pageSize: 20 });
    },
  );

  it('of analytics requires a date and a fund [U-P-069]', () => {
    const { query } = performanceReportEndpoints.reportInvestmentAnalytics;
    const missing = query.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
    expect(missing).toEqual(['endDate', 'fundId']);
  });
});

it("lists a holder's ownership at entry and now: fully diluted equity, undiluted equity and debt [U-P-031]", () => {
  const titles = Object.values(positionFields).map(({ title }) => title);
  const both = ['Fully diluted equity', 'Undiluted equity', 'Debt'].flatMap((title) => [
    `${title}, at entry`,
    `${title}, now`,
  ]);
  expect(titles).toEqual(expect.arrayContaining(both));
});

it('a company is held publicly or privately [U-P-047 M-P-029 M-P-030]', () => {
  expect([true, false].map(publicityText)).toEqual(['Publicly Held', 'Privately Held']);
});
