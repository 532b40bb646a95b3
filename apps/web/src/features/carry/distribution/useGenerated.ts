import { useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { type Computation, useComputed } from '../../../record/run/useComputed.ts';

export type Generated = Answer<'generateDistributionDetails'>;
export type GenerateBody = Argument<'generateDistributionDetails'>['body'];
export type Generation = Computation<Generated>;

/** The whole run as it would be stored, computed by the server while it is typed. Undefined input: not complete enough to ask. */
export function useGenerated(body: GenerateBody | undefined): Generation {
  const [generate] = useWrite('generateDistributionDetails');
  return useComputed(body, (asked: GenerateBody) => generate({ body: asked }));
}
