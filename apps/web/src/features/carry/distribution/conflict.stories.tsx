import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, spyOn, userEvent, waitFor } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DraftOffers } from './DraftOffers.tsx';
import { DistributionForm } from './DistributionForm.tsx';
import { initialFormStart } from './formStart.ts';

const source = {
  id: 's1',
  source: { id: 'f1', name: 'Harbour Fund I' },
  type: 'fund',
  allocationProfile: null,
  defaultEscrow: null,
  netDistributableAmount: '1000.00',
  typed: [],
  taxCharacterizations: [],
  details: [],
  vestingApplied: [],
};
const opened = {
  id: 'd1',
  name: '2026 Q3',
  rowVersion: 4,
  description: null,
  distributionDate: '2026-09-30',
  defaultEscrow: '0',
  defaultTerminatedEscrow: '0',
  unallocatedAcknowledged: false,
  investorBalanceBased: false,
  updatedBy: 'Ada Osei',
  updatedDate: '2026-10-01T10:00:00.000Z',
  distributionSources: [source],
} as unknown as Distribution;
const theirs: Distribution = {
  ...opened,
  rowVersion: 5,
  updatedBy: 'Noah Okafor',
  updatedDate: '2026-10-01T11:00:00.000Z',
};

function Editor() {
  const [loaded, setLoaded] = useState(opened);
  return (
    <CachedAnswers answers={[]} signedInAs="editor">
      <MemoryRouter>
        Version {loaded.rowVersion}
        <DistributionForm
          key={loaded.rowVersion}
          loaded={loaded}
          start={initialFormStart(loaded, false)}
          onReload={setLoaded}
          latest={async () => theirs}
        />
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Conflict of a distribution', component: Editor } satisfies Meta<typeof Editor>;
export default meta;

/** Once the new version is loaded, there is nothing left to say about the save that it refused. */
export const NewVersionLoaded: StoryObj<typeof meta> = {
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation(async () =>
      Response.json(
        toWire({
          message: 'Changed by someone else.',
          errors: [{ path: 'rowVersion', code: 'STALE_VERSION', message: 'Changed by someone else.' }],
        }),
        { status: 409 },
      ),
    );
    return () => fetched.mockRestore();
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Load the new version' }));
    await expect(await canvas.findByText('Version 5')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(screen.queryByText(/was not saved|changed by someone else/)).toBeNull();
  },
};

/** A person whose input was saved is no longer editing, unless they typed afterwards. */
export const SavedIsNotEditing: StoryObj<typeof meta> = {
  render: () => (
    <DraftOffers
      own={[]}
      others={[
        { person: 'Noah Okafor', updatedDate: '2026-10-01T10:59:00.000Z' },
        { person: 'Clara Voss', updatedDate: '2026-10-01T10:58:00.000Z' },
      ]}
      changed={undefined}
      saved={{ by: 'Noah Okafor', at: '2026-10-01T11:00:00.000Z' }}
      onRestore={() => undefined}
      onDiscard={() => undefined}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Noah Okafor saved this distribution/)).toBeVisible();
    await expect(canvas.getByText(/^Clara Voss is also editing/)).toBeVisible();
    await expect(canvas.queryByText(/^Noah Okafor is also editing/)).toBeNull();
  },
};

export const EditsAfterTheSave: StoryObj<typeof meta> = {
  render: () => (
    <DraftOffers
      own={[]}
      others={[{ person: 'Noah Okafor', updatedDate: '2026-10-01T11:01:00.000Z' }]}
      changed={undefined}
      saved={{ by: 'Noah Okafor', at: '2026-10-01T11:00:00.000Z' }}
      onRestore={() => undefined}
      onDiscard={() => undefined}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Noah Okafor saved this distribution/)).toBeVisible();
    await expect(canvas.getByText(/^Noah Okafor is also editing/)).toBeVisible();
  },
};
