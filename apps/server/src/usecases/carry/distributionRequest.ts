import type { SaveDistributionBody } from '@carrara/contract/carry/run/distributionRequest';
import type { RunRequest } from '@carrara/domain/carry/run';
import type { Failures, Path } from '@carrara/domain/kernel';

type RunBody = Pick<
  SaveDistributionBody,
  | 'distributionDate'
  | 'defaultEscrow'
  | 'defaultTerminatedEscrow'
  | 'investorBalanceBased'
  | 'unallocatedAcknowledged'
  | 'distributionSources'
>;

/** Converts the body of a run to the domain's form. */
export function toRunRequest(body: RunBody): RunRequest {
  return {
    distributionDate: body.distributionDate,
    defaultEscrow: body.defaultEscrow,
    defaultTerminatedEscrow: body.defaultTerminatedEscrow,
    investorBalanceBased: body.investorBalanceBased,
    unallocatedAcknowledged: body.unallocatedAcknowledged,
    sources: body.distributionSources.map((source) => ({
      sourceId: source.source.id.toLowerCase(),
      type: source.type,
      ...(source.allocationProfile ? { profileId: source.allocationProfile.id } : {}),
      netDistributableAmount: source.netDistributableAmount,
      ...(source.defaultEscrow ? { defaultEscrow: source.defaultEscrow } : {}),
      characterizations: source.taxCharacterizations.map((part) => ({
        id: part.taxCharacterization.id.toLowerCase(),
        percent: part.characterizationPercentage,
      })),
      details: source.details,
      ...(source.vestingApplied?.length ? { vestingApplied: source.vestingApplied } : {}),
      ...(source.unread?.length ? { unread: source.unread } : {}),
    })),
  };
}

const names: Readonly<Record<string, string>> = {
  sources: 'distributionSources',
  participants: 'distributionParticipants',
  characterizations: 'taxCharacterizations',
  percent: 'characterizationPercentage',
};

/** Converts a path in the domain's input to the contract's names. */
export const contractPath = (path: Path): Path =>
  path.map((part) => (typeof part === 'string' ? (names[part] ?? part) : part));

export const contractFailures = (failures: Failures): Failures =>
  failures.map((failure) => ({ ...failure, path: contractPath(failure.path) }));
