import { expect, it } from 'vitest';
import { problemLocation, sourcesTab } from './runLocation.ts';
import { sourceColumn } from './sourceColumn.ts';

it("marks the source's own cell with a reason, and its name with one about all characterizations", () => {
  const draft = {
    characterizations: [
      { id: 'blank', percent: '' },
      { id: 'gain', percent: '150' },
    ],
  };
  const at = (field: string, ...rest: (string | number)[]) =>
    sourceColumn(
      {
        location: { sourceId: 's', participantId: null, via: [], field },
        path: ['distributionSources', 0, field, ...rest],
      },
      draft,
    );
  expect(at('taxCharacterizations', 0, 'percent')).toBe('characterization gain');
  expect(at('taxCharacterizations')).toBe('name');
  expect(at('defaultEscrow')).toBe('escrow');
  expect(at('unallocatedAcknowledged')).toBe('amount');
});

it('links a reason about a whole source to its cell in the grid of sources', () => {
  const at = (field: string) => problemLocation({ location: { sourceId: 's', participantId: null, via: [], field } });
  expect(at('defaultEscrow')).toEqual({ tab: sourcesTab, key: 's', field: 'escrow' });
  expect(at('netDistributableAmount')).toEqual({ tab: sourcesTab, key: 's', field: 'amount' });
});
