import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';

/** A report of another program that the firm displays. Only its address is stored, no token of that program. */
export const embeddedReportEndpoints = defineEndpoints({
  getEmbeddedReport: {
    method: 'GET',
    path: '/api/powerbi/tpg',
    summary: 'The firm’s BI report. Has no address if the firm has none',
    permission: 'fundLedger.view',
    result: z.object({
      id: z.string(),
      embedUrl: z.string().nullable(),
      embedToken: z.object({ token: z.string().nullable() }),
    }),
    tags: ['Tenant'],
  },
});
