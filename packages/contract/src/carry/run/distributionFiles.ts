import { z } from 'zod';
import { idParams } from '../../core/endpoint.ts';
import { date, figure, id } from '../../core/schema.ts';
import { task } from '../../platform/task/task.ts';

const file = <const S extends string>(path: S, summary: string) =>
  ({
    method: 'GET',
    path: `/api/carry/distribution/:id/${path}`,
    summary,
    permission: 'distribution.view',
    answers: 'file',
  }) as const;
const chart = (path: string, summary: string) =>
  ({
    method: 'GET',
    path: `/api/carry/distribution/${path}`,
    summary,
    permission: 'distribution.view',
    result: z.array(
      z.object({
        id: id().nullable(),
        name: z.string(),
        currency: z.string().nullable(),
        totalCarryDistributed: figure('money'),
      }),
    ),
    tags: ['Distribution'],
  }) as const;
/** Creates a call for letters, which need a run with determined figures and text in characters that the font has. */
const letters = <const S extends string>(path: S, summary: string) =>
  ({ ...file(path, summary), offThread: false, failures: ['NOT_DETERMINED', 'NOT_PRINTABLE'] }) as const;
/** A zip with a PDF or a Word file per letter, or a single PDF. */
export const letterFiles = z.enum(['zip', 'pdf', 'docx']);
/** A letter as a PDF, or as an editable Word file with the same texts and figures. */
const letterQuery = z.strictObject({ format: z.enum(['pdf', 'docx']).default('pdf') });
const quarterEnd = date().refine((day) => /-(03-31|06-30|09-30|12-31)$/.test(day), 'isn’t a quarter end');
const letterOf = z.object({ id: id(), name: z.string() });
const letterParams = z.strictObject({ id: id(), participantId: id() });

/** The workbook, the letters and the charts of distributions. */
export const distributionFileCalls = {
  startLetters: {
    method: 'POST',
    path: '/api/carry/distribution/:id/letters',
    summary: 'Create the letters of a distribution in a background job',
    permission: 'distribution.view',
    params: idParams,
    body: z.strictObject({ as: letterFiles }),
    result: task,
    failures: ['TOO_MANY_TASKS'],
  },
  listLetters: {
    method: 'GET',
    path: '/api/carry/distribution/letters',
    summary: 'Letters for a fund’s distributions disbursed in a period, one per payee and distribution',
    permission: 'distribution.view',
    query: z.strictObject({ vehicleId: id(), from: date(), to: date() }),
    result: z.array(z.object({ distribution: letterOf, participant: letterOf })),
    tags: ['Distribution'],
  },
  startFundLetters: {
    method: 'POST',
    path: '/api/carry/distribution/letters',
    summary:
      'Create the letters for a fund’s distributions disbursed in a quarter, as a zip with a manifest, in a background job',
    permission: 'distribution.view',
    body: z.strictObject({ vehicleId: id(), endDate: quarterEnd }),
    result: task,
    failures: ['NOT_FOUND', 'NO_RECIPIENTS', 'TOO_MANY_TASKS'],
  },
  exportDistribution: { ...file('export', 'The workbook (Excel)'), params: idParams },
  downloadLetterPackage: {
    ...letters('letter-package', 'All letters as PDF or Word files in a zip'),
    params: idParams,
    query: letterQuery,
  },
  downloadPdfLetterPackage: { ...letters('Pdfletter-package', 'All letters in one PDF'), params: idParams },
  downloadLetter: {
    ...letters('letter/:participantId', "A participant's letter as a PDF or Word file"),
    params: letterParams,
    query: letterQuery,
  },
  downloadPdfLetter: { ...letters('pdfLetter/:participantId', "A participant's letter as PDF"), params: letterParams },
} as const;

/** Charts of disbursed amounts. */
export const distributionChartCalls = {
  chartDistributionsBySector: chart('sector', 'Carry distributed by sector'),
  chartDistributionsByFund: chart('fund', 'Carry distributed by fund'),
  chartDistributionsByCoinvestment: chart('coinvestment', 'Carry distributed by coinvestment'),
  chartDistributionsByYear: chart('year', 'Carry distributed by year'),
  chartDistributionsByInvestment: chart('investment', 'Carry distributed by source'),
} as const;
