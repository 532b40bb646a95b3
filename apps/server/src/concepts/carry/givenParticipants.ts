import type { DistributionParticipant } from '@carrara/contract/carry/distributionRun';
import type { GivenParticipant } from '@carrara/contract/carry/distributionRequest';
import { decimal, type Failures, fail, type Path } from '@carrara/domain/kernel';

const figures = [
  'grossCarryDistributed',
  'netCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
] as const;

/** Where figures that a caller sent for participants, over all sources, are not those of the run: who saves sees what is kept. */
export function participantsThatDiffer(
  given: readonly GivenParticipant[],
  computed: readonly DistributionParticipant[],
  path: Path = ['distributionParticipants'],
): Failures {
  const byId = new Map(computed.map((one) => [one.participant.participantId, one]));
  return given.flatMap((one, at) => {
    const place = [...path, at];
    const own = byId.get(one.participant.id.toLowerCase());
    const differing = figures.flatMap((name) => {
      const [sent, kept] = [one[name], own ? own[name] : '0.00'];
      // Where nothing is determined there is nothing to differ from.
      if (kept === null) return [];
      if (sent === null || sent === undefined || decimal(sent).eq(kept)) return [];
      return [fail('FIGURES_DIFFER', [...place, name], `It is ${kept}, not ${sent}.`)];
    });
    const members = participantsThatDiffer(one.memberParticipants ?? [], own?.memberParticipants ?? [], [
      ...place,
      'memberParticipants',
    ]);
    return [...differing, ...members];
  });
}
