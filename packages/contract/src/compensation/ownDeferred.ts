import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { date, figure } from '../core/schema.ts';

const base = '/api/participant-portal/leaving';
const permission = 'portal.view';

/** A person's own deferred awards if they left on a date. */
export const ownDeferredEndpoints = defineEndpoints({
  getPortalLeaving: {
    method: 'GET',
    path: base,
    summary: 'Your deferred awards if you left on a date',
    permission,
    requiresStrength: true,
    query: z.strictObject({ on: date() }),
    result: z.object({
      on: date(),
      /** The firm's recorded treatment of the unvested part of somebody who has left. Null if none of it was forfeited or accelerated. */
      treatment: z.enum(['ACCELERATE', 'CONTINUE', 'FORFEIT']).nullable(),
      /** Separately by currency: granted = paid + closing + forfeited. Empty if the firm displays no pay, or if no statement contains any. */
      byCurrency: z.array(
        z.object({
          currency: z.string(),
          granted: figure('money'),
          /** By that date. */
          paid: figure('money'),
          /** Vested by that date and paid after it. After a leaving in the past, includes awards that continue to vest. */
          closing: figure('money'),
          /** Not vested by that date, or forfeited before. After a leaving in the past, only what the firm forfeited. */
          forfeited: figure('money'),
        }),
      ),
    }),
    tags: ['DeferredAward', 'PayStatement'],
  },
  explainPortalLeaving: {
    method: 'GET',
    path: `${base}/explanation`,
    summary: 'Explanation of a figure of your deferred awards if you left on a date',
    permission,
    requiresStrength: true,
    query: z.strictObject({
      on: date(),
      currency: z.string().max(50),
      figure: z.enum(['granted', 'paid', 'closing', 'forfeited']),
    }),
    result: explanation,
  },
});
