import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InvestorDocuments } from './InvestorDocuments.tsx';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const named = (number: number, name: string) => ({ id: id(number), code: null, name });
const fund = named(1, 'Alder Ridge Partners Fund I, L.P.');
const dates = [
  { endDate: '2025-12-31', isDefault: true, isWhole: true, late: [] },
] as unknown as Answer<'listFundReportingDates'>;

interface Offered {
  readonly dates: Answer<'listFundReportingDates'>;
  readonly application?: 'performance' | 'carry';
  readonly address?: string;
}

/** The page with a fund in the address. */
const Page = ({ dates: offered, application = 'performance', address = '/' }: Offered) => (
  <CachedAnswers
    signedInAs="editor"
    application={application}
    answers={[
      cachedAnswer('listFundReportingDates', undefined, offered),
      cachedAnswer('listCasFunds', undefined, [fund]),
      cachedAnswer('listCasInvestorsOn', { params: { endDate: '2025-12-31' }, query: { fundId: fund.id } }, [
        named(2, 'Bayview Teachers Retirement System'),
        named(3, 'Calder County Employees Retirement Fund'),
      ]),
    ]}
  >
    <MemoryRouter initialEntries={[address]}>
      <InvestorDocuments />
    </MemoryRouter>
  </CachedAnswers>
);

const meta = { title: 'features/Investor documents', component: Page } satisfies Meta<typeof Page>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The capital account is preselected, and the number of files is displayed before they are created. */
export const Usual: Story = {
  args: { dates, address: `/?fundId=${fund.id}` },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2 investors on this date')).toBeVisible();
    await expect(canvas.getByRole('checkbox', { name: 'Capital account' })).toBeChecked();
    await expect(canvas.queryByRole('checkbox', { name: /^Letters/ })).toBeNull();
  },
};

/** Letters belong to the carry module and are offered to people who may read distributions. */
export const WithLetters: Story = {
  args: { dates, application: 'carry' },
  play: async ({ canvas }) => expect(canvas.getByRole('checkbox', { name: /^Letters/ })).toBeVisible(),
};

/** Nothing starts without a fund and a document. The page names what is missing. */
export const Refused: Story = {
  args: { dates },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Capital account' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Create documents' }));
    await expect(canvas.getByText('Fund is required.')).toBeVisible();
    await expect(canvas.getByText('Choose at least one document.')).toBeVisible();
  },
};

/** A firm without figures. */
export const Empty: Story = { args: { dates: [] as unknown as Answer<'listFundReportingDates'> } };
