import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, spyOn } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ReportRunScreen } from './ReportRuns.tsx';

type Run = Answer<'getReportRun'>;
const run: Run = {
  id: 'r1',
  report: 'fund-overview',
  title: 'Fund Overview',
  parametersText: 'Reporting date 06/30/2026',
  description: 'For the audit of the half year',
  asOfSequence: 5624,
  engineVersion: '1',
  rowCount: 9,
  figuresHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdDate: '2026-08-14T16:19:00.000Z',
  createdBy: 'Ada Moreau',
  parameters: [{ name: 'endDate', value: '2026-06-30' }],
  isSame: true,
};

/** The page of a stored run; the server's reason if there is none. */
const StoredRun = ({ run: storedRun }: { readonly run?: Run | undefined }) => (
  <CachedAnswers
    signedInAs="administrator"
    application="performance"
    answers={storedRun ? [cachedAnswer('getReportRun', { params: { id: 'r1' } }, storedRun)] : []}
  >
    <MemoryRouter initialEntries={['/run/r1']}>
      <Routes>
        <Route path="/run/:id" element={<ReportRunScreen />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);

const meta = { title: 'features/Kept run of a report', component: StoredRun } satisfies Meta<typeof StoredRun>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The link opens the report with the same parameters and the data as of that time. */
export const Same: Story = {
  args: { run },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Same figures')).toBeVisible();
    const link = canvas.getByRole('link', { name: 'Open the report' });
    await expect(link.getAttribute('href')).toMatch(/\?endDate=2026-06-30&asKnownOn=5624$/);
  },
};

export const Differs: Story = {
  args: { run: { ...run, isSame: false } },
  play: async ({ canvas }) => expect(await canvas.findByText('Figures differ')).toBeVisible(),
};

export const EarlierRules: Story = {
  name: 'Computed with earlier rules, and long',
  args: {
    run: {
      ...run,
      isSame: null,
      engineVersion: '0',
      title: 'Investor cash flows and capital accounts of all funds and coinvestments of the firm',
      parametersText:
        'Reporting date 06/30/2026, fund Alder Ridge Europe Fund I, SCSp, investor Public Employees of the Northern Provinces',
    },
  },
  play: async ({ canvas }) => expect(await canvas.findByText('Computed with earlier rules')).toBeVisible(),
};

export const Failing: Story = {
  args: {},
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation(
      async () => new Response(JSON.stringify({ Message: 'The run cannot be read now.' }), { status: 503 }),
    );
    return () => fetched.mockRestore();
  },
  play: async ({ canvas }) => expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible(),
};
