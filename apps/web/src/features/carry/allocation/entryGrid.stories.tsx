import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { type DraftEntry, applyGridEdits } from './draft.ts';
import { EntryGrid } from './EntryGrid.tsx';
import { previewProfile } from './preview.ts';
import { draftEntry, principal } from './testing/draftEntry.ts';
import type { EntryChoices } from './useEntryChoices.ts';

const partner = { id: 'c2', code: 'MP', description: 'Managing partner' };
const trustees = { id: 'p1', name: 'Members in equal parts' };

const four = [
  draftEntry(1, {
    name: 'Amelia Hartmann',
    predilute: '40',
    participantClass: partner,
    businessTitle: 'Managing partner',
  }),
  draftEntry(2, { name: 'Priya Raman', predilute: '35' }),
  draftEntry(3, { name: 'Zanele Mokoena', fixed: '5', status: 'Terminated' }),
  draftEntry(4, { name: 'Olivier Marchand-Delacroix de Saint-Exupéry', predilute: '25' }),
];
const choices: EntryChoices = {
  classes: [principal, partner],
  schedules: [],
  entityProfiles: new Map([['entity-5', [trustees]]]),
};

interface EntriesProps {
  readonly entries: readonly DraftEntry[];
  readonly isShareBased: boolean;
}

/** The grid as the editor uses it: input is computed at once by the rules of the domain. */
function Entries({ entries: initial, isShareBased }: EntriesProps) {
  const [entries, setEntries] = useState(initial);
  return (
    <EntryGrid
      entries={entries}
      isShareBased={isShareBased}
      choices={choices}
      preview={previewProfile({ entries, isShareBased, choices, ofEntity: false })}
      onEdit={(edits) => setEntries((now) => applyGridEdits(now, edits, choices.schedules))}
      onRemove={(id) => setEntries((now) => now.filter(({ participantId }) => participantId !== id))}
      onUndo={() => setEntries(initial)}
      onRedo={() => undefined}
    />
  );
}

const meta: Meta<typeof Entries> = {
  title: 'features/Allocation grid',
  component: Entries,
  args: { entries: four, isShareBased: false },
};
export default meta;
type Story = StoryObj<typeof Entries>;

export const Percentages: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Amelia Hartmann', {}, { timeout: 5000 })).toBeInTheDocument();
    // 35 % of the rest after the fixed entry.
    await expect(canvas.getByText('33.25')).toBeInTheDocument();
  },
};
export const Shares: Story = {
  args: {
    isShareBased: true,
    entries: four.map((draft, at) => ({ ...draft, predilute: null, fixed: null, shares: String((at + 1) * 250) })),
  },
};
export const WithAnEntity: Story = {
  args: {
    entries: [
      ...four.slice(0, 2),
      draftEntry(5, {
        name: 'Alder Founders LLC',
        type: 'Entity',
        entityId: 'entity-5',
        predilute: '25',
        profile: trustees,
      }),
    ],
  },
};
export const Contradicting: Story = {
  args: {
    entries: [
      draftEntry(1, { name: 'Amelia Hartmann', predilute: '40', fixed: '10' }),
      draftEntry(2, {
        name: 'Priya Raman',
        unread: { predilute: { text: '3x', reason: 'is not a number' } },
        vestingSchedule: null,
        participantClass: null,
      }),
    ],
  },
};
export const Empty: Story = { args: { entries: [] } };
export const Long: Story = {
  args: { entries: Array.from({ length: 300 }, (_, at) => draftEntry(at + 1, { predilute: '0.3333333333' })) },
};
