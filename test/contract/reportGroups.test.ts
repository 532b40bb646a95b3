import { carryReports } from '@carrara/contract/carry/reports/carryReports';
import { compensationReports } from '@carrara/contract/compensation/reports/compensationReports';
import { type ReportDefinition, reportGroups } from '@carrara/contract/core/report';
import { performanceReports } from '@carrara/contract/performance/reports/performanceReports';
import { expect, it } from 'vitest';

const reports: ReportDefinition[] = Object.values({ ...carryReports, ...compensationReports, ...performanceReports });
const headings: Readonly<Record<string, readonly string[]>> = reportGroups;

it.each(reports)('$name is below a heading of its own menu', ({ module, group }) => {
  expect(headings[module]).toContain(group);
});
