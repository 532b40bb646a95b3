import type { Failures } from '../../kernel/index.ts';
import {
  computeDistribution,
  type DistributionInputJson,
  type DistributionResult,
  distributionInputFromJson,
  distributionResultToJson,
  type Json,
} from './index.ts';

export type Example = Partial<DistributionInputJson> & Pick<DistributionInputJson, 'sources' | 'participants'>;

export const exampleInput = (example: Example) =>
  distributionInputFromJson({ defaultEscrow: '0', defaultTerminatedEscrow: '0', ...example });

/** Computes a distribution from text to text, as `carrara calc distribution` does. */
export function distribute(example: Example): Json<DistributionResult> {
  return distributionResultToJson(computeDistribution(exampleInput(example))._unsafeUnwrap());
}

/** Returns the failures of an invalid distribution as code and path. */
export function refusals(example: Example): readonly string[] {
  return refusalTexts(computeDistribution(exampleInput(example))._unsafeUnwrapErr());
}

export function refusalTexts(failures: Failures): readonly string[] {
  return failures.map(({ code, path }) => `${code} ${path.join('.')}`);
}

export const person = (id: string) => ({ id, status: 'active' as const });
const share = (participantId: string, effective: string) => ({ participantId, effective });
export const entity = (id: string, members: readonly (readonly [string, string])[]) => ({
  ...person(id),
  members: members.map(([participantId, effective]) => share(participantId, effective)),
});
export const source = (
  id: string,
  netDistributableAmount: string,
  allocations: readonly (readonly [string, string])[],
) => ({
  id,
  netDistributableAmount,
  allocations: allocations.map(([participantId, effective]) => share(participantId, effective)),
});
/** Creates a tax with a single rate. */
export const flatTax = (id: string, rate: string) => ({ id, subjectToCharacterization: false, rate });
