import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type {
  DistributionParticipant,
  DistributionSource,
  ParticipantDetail,
} from '@carrara/contract/carry/run/distributionRun';

export type DisplayedRun = Pick<Distribution, 'distributionSources' | 'distributionParticipants'>;
/** A participant, over all sources or of one. */
export type ParticipantRow = DistributionParticipant | ParticipantDetail;

/** The share of a participant in one source, by one path. */
export interface ParticipantPart {
  readonly source: DistributionSource;
  readonly detail: ParticipantDetail;
}

/** Returns the row in each source that a row over all sources adds up. A row of one source is its own part. */
export function participantParts(run: DisplayedRun, row: ParticipantRow): readonly ParticipantPart[] {
  return run.distributionSources.flatMap((source) => {
    const detail = detailAt(source.details, [...row.via, row.participant.participantId]);
    if (!detail || ('memberDetails' in row && detail !== row)) return [];
    return [{ source, detail }];
  });
}

function detailAt(details: readonly ParticipantDetail[], path: readonly string[]): ParticipantDetail | undefined {
  const [first, ...rest] = path;
  const found = details.find(({ participant }) => participant.participantId === first);
  return found && rest.length > 0 ? detailAt(found.memberDetails, rest) : found;
}

export const participantMembers = (row: ParticipantRow): readonly ParticipantRow[] =>
  'memberDetails' in row ? row.memberDetails : row.memberParticipants;
