import type { DistributionParticipant } from '@carrara/contract/carry/distributionRun';
import type { EnteredParticipant } from '@carrara/contract/carry/distributionRequest';
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
export function participantsThatDiffer(
  given: readonly EnteredParticipant[],
  computed: readonly DistributionParticipant[],
  path: Path = ['distributionParticipants'],
): Failures {
  const byId = new Map(computed.map((participant) => [participant.participant.participantId, participant]));
  return given.flatMap((givenParticipant, at) => {
    const place = [...path, at];
    const own = byId.get(givenParticipant.participant.id.toLowerCase());
    const differing = figures.flatMap((name) => {
      const [sent, kept] = [givenParticipant[name], own ? own[name] : '0.00'];
      // An undetermined figure can't differ.
      if (kept === null) return [];
      if (sent === null || sent === undefined || decimal(sent).eq(kept)) return [];
      return [fail('FIGURES_DIFFER', [...place, name], `The computed figure is ${kept}, not ${sent}.`)];
    });
    const members = participantsThatDiffer(givenParticipant.memberParticipants ?? [], own?.memberParticipants ?? [], [
      ...place,
      'memberParticipants',
    ]);
    return [...differing, ...members];
  });
}
