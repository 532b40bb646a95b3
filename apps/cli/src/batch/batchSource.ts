import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { Parameter } from '@carrara/contract/core/report';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { capitalAccountEndpoints } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { ilpaEndpoints } from '@carrara/contract/performance/ilpa/ilpa';
import { portfolioSummaryEndpoints } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { type ReportCall, reportCalls } from '../lists/calls.ts';
import { type FileFormat, formats } from '../lists/listFile.ts';

/** A report, or a document of an investor or participant, as a batch saves it. */
export interface BatchSource {
  readonly name: string;
  readonly title: string;
  readonly call: Endpoint;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly formats: Readonly<Record<string, FileFormat>>;
  /** Set for reports, whose rows and totals go into the manifest. */
  readonly report?: ReportCall;
  /** A document has a file for each of these, unless the batch names some of them. */
  readonly recipients?: 'investor' | 'letter';
}

const { excel, pdf } = formats;
const fundId = { kind: 'reference', title: 'Fund', target: 'vehicle', required: true } as const;
const endDate = { kind: 'date', title: 'Quarter end', required: true } as const;
const ofInvestor = {
  parameters: {
    fundId,
    investorId: { kind: 'reference', title: 'Investor', target: 'investor', required: true },
    endDate,
  },
  recipients: 'investor',
} as const;

/** The documents for investors and participants, by their names in a batch. */
export const documents: Readonly<Record<string, BatchSource>> = {
  'capital-account': {
    ...ofInvestor,
    name: 'capital-account',
    title: 'Capital account',
    call: capitalAccountEndpoints.exportCapitalAccount,
    formats: { pdf, excel },
  },
  'portfolio-summary': {
    ...ofInvestor,
    name: 'portfolio-summary',
    title: 'Portfolio summary',
    call: portfolioSummaryEndpoints.exportPortfolioSummary,
    formats: { pdf, excel },
  },
  'ilpa-reporting-template': {
    ...ofInvestor,
    name: 'ilpa-reporting-template',
    title: 'ILPA Reporting Template',
    call: ilpaEndpoints.exportInvestorTemplate,
    formats: { excel },
  },
  'ilpa-performance-template': {
    name: 'ilpa-performance-template',
    title: 'ILPA Performance Template',
    call: ilpaEndpoints.exportPerformanceTemplate,
    parameters: {
      fundId,
      endDate,
      method: {
        kind: 'status',
        title: 'Method',
        options: [
          { code: 'GRANULAR', description: 'Granular' },
          { code: 'GROSS_UP', description: 'Gross-up' },
        ],
      },
    },
    formats: { excel },
  },
  letter: {
    name: 'letter',
    title: 'Letter',
    call: distributionEndpoints.downloadLetter,
    parameters: {
      fundId,
      participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
      from: { kind: 'date', title: 'First day', required: true },
      to: { kind: 'date', title: 'Last day', required: true },
    },
    formats: { pdf: { wire: 'pdf', extension: 'pdf' }, word: { wire: 'docx', extension: 'docx' } },
    recipients: 'letter',
  },
};

const ofReport = (report: ReportCall): BatchSource => ({
  name: report.report.name,
  title: report.report.title,
  call: report,
  parameters: report.report.parameters,
  formats,
  report,
});

/** Reports and documents that a batch can save, by name. */
export const batchSources: ReadonlyMap<string, BatchSource> = new Map([
  ...[...reportCalls].map(([name, report]) => [name, ofReport(report)] as const),
  ...Object.entries(documents),
]);
