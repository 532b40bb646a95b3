import type { Distribution } from '@carrara/contract/distributionRecord';
import type { DistributionParticipant, DistributionSource, ParticipantDetail } from '@carrara/contract/distributionRun';

export type RunShown = Pick<Distribution, 'distributionSources' | 'distributionParticipants'>;
/** A participant over all sources, or of one. */
export type ParticipantRow = DistributionParticipant | ParticipantDetail;

/** What a participant gets of one source, by one way. */
export interface ParticipantPart {
  readonly source: DistributionSource;
  readonly detail: ParticipantDetail;
}

/** The entities on the way to a row over all sources, the outermost first. */
export function wayTo(
  participants: readonly DistributionParticipant[],
  row: DistributionParticipant,
): readonly string[] | undefined {
  for (const one of participants) {
    if (one === row) return [];
    const below = wayTo(one.memberParticipants, row);
    if (below) return [one.participant.participantId, ...below];
  }
  return undefined;
}

/** The row in each source that a row over all sources adds up; a row of one source is its own part. */
export function partsOf(run: RunShown, row: ParticipantRow): readonly ParticipantPart[] {
  const via = 'via' in row ? row.via : (wayTo(run.distributionParticipants, row) ?? []);
  return run.distributionSources.flatMap((source) => {
    const detail = detailAt(source.details, [...via, row.participant.participantId]);
    if (!detail || ('via' in row && detail !== row)) return [];
    return [{ source, detail }];
  });
}

function detailAt(details: readonly ParticipantDetail[], path: readonly string[]): ParticipantDetail | undefined {
  const [first, ...rest] = path;
  const found = details.find(({ participant }) => participant.participantId === first);
  return found && rest.length > 0 ? detailAt(found.memberDetails, rest) : found;
}

export const membersOf = (row: ParticipantRow): readonly ParticipantRow[] =>
  'memberDetails' in row ? row.memberDetails : row.memberParticipants;
