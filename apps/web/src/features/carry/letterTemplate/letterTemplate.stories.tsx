import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, userEvent, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers, printAnswers } from '../../../testing/cachedAnswers.tsx';
import { LetterTemplateScreen } from './LetterTemplateScreen.tsx';

function Letters({ role }: { readonly role: 'viewer' | 'administrator' }) {
  return (
    <CachedAnswers
      signedInAs={role}
      answers={[cachedAnswer('getLetterTemplate', undefined, { rowVersion: 1, ...initialLetterTemplate })]}
    >
      <MemoryRouter>
        <main>
          <LetterTemplateScreen />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Letters', component: Letters, args: { role: 'administrator' } } satisfies Meta<
  typeof Letters
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Editing: Story = {
  name: 'The preview follows the typed text, with and without an account',
  play: async ({ canvas }) => {
    const salutation = await canvas.findByRole('textbox', { name: /^Salutation/ });
    await userEvent.clear(salutation);
    await userEvent.type(salutation, 'Hello {{firstName},');
    const page = within(canvas.getByRole('article', { name: 'Preview of the letter' }));
    await expect(await page.findByText('Hello Jordan,')).toBeVisible();
    await expect(page.getByText(/to your account ending in 4711/)).toBeVisible();
    await userEvent.click(canvas.getByText('No account'));
    await expect(page.queryByText(/account ending in/)).toBeNull();
  },
};

export const SaveOfAnother: Story = {
  name: 'A save by somebody else leaves the input as it was typed',
  play: async ({ canvas }) => {
    const salutation = await canvas.findByRole('textbox', { name: /^Salutation/ });
    await userEvent.clear(salutation);
    await userEvent.type(salutation, 'Hello,');
    printAnswers(
      cachedAnswer('getLetterTemplate', undefined, { rowVersion: 2, ...initialLetterTemplate, closing: 'Theirs' }),
    );
    await userEvent.type(salutation, ' again');
    await expect(salutation).toHaveValue('Hello, again');
  },
};

export const Reading: Story = { name: 'Read by those who may not change it', args: { role: 'viewer' } };
