import { useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { type Computation, useComputed } from '../../../record/run/useComputed.ts';

export type GeneratedRun = Answer<'generateDistributionDetails'>;
export type GenerateBody = Argument<'generateDistributionDetails'>['body'];
export type Generation = Computation<GeneratedRun>;

/**
 * Computes the whole run on the server while a person types, as it would be stored. Undefined input means that it is not complete enough to compute.
 */
export function useGenerated(body: GenerateBody | undefined): Generation {
  const [generate] = useWrite('generateDistributionDetails');
  return useComputed(body, (request: GenerateBody) => generate({ body: request }));
}
