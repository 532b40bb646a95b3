import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { AppliedVestings } from './AppliedVestings.tsx';
import { ApplyVestingDialog } from './ApplyVestingDialog.tsx';
import type { SourceDraft } from './runDraft.ts';

const draft: SourceDraft = {
  id: null,
  source: { id: 's1', name: 'Alder Ridge Partners Fund I, L.P.', code: 'ARP-I', holder: null },
  type: 'Fund',
  profileId: null,
  amount: '1000000',
  escrow: '',
  characterizations: [],
  vestingApplied: [],
  entered: new Map(),
};
const longName = 'Société Générale de Participations Industrielles et Financières du Grand-Duché';
const share = (at: number, name: string) => ({
  ParticipantId: `p${String(at)}`,
  Via: [],
  Name: name,
  EffectiveAllocation: '12.5',
});
const holder = (at: number, name: string, more: object = {}) => ({
  ...share(at, name),
  Through: [],
  IsTerminated: false,
  TerminationDate: null,
  GrossCarryDistributed: '125000.00',
  VestedPercentage: '60',
  VestedOn: '2026-09-30',
  ForfeitedAllocation: '5',
  Refusal: null,
  ...more,
});
const move = (at: number, name: string, change: string, gross: string) => ({
  ParticipantId: `p${String(at)}`,
  Via: [],
  Name: name,
  EffectiveBefore: '12.5',
  EffectiveAfter: change.startsWith('-') ? '7.5' : '15',
  EffectiveChange: change,
  GrossBefore: '125000.00',
  GrossAfter: change.startsWith('-') ? '75000.00' : '150000.00',
  GrossChange: gross,
});
const preview = {
  SourceId: 's1',
  SourceName: draft.source.name,
  Holders: [
    holder(1, 'Noah Okafor', { IsTerminated: true, VestedOn: '2014-06-30' }),
    holder(5, 'Elena Kovacs', { IsTerminated: true, Via: ['e1'], Through: ['ARP Alumni Partners LLC'] }),
    holder(2, longName),
    holder(3, 'Maeve Lindqvist', {
      VestedPercentage: null,
      ForfeitedAllocation: null,
      Refusal: 'How much of the share of Maeve Lindqvist is vested can’t be determined',
    }),
  ],
  Shares: [share(1, 'Noah Okafor'), share(2, longName), share(3, 'Maeve Lindqvist'), share(4, 'Hassan Farouk')],
  Moves: [move(1, 'Noah Okafor', '-5', '-50000.00'), move(2, longName, '2.5', '25000.00')],
  UnallocatedBefore: '0.00',
  UnallocatedAfter: '0.00',
  Problems: [],
};

/** Allows extra time, because the first story of a file loads the modules for all of them. */
const patiently = { timeout: 5000 };

/** Returns a set-up function that replaces the server's response to the dialog's request. */
const answers = (status: number, body: object) => () => {
  const before = window.fetch;
  window.fetch = () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
  return () => {
    window.fetch = before;
  };
};
const dialog = (...drafts: readonly SourceDraft[]) => (
  <CachedAnswers answers={[]}>
    <ApplyVestingDialog drafts={drafts.length > 0 ? drafts : [draft]} distributionDate="2026-09-30" onClose={fn()} />
  </CachedAnswers>
);

const meta: Meta = { title: 'features/Apply vesting' };
export default meta;
type Story = StoryObj;

/** Waits until the figures are no longer dimmed, that is, until they have been recomputed. */
const computed = () => waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull(), patiently);

