import type { DistributionParticipant } from '@carrara/contract/carry/run/distributionRun';
import type { EnteredParticipant } from '@carrara/contract/carry/run/distributionRequest';
import { decimal, type Failures, fail, type Path } from '@carrara/domain/kernel';

const figures = [
  'grossCarryDistributed',
  'netCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
] as const;

/**
 * Compares the participants' totals that the caller sent with those of the run, so that a user saves exactly what they
 * see.
 */
export function findChangedParticipants(
  entered: readonly EnteredParticipant[],
  computed: readonly DistributionParticipant[],
  path: Path = ['distributionParticipants'],
): Failures {
  const byId = new Map(computed.map((participant) => [participant.participant.participantId, participant]));
  return entered.flatMap((participant, at) => {
    const participantPath = [...path, at];
    const own = byId.get(participant.participant.id.toLowerCase());
    const differing = figures.flatMap((name) => {
      const [sent, computedAmount] = [participant[name], own ? own[name] : '0.00'];
      // An undetermined figure can't differ.
      if (computedAmount === null) return [];
      if (sent === null || sent === undefined || decimal(sent).eq(computedAmount)) return [];
      return [
        fail('FIGURES_DIFFER', [...participantPath, name], `The computed figure is ${computedAmount}, not ${sent}.`),
      ];
    });
    const members = findChangedParticipants(participant.memberParticipants ?? [], own?.memberParticipants ?? [], [
      ...participantPath,
      'memberParticipants',
    ]);
    return [...differing, ...members];
  });
}
