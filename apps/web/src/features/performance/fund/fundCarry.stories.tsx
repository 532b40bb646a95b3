import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, waitFor } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers, type CachedAnswersProps } from '../../../testing/cachedAnswers.tsx';
import { CarryTermsEditor } from './CarryTermsEditor.tsx';
import { FundCarry } from './FundCarry.tsx';

const meta: Meta = { title: 'features/Fund carry' };
export default meta;
type Story = StoryObj;

const request = { params: { id: 'f1' } };
const version = (id: string, effectiveDate: string, until: string | null, more = {}) => ({
  id,
  rowVersion: 1,
  effectiveDate,
  until,
  state: until === null ? ('IN_FORCE' as const) : ('PAST' as const),
  summary: 'Return of capital, 8% preferred return, 100% catch-up to 20%, 20% carry',
  isLocked: false,
  source: 'Partnership agreement, section 6.2',
  missing: [],
  ...more,
});
const tier = (code: string, description: string, more = {}) => ({
  id: code,
  kind: { code, description },
  rate: null,
  compounding: null,
  dayCount: null,
  accruesFrom: null,
  accruesTo: null,
  preferredBase: null,
  gpShare: null,
  target: null,
  untilIrr: null,
  untilMultiple: null,
  ...more,
});
const terms = {
  id: 'v2',
  rowVersion: 1,
  vehicle: { id: 'f1', name: 'Moor Lane I' },
  effectiveDate: '2024-01-01',
  source: 'Partnership agreement, section 6.2',
  basis: { code: 'WHOLE_FUND', description: 'European (whole fund)' },
  tiers: [
    tier('RETURN_OF_CAPITAL', 'Return of capital'),
    tier('PREFERRED_RETURN', 'Preferred return', { rate: '8' }),
    tier('CATCH_UP', 'Catch-up', { gpShare: '100', target: '20' }),
    tier('SPLIT', 'Split', { gpShare: '20' }),
  ],
  recipients: [],
  letters: [],
  offsets: [],
  clawbackDates: [],
  taxIncomes: [],
} as unknown as Answer<'getCarryTerms'>;
const payoff = {
  capital: '100000000.00',
  years: 5,
  points: [0, 1, 2, 3].map((multiple) => ({
    proceeds: `${multiple}00000000.00`,
    multiple: String(multiple),
    lp: `${multiple > 1 ? multiple * 0.8 + 0.2 : multiple}00000000.00`.replace(/(\d)\.(\d)00/, '$1$2'),
    gp: multiple > 1 ? `${(multiple - 1) * 2}0000000.00` : '0.00',
    tiers: [],
  })),
};
const render = (answers: CachedAnswersProps['answers'], role: 'viewer' | 'editor', children: ReactNode = null) => (
  <CachedAnswers signedInAs={role} application="performance" answers={answers}>
    <MemoryRouter>
      <FundCarry id="f1" />
      {children}
    </MemoryRouter>
  </CachedAnswers>
);
const stored = [
  cachedAnswer('listCarryTerms', request, {
    inForce: 'v2',
    versions: [version('v2', '2024-01-01', null), version('v1', '2021-12-31', '2023-12-31', { isLocked: true })],
  }),
  cachedAnswer('getVehicle', request, { id: 'f1', currency: { id: 'eur', code: 'EUR' } } as never),
  cachedAnswer('getCarryTerms', { params: { id: 'v2' } }, terms),
  cachedAnswer('getCarryPayoff', { params: { id: 'v2' }, query: {} }, { payoff, missing: [] }),
  cachedAnswer(
    'compareCarryTerms',
    { params: { id: 'v2' }, query: { before: 'v1' } },
    {
      changes: [{ field: 'tiers.3.gpShare', title: 'Tier 4, GP share', before: '15%', after: '20%' }],
    },
  ),
];

export const Versions: Story = {
  name: 'The version in force, its payoff, and its differences from the one before',
  render: () => render(stored, 'editor'),
  play: async () => {
    await expect(await screen.findByRole('group', { name: 'Versions, table' })).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Delete the carry terms from 01/01/2024' })).toBeVisible();
    // A locked quarter depends on the earlier version.
    await expect(screen.queryByRole('button', { name: 'Delete the carry terms from 12/31/2021' })).toBeNull();
    await expect(screen.getByRole('link', { name: 'Add income to the carry terms from 12/31/2021' })).toBeVisible();
    await expect(await screen.findByRole('row', { name: /Tier 4, GP share 15% 20%/ })).toBeVisible();
    await expect(screen.getByText('Payoff, EUR')).toBeVisible();
  },
};

export const OfAViewer: Story = {
  render: () => render(stored, 'viewer'),
  play: async () => {
    await screen.findByRole('group', { name: 'Versions, table' });
    await expect(screen.queryByRole('link', { name: 'New version' })).toBeNull();
    await expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  },
};

export const Incomplete: Story = {
  name: 'Missing terms are named one by one',
  render: () =>
    render(
      [
        cachedAnswer('listCarryTerms', request, {
          inForce: 'v2',
          versions: [
            version('v2', '2024-01-01', null, {
              summary: 'No tiers',
              missing: [
                {
                  field: 'basis',
                  code: 'NOT_DETERMINED',
                  message: 'The basis is missing: whole fund or deal by deal.',
                },
                { field: 'tiers', code: 'NOT_DETERMINED', message: 'The tiers are missing.' },
              ],
            }),
          ],
        }),
        cachedAnswer('getVehicle', request, { id: 'f1' } as never),
        cachedAnswer('getCarryTerms', { params: { id: 'v2' } }, { ...terms, tiers: [] }),
        cachedAnswer('getCarryPayoff', { params: { id: 'v2' }, query: {} }, { payoff: null, missing: [] }),
      ],
      'viewer',
    ),
  play: async () => {
    await expect(await screen.findByText('The tiers are missing.')).toBeVisible();
    await expect(screen.queryByText(/^Payoff/)).toBeNull();
  },
};

export const CheckedWithoutDate: Story = {
  name: 'A check of terms without a date marks its field and moves there',
  render: () => (
    <CachedAnswers
      signedInAs="editor"
      application="performance"
      answers={[cachedAnswer('listCarryTerms', request, { inForce: null, versions: [] })]}
    >
      <MemoryRouter initialEntries={['/performance/fund/f1/carry-terms/add']}>
        <Routes>
          <Route path="/performance/fund/:fundId/carry-terms/add" element={<CarryTermsEditor />} />
        </Routes>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Check' }));
    const date = screen.getByLabelText(/^Applies from/);
    await waitFor(() => expect(date).toHaveFocus());
    await expect(date).toBeInvalid();
  },
};

export const Empty: Story = {
  render: () => render([cachedAnswer('listCarryTerms', request, { inForce: null, versions: [] })], 'editor'),
  play: async () => {
    await expect(await screen.findByText('This fund has no carry terms.')).toBeVisible();
    await expect(screen.getByRole('link', { name: 'Add carry terms' })).toBeVisible();
  },
};
