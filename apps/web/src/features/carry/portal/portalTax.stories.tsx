import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalTax } from './PortalTax.tsx';

const year = { year: 2025, currency: 'USD', isEstimate: false };
const tax: Answer<'getPortalTax'> = {
  years: [{ ...year, gross: '375391.68', tax: '61923.71' }],
  rows: [
    { ...year, id: '1', characterization: 'Long-term gain', flatTax: null, gross: '375391.68', tax: '15000.00' },
    { ...year, id: '2', characterization: null, flatTax: 'Luxembourg', gross: '0.00', tax: '46923.71' },
  ],
};
const untyped = { ...year, id: '3', characterization: null, flatTax: null, gross: '100.00', tax: '0.00' };

function Taxes({ answer }: { readonly answer: Answer<'getPortalTax'> }) {
  return (
    <CachedAnswers
      signedInAs="viewer"
      application="participant-portal"
      answers={[cachedAnswer('getPortalTax', { query: { holder: 0 } }, answer)]}
    >
      <MemoryRouter>
        <PortalTax />
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Portal tax', component: Taxes, args: { answer: tax } } satisfies Meta<typeof Taxes>;
export default meta;
type Story = StoryObj<typeof meta>;

export const FlatTax: Story = {
  name: 'A tax at one rate for all income has its name, and no characterization is missing',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /46,923\.71/ })).toHaveTextContent(
      'LuxembourgAt one rate for all income.',
    );
    await expect(canvas.queryByText(/recorded no characterization/)).toBeNull();
  },
};

export const NotCharacterized: Story = {
  args: { answer: { ...tax, rows: [...tax.rows, untyped] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /100\.00/ })).toHaveTextContent(
      'Your firm recorded no characterization when it paid this.',
    );
  },
};
