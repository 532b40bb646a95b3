import type { FirmInCurrency } from '@carrara/contract/performance/firm/firmPerformance';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, waitFor } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { Overview } from './FirmScreens.tsx';

const meta: Meta = { title: 'features/Firm' };
export default meta;
type Story = StoryObj;

const figures = (currency: string): FirmInCurrency => ({
  currency,
  totalCapitalCommitted: '400000000.00',
  totalContributions: '120000000.00',
  percentContributions: '30',
  totalDistributed: '12000000.00',
  percentDistributions: '10',
  totalFmv: '108000000.00',
  navChange: '-12000000.00',
  navChangePercent: '-10',
  totalNetCash: '-108000000.00',
  fundsCovered: [],
  covers: '2 of 2 funds',
  basis: 'Fee-paying limited partners',
  notDetermined: [],
});
const { currency: _, notDetermined: _notDetermined, ...noFigures } = figures('');
const story = (byCurrency: readonly FirmInCurrency[]) => {
  const end = '2026-06-30';
  const date = {
    id: end,
    endDate: end,
    reportingDate: end,
    formattedDate: '06/30/2026',
    name: '06/30/2026',
    isDefault: true,
    isWhole: true,
    late: [],
    collection: [],
  };
  const dates = byCurrency.length > 0 ? [date] : [];
  const summary = {
    id: 'f1',
    name: 'Oak',
    firmName: 'Oak',
    code: 'OAK',
    endDate: end,
    ...noFigures,
    currency: null,
    byCurrency,
  };
  const firm = { id: 'f1', rowVersion: 1, code: 'OAK', name: 'Oak', contacts: [] } as unknown as Answer<'getFirm'>;
  return (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('getFirm', { params: { id: 'f1' } }, firm),
        cachedAnswer('listReportingDatesOfFirm', { params: { id: 'f1' } }, dates),
        cachedAnswer(
          'getFirmSummary',
          { params: { id: 'f1', endDate: end }, query: { basis: 'feePaying' } },
          { ...summary, byCurrency: [...byCurrency] },
        ),
      ]}
    >
      <MemoryRouter initialEntries={['/firm']}>
        <Routes>
          <Route path="/firm" element={<Overview id="f1" />} />
          <Route path="/performance/dashboard" element={<p>The dashboard</p>} />
        </Routes>
      </MemoryRouter>
    </CachedAnswers>
  );
};

/** A row per currency, because currencies are never added up. */
export const OfTwoCurrencies: Story = {
  render: () => story([figures('EUR'), { ...figures('USD'), totalFmv: null, navChange: null, navChangePercent: null }]),
  play: async () => {
    await expect(await screen.findByText('EUR')).toBeVisible();
    await expect(screen.getByText('USD')).toBeVisible();
    await expect(screen.getAllByText('Fee-paying limited partners', { selector: 'td, td *' })).toHaveLength(2);
    // Percentages have two decimals, like the returns of other lists.
    await expect(screen.getAllByText('30.00%')).not.toHaveLength(0);
    await expect(screen.getByRole('combobox', { name: 'Basis' })).toHaveValue('Fee-paying limited partners');
    await expect(screen.getByRole('button', { name: 'Profile as PDF' })).toBeVisible();
  },
};
export const WithoutFigures: Story = {
  name: 'Without figures it leads to the dashboard [U-P-027 M-P-027]',
  render: () => story([]),
  play: async () => {
    await expect(await screen.findByText('The dashboard')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('No data is available for this firm.')[0]).toBeVisible());
  },
};
