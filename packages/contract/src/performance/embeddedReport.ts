import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';

/** The report of another program that the firm shows, by its address alone: no token of that program is kept here. */
export const embeddedReportEndpoints = defineEndpoints({
  getEmbeddedReport: {
    method: 'GET',
    path: '/api/powerbi/tpg',
    summary: 'The BI report of the firm; without an address where it has none',
    permission: 'fundLedger.view',
    result: z.object({
      id: z.string(),
      embedUrl: z.string().nullable(),
      embedToken: z.object({ token: z.string().nullable() }),
    }),
    tags: ['Tenant'],
  },
});
