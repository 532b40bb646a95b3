import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../testing/cachedAnswers.tsx';
import { CertifyForm } from './CertifyForm.tsx';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const named = (number: number, name: string) => ({ id: id(number), code: null, name });

interface Offered {
  readonly dates: readonly string[];
  readonly funds: readonly string[];
  readonly investors: readonly string[];
  readonly displayedDate?: string;
}

/** The form that creates certified data for a quarter end. */
function Certify({ dates, funds, investors, displayedDate }: Offered) {
  return (
    <CachedAnswers
      answers={[
        cachedAnswer(
          'listCertifiedDates',
          undefined,
          dates.map((endDate) => ({ endDate, formattedDate: endDate })),
        ),
        cachedAnswer(
          'listCertifiedFunds',
          { query: {} },
          funds.map((name, at) => named(at, name)),
        ),
        cachedAnswer(
          'listCertifiedInvestors',
          undefined,
          investors.map((name, at) => named(100 + at, name)),
        ),
        cachedAnswer('getCertifyingKey', undefined, {
          publicKey: 'MCowBQYDK2VwAyEA',
          fingerprint: '3f2a 91bc 0d77 e481 5c6e 22f0 9ab3 71d4',
        }),
      ]}
    >
      <CertifyForm displayedDate={displayedDate} />
    </CachedAnswers>
  );
}

const meta = { title: 'Performance/Certified data', component: Certify } satisfies Meta<typeof Certify>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  args: {
    dates: ['2026-06-30', '2026-03-31'],
    funds: ['Alder Ridge Partners Fund I', 'Alder Ridge Europe Fund I'],
    investors: ['Lane Pension Fund', 'Bell Foundation'],
  },
  play: async ({ canvasElement }) => {
    const form = within(canvasElement);
    await expect(form.getByRole('checkbox', { name: 'Capital Account Summary' })).toBeChecked();
    await expect(form.getByText('3f2a 91bc 0d77 e481 5c6e 22f0 9ab3 71d4')).toBeVisible();
  },
};

/** The page displays an earlier quarter, which is therefore the preselected one. */
export const DisplayedQuarter: Story = {
  args: { ...Usual.args, displayedDate: '2026-03-31' },
  play: async ({ canvasElement }) => {
    const form = within(canvasElement);
    await expect(form.getByRole('combobox', { name: 'Reporting date' })).toHaveValue('03/31/2026');
  },
};

/** At least one domain is required [U-P-071]. */
export const Refused: Story = {
  args: Usual.args,
  play: async ({ canvasElement, userEvent }) => {
    const form = within(canvasElement);
    await userEvent.click(form.getByRole('checkbox', { name: 'All' }));
    await expect(form.getByRole('checkbox', { name: 'Schedule of investments (FUNDSCHED)' })).toBeChecked();
    await userEvent.click(form.getByRole('checkbox', { name: 'All' }));
    await userEvent.click(form.getByRole('button', { name: 'Generate' }));
    await expect(form.getByText('Choose at least one domain.')).toBeVisible();
  },
};

/** A firm without data. */
export const Empty: Story = { args: { dates: [], funds: [], investors: [] } };

export const Long: Story = {
  args: {
    dates: ['2026-06-30'],
    funds: Array.from({ length: 40 }, (_, at) => `Fund with a ${'very '.repeat(at % 6)}long name ${String(at)}`),
    investors: Array.from(
      { length: 40 },
      (_, at) => `Investor with a ${'very '.repeat(at % 6)}long name ${String(at)}`,
    ),
  },
};
