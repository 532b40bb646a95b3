import { defaultTenantSettings, type TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, within } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { FirmSettings } from './FirmSettings.tsx';

const settings = {
  ...defaultTenantSettings,
  name: 'Alder Ridge Partners',
  rowVersion: 1,
  logoId: null,
} as unknown as Partial<TenantSettings>;

const meta = {
  title: 'features/Firm settings',
  component: FirmSettings,
  render: () => (
    <CachedAnswers answers={[]} signedInAs="administrator" settings={settings}>
      <MemoryRouter initialEntries={['/appsettings']}>
        <main>
          <FirmSettings />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
} satisfies Meta<typeof FirmSettings>;
export default meta;

export const Editable: StoryObj<typeof meta> = {
  name: 'The logo has one card, in the form above its save bar and as wide as the other cards',
  play: async ({ canvas }) => {
    const form = within(await canvas.findByRole('form'));
    const logos = form.getAllByRole('heading', { name: /logo/i });
    await expect(logos.map(({ textContent }) => textContent)).toEqual(['Logo image']);
    const card = (name: string) => form.getByRole('heading', { name }).closest('section')?.getBoundingClientRect();
    await expect(card('Logo image')?.width).toBe(card('Time zone and colors')?.width);
    const save = form.getByRole('button', { name: 'Save' });
    await expect(form.getByRole('button', { name: 'Add logo' }).compareDocumentPosition(save)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  },
};
