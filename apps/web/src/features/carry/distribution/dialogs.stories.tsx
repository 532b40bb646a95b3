import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { CharacterizationDialog } from './CharacterizationDialog.tsx';
import { DistributionActions } from './DistributionActions.tsx';
import { SelectSourcesDialog } from './SelectSourcesDialog.tsx';
import { completeRun, kinds, withKinds } from './dialogs.fixture.tsx';

const meta: Meta = { title: 'features/Dialogs of a distribution' };

export default meta;

type Story = StoryObj;

export const Characterizations: Story = {
  render: () =>
    withKinds(kinds, <CharacterizationDialog sourceName="Meridian Health Systems" existing={[]} onClose={fn()} />),
};

export const CharacterizationsAmiss: Story = {
  render: () =>
    withKinds(
      kinds,
      <CharacterizationDialog
        sourceName="Société Générale de Participations Industrielles et Financières"
        existing={[
          { id: 'k0', percent: '60' },
          { id: 'k2', percent: '30' },
        ]}
        onClose={fn()}
      />,
    ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Use' }));
    await expect(screen.getByText(/must total exactly 100; they total 90/)).toBeVisible();
  },
};

export const NoCharacterizations: Story = {
  render: () => withKinds([], <CharacterizationDialog sourceName="Meridian" existing={[]} onClose={fn()} />),
};

const withoutFunds = () => (
  <CachedAnswers signedInAs="editor" answers={[cachedAnswer('listDistributionSourceOptions', { query: {} }, [])]}>
    <SelectSourcesDialog distributionDate={null} chosen={[]} onClose={fn()} />
  </CachedAnswers>
);

/** A new firm has nothing to choose from yet. */
export const NoSources: Story = {
  render: withoutFunds,
  play: async () => {
    await expect(
      await screen.findByText('There are no sources yet. Add a fund first, then its allocation profile.'),
    ).toBeVisible();
    await expect(screen.getByRole('link', { name: 'Add fund' })).toHaveAttribute('href', '#/carry/fund/add');
    await expect(screen.queryByText('Nothing matches.')).toBeNull();
  },
};

const releases: string[] = [];

const releasing = (status: number, body: object) => () => {
  releases.length = 0;
  const before = window.fetch;
  window.fetch = async (input) => {
    releases.push(input instanceof Request ? input.url : String(input));
    return Response.json(body, { status });
  };
  return () => {
    window.fetch = before;
  };
};

/** The letters of a reversal would surprise recipients who never got those of the distribution. */
export const ReleaseOfAReversal: Story = {
  beforeEach: releasing(200, { TotalItemCount: 0, PageData: [] }),
  render: () => (
    <CachedAnswers answers={[]} signedInAs="administrator">
      <MemoryRouter>
        <DistributionActions
          distribution={
            {
              ...completeRun,
              status: { code: 'DISB', description: 'Disbursed' },
              reversalOf: { id: 'd0', name: '2026 Q2' },
              reversedBy: null,
              actions: [],
              isDetermined: true,
            } as unknown as Distribution
          }
        />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Letters' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Release to portal' }));
    await expect(await screen.findByText(/^The letters of 2026 Q2 were never released\./)).toBeVisible();
    await expect(releases.some((url) => /delivery\?objectId=d0/.test(url))).toBe(true);
  },
};

/** If the release of the original letters is unknown, there is no question. */
export const ReleaseThatCannotBeChecked: Story = {
  ...ReleaseOfAReversal,
  beforeEach: releasing(503, { Message: 'The deliveries can’t be read now.' }),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Letters' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Release to portal' }));
    await waitFor(() => expect(releases).not.toHaveLength(0));
    await expect(screen.findByRole('dialog', { name: /^Release the letters/ })).rejects.toThrow();
  },
};
