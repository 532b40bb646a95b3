import type {
  DistributionParticipant,
  DistributionSource,
  ParticipantDetail,
} from '@carrara/contract/carry/run/distributionRun';
import { describe, expect, it } from 'vitest';
import { participantParts } from './participantParts.ts';

const person = (participantId: string) => ({ participant: { participantId } });
const detail = (participantId: string, via: readonly string[] = [], memberDetails: readonly ParticipantDetail[] = []) =>
  ({ ...person(participantId), via, memberDetails }) as unknown as ParticipantDetail;
const total = (participantId: string, via: readonly string[] = [], members: readonly DistributionParticipant[] = []) =>
  ({ ...person(participantId), via, memberParticipants: members }) as unknown as DistributionParticipant;
const source = (id: string, details: readonly ParticipantDetail[]) => ({ id, details }) as DistributionSource;

// Both sources pay Ada directly, and the first one also pays her through the partnership.
const run = {
  distributionSources: [
    source('one', [detail('ada'), detail('partnership', [], [detail('ada', ['partnership'])])]),
    source('two', [detail('ada')]),
  ],
  distributionParticipants: [total('ada'), total('partnership', [], [total('ada', ['partnership'])])],
};
const [direct, partnership] = run.distributionParticipants;
const locations = (row: Parameters<typeof participantParts>[1]) =>
  participantParts(run, row).map((part) => [part.source.id, part.detail.via]);

describe("a participant's parts", () => {
  it('are the rows of each source with the same path', () => {
    expect(locations(direct!)).toEqual([
      ['one', []],
      ['two', []],
    ]);
    expect(locations(partnership!.memberParticipants[0]!)).toEqual([['one', ['partnership']]]);
  });

  it('are a single one if the row belongs to one source', () => {
    expect(locations(run.distributionSources[1]!.details[0]!)).toEqual([['two', []]]);
  });
});
