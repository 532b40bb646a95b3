import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { delivery, releaseBody } from '../../platform/delivery/delivery.ts';

/** Releases the letters of a distribution to their recipients. */
export const letterReleaseEndpoints = defineEndpoints({
  releaseLetters: {
    method: 'POST',
    path: '/api/carry/distribution/:id/release-letters',
    summary: 'Release the letters of a disbursed distribution to the portal. Repeating it releases the next version',
    permission: 'delivery.edit',
    params: idParams,
    body: releaseBody,
    result: delivery,
    failures: ['WRONG_STATE', 'ALREADY_REVERSED', 'NOT_PRINTABLE', 'NO_RECIPIENTS', 'STORAGE_FULL', 'NOT_DETERMINED'],
    tags: ['Delivery', 'Distribution'],
  },
});
