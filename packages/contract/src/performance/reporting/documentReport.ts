import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { id } from '../../core/schema.ts';
import { basisQuery } from '../period/periodFigures.ts';
import { periodEnd } from '../capitalAccount/statementParts.ts';

/** The printable profiles, by template name. */
const documentReports = ['pm-InvestorProfile', 'pm-InvestmentProfile', 'pm-FirmProfile'] as const;
export type DocumentReport = (typeof documentReports)[number];

export const documentReportEndpoints = defineEndpoints({
  getDocumentReport: {
    method: 'GET',
    path: '/api/document/:name/report',
    summary: 'A record’s profile at a quarter end, by template name (PDF)',
    permission: 'fundLedger.view',
    params: z.strictObject({ name: z.enum(documentReports) }),
    query: z.strictObject({ id: id(), endDate: periodEnd(), ...basisQuery }),
    answers: 'file',
  },
});
