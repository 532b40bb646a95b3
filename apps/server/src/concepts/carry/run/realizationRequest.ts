import type { GenerateRealizationBody } from '@carrara/contract/carry/run/realizationRecord';
import type { RealizationRequest } from '@carrara/domain/carry/realization';
import type { Failures, Path } from '@carrara/domain/kernel';

/** Converts the body of a realization to the domain's form. */
export function toRealizationRequest(body: Omit<GenerateRealizationBody, 'id'>): RealizationRequest {
  return {
    realizationDate: body.realizationDate,
    unallocatedAcknowledged: body.unallocatedAcknowledged,
    sources: body.sources.map((source) => ({
      sourceId: source.containerId.toLowerCase(),
      type: source.containerType,
      ...(source.allocationProfile ? { profileId: source.allocationProfile.id } : {}),
      ...(source.realizationDate ? { realizationDate: source.realizationDate } : {}),
      carry: source.totalCarryForAll,
      ...(source.details.length > 0 ? { details: source.details } : {}),
    })),
  };
}

const names: Readonly<Record<string, string>> = {
  source: 'containerId',
  type: 'containerType',
  carry: 'totalCarryForAll',
};

/** Converts a path in the domain's input to the contract's names. */
const contractPath = (path: Path): Path =>
  path.map((part) => (typeof part === 'string' ? (names[part] ?? part) : part));

export const realizationFailures = (failures: Failures): Failures =>
  failures.map((failure) => ({ ...failure, path: contractPath(failure.path) }));