export const Choice: Story = {
  beforeEach: answers(200, [preview]),
  render: () => dialog(),
  play: async () => {
    // People who have left are preselected, also those who share through entities.
    await expect(await screen.findByRole('checkbox', { name: /Noah Okafor/ }, patiently)).toBeChecked();
    await expect(screen.getByRole('checkbox', { name: /Elena Kovacs/ })).toBeChecked();
    await expect(screen.getByText('through ARP Alumni Partners LLC')).toBeVisible();
    const moves = await screen.findByRole('group', { name: 'Changes, table' });
    await computed();
    await expect(moves).toBeVisible();
    await expect(screen.getByRole('checkbox', { name: /Maeve Lindqvist/ })).toBeDisabled();
  },
};
export const WithoutSelection: Story = {
  beforeEach: answers(200, [preview]),
  render: () => dialog(),
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /Noah Okafor/ }, patiently));
    await userEvent.click(screen.getByRole('checkbox', { name: /Elena Kovacs/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply vesting' }));
    await expect(screen.getByText('Choose at least one participant.')).toBeVisible();
  },
};
export const Reversed: Story = {
  beforeEach: answers(200, [preview]),
  render: () => dialog({ ...draft, vestingApplied: [{ participantId: 'p1', via: [], recipients: ['p4'] }] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /Noah Okafor/ }, patiently));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Stop applying vesting' })).toBeVisible());
  },
};
export const FullyVested: Story = {
  beforeEach: answers(200, [{ ...preview, Holders: [], Moves: [] }]),
  render: () => dialog(),
  play: async () => expect(await screen.findByText(/is fully vested on its date/)).toBeVisible(),
};
export const SeveralSources: Story = {
  beforeEach: answers(200, [preview, { ...preview, SourceId: 's2', SourceName: 'Basalt Construction' }]),
  render: () => dialog(draft, { ...draft, source: { ...draft.source, id: 's2', name: 'Basalt Construction' } }),
  play: async () => {
    // One row for each person, which unfolds to one for each source.
    const noah = await screen.findByRole('checkbox', { name: 'Noah Okafor' }, patiently);
    await expect(screen.getAllByRole('checkbox')).toHaveLength(5);
    await expect(noah).toBeChecked();
    await userEvent.click(within(noah.closest('tr')!).getByRole('button', { name: 'Expand' }));
    const basalt = screen.getByRole('checkbox', { name: 'Basalt Construction' });
    await userEvent.click(basalt);
    await expect(noah).toBePartiallyChecked();
    await expect(within(noah.closest('tr')!).getByText('1 of 2 selected')).toBeVisible();
    await userEvent.click(noah);
    await expect(basalt).toBeChecked();
    // All that can be applied, at once.
    const all = screen.getByRole('checkbox', { name: 'All' });
    await expect(all).toBePartiallyChecked();
    await userEvent.click(all);
    await expect(screen.getByRole('checkbox', { name: longName })).toBeChecked();
    await expect(screen.getByText('6 of 8 selected')).toBeVisible();
    await userEvent.click(all);
    await expect(noah).not.toBeChecked();
    await computed();
  },
};
const reasons = ['Noah Okafor forfeits twice.', 'Elena Kovacs has no share in this source.'];
export const NotApplicable: Story = {
  beforeEach: answers(200, [{ ...preview, Problems: reasons }]),
  render: () => dialog(),
  play: async () => {
    await screen.findByText(reasons[0]!, undefined, patiently);
    await expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(reasons);
    await computed();
  },
};
export const Refused: Story = {
  beforeEach: answers(422, {
    Message: 'Refused',
    ExceptionMessage: 'There is no such source.',
    Errors: [{ Path: 'DistributionSources', Code: 'SOURCE_UNKNOWN', Message: 'There is no such source.' }],
  }),
  render: () => dialog(),
  play: async () => expect(await screen.findByText(/There is no such source/)).toBeVisible(),
};

const applied = (name: string, recipients: readonly string[], figure: string | null) => ({
  participant: { id: name, name },
  via: [],
  effectiveAllocation: figure,
  vestedPercentage: figure && '60',
  vestedOn: figure && '2014-06-30',
  forfeitedAllocation: figure && '5',
  recipients: recipients.map((recipient) => ({
    participant: { id: recipient, name: recipient },
    adjustment: figure && '1.25',
  })),
});
const source = (id: string, vestingApplied: ReturnType<typeof applied>[]) => ({
  id,
  source: { ...draft.source, id, code: 'ARP-I', fund: null, fundId: null, coinvestmentId: null, investmentId: null },
  vestingApplied,
});
export const Applied: Story = {
  render: () => (
    <AppliedVestings
      sources={[
        source('s1', [
          applied('Noah Okafor', ['Hassan Farouk', longName, 'Priya Raman', 'Maeve Lindqvist', 'Omar Haddad'], '12.5'),
          applied('Zanele Mokoena', [], '8'),
        ]),
        source('s2', [applied(longName, ['Hassan Farouk'], null)]),
      ]}
    />
  ),
  play: async () => {
    await expect(screen.getByText(/2 more/)).toBeVisible();
    await expect(screen.getByText('Nobody: unallocated')).toBeVisible();
  },
};
