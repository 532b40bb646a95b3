import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { id } from '../../core/schema.ts';
import { task } from '../../platform/task/task.ts';
import { periodEnd } from '../capitalAccount/statementParts.ts';

/** The documents that can be sent to each investor of a fund for a quarter, with their formats. */
export const investorDocuments = [
  { code: 'capital-account', title: 'Capital account', formats: ['application/pdf', 'excel'] },
  { code: 'portfolio-summary', title: 'Portfolio summary', formats: ['application/pdf', 'excel'] },
  { code: 'ilpa-reporting-template', title: 'ILPA Reporting Template', formats: ['excel'] },
] as const;
export type InvestorDocument = (typeof investorDocuments)[number]['code'];
const codes = investorDocuments.map(({ code }) => code);

export const investorDocumentEndpoints = defineEndpoints({
  startNoticeDocuments: {
    method: 'POST',
    path: '/api/performance/notice/:vehicleId/:noticeId/documents',
    summary: 'Create a notice for each of its investors, as a zip of PDFs with a manifest, in a background job',
    permission: 'fundLedger.view',
    params: z.strictObject({ vehicleId: id(), noticeId: id() }),
    result: task,
    failures: ['NOT_FOUND', 'NO_RECIPIENTS', 'TOO_MANY_TASKS'],
  },
  startInvestorDocuments: {
    method: 'POST',
    path: '/api/performance/fund/:fundId/:endDate/investor-documents',
    summary:
      'Create documents for each investor in a fund for a quarter, as a zip with a manifest, in a background job',
    permission: 'fundLedger.view',
    params: z.strictObject({ fundId: id(), endDate: periodEnd() }),
    body: z.strictObject({
      documents: z
        .array(z.enum(codes))
        .min(1)
        .max(codes.length)
        .refine((chosen) => new Set(chosen).size === chosen.length, 'has a document more than once'),
      /** For documents with both formats. */
      format: z.enum(['application/pdf', 'excel']).default('application/pdf'),
    }),
    result: task,
    failures: ['NOT_FOUND', 'NO_RECIPIENTS', 'QUARTER_NOT_ENDED', 'NAV_MISSING', 'TOO_MANY_TASKS'],
  },
});
