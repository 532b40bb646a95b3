import { exportFormatNames } from '../../core/fileTypes.ts';
import { z } from 'zod';
import type { ReportDefinition } from '../../core/report.ts';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id } from '../../core/schema.ts';
import { description } from '../ledger/ledgerFields.ts';
import { fundCapitalAccounts } from '../reports/fundCapitalAccounts.ts';
import { fundPortfolioSummaries } from '../reports/fundPortfolioSummaries.ts';
import { performanceReports } from '../reports/performanceReports.ts';

/** The reports whose runs can be stored, by name. */
export const storedReports: Readonly<Record<string, ReportDefinition>> = Object.fromEntries(
  [...Object.values<ReportDefinition>(performanceReports), fundCapitalAccounts, fundPortfolioSummaries].map(
    (report) => [report.name, report],
  ),
);
const names = Object.keys(storedReports);

const value = z.strictObject({ name: z.string().max(50), value: z.string().min(1).max(200) });
const head = {
  id: id(),
  report: z.string(),
  title: z.string(),
  /** The parameters in readable form. */
  parametersText: z.string(),
  description: z.string().nullable(),
  /** The last audit log entry that the run includes. */
  asOfSequence: z.int(),
  engineVersion: z.string(),
  rowCount: z.int(),
  /** SHA-256 of its figures. */
  figuresHash: z.string(),
  createdDate: z.iso.datetime(),
  createdBy: z.string().nullable(),
};
const run = z.object({ ...head, parameters: z.array(z.object({ name: z.string(), value: z.string() })) });
export type ReportRun = z.output<typeof run>;

const path = '/api/performance/report-run';
const tags = ['ReportRun'] as const;

/** Stored runs of reports. Opened again, a run shows the same figures, even if data has been added since. */
export const reportRunEndpoints = defineEndpoints({
  listReportRuns: listEndpoint({
    path,
    title: 'Report runs',
    permission: 'reportRun.view',
    row: z.object(head),
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'Run on' },
      { field: 'title', kind: 'text', title: 'Report' },
      { field: 'parametersText', kind: 'longText', title: 'Parameters' },
      { field: 'description', kind: 'longText', title: 'Description' },
      { field: 'createdBy', kind: 'text', title: 'Run by' },
      { field: 'asOfSequence', kind: 'count', title: 'As of audit log entry' },
      { field: 'rowCount', kind: 'count', title: 'Rows' },
      { field: 'engineVersion', kind: 'text', title: 'Engine', hidden: true },
      { field: 'figuresHash', kind: 'text', title: 'Fingerprint', hidden: true },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { report: z.enum(names).optional() },
    tags,
  }),
  runReport: {
    method: 'POST',
    path,
    summary: 'Run a report and save its parameters, its as-known-on entry and the digest of its figures',
    permission: 'reportRun.edit',
    idempotent: true,
    body: z.strictObject({
      report: z.enum(names, 'isn’t a report whose runs can be saved'),
      parameters: z.array(value).max(20).default([]),
      description,
    }),
    result: run,
    failures: ['NOT_FOUND', 'INVALID_VALUE'],
    tags,
  },
  getReportRun: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'A report run, and whether its figures are unchanged',
    permission: 'reportRun.view',
    params: idParams,
    result: run.extend({
      /** Null if the rules have changed since, so that the digests can't be compared. */
      isSame: z.boolean().nullable(),
    }),
    tags,
  },
  downloadReportRun: {
    method: 'GET',
    path: `${path}/:id/file`,
    summary: 'A report run as a file, with its as-known-on entry and the digest of its figures',
    permission: 'reportRun.view',
    params: idParams,
    query: z.strictObject({ format: z.enum(exportFormatNames).default('excel') }),
    answers: 'file',
  },
});
