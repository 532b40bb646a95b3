import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, spyOn, userEvent, within } from 'storybook/test';
import { AllOptionSources } from '../../../record/editor/OptionSources.tsx';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DeferredActions } from './DeferredActions.tsx';
import { EmployeeAwards } from './EmployeeAwards.tsx';

const entry = (Id: string, Code: string, Description: string, SubType: string | null = null) => ({
  Id,
  RowVersion: 1,
  Code,
  Description,
  SubType,
});
const payTypes = [
  entry('bonus', 'BONUS', 'Annual bonus', 'BONUS'),
  entry('deferred', 'DEF', 'Deferred pay', 'DEFERRED'),
  entry('salary', 'SAL', 'Salary', 'SALARY'),
  entry('other', 'OTHER', 'Other pay'),
];
const answerTo = (address: string): unknown => {
  if (/reference\/currency/.test(address)) return [entry('gbp', 'GBP', 'Pound Sterling')];
  if (/reference\/pay-type/.test(address)) return payTypes;
  return { PageData: [], TotalItemCount: 0, CurrentPage: 1, PageSize: 20 };
};

const meta: Meta = {
  title: 'compensation/Pay dialogs',
  parameters: { drawsDialogs: true },
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation((request) => {
      const address = typeof request === 'string' ? request : request instanceof URL ? request.href : request.url;
      return Promise.resolve(Response.json(answerTo(address)));
    });
    return () => fetched.mockRestore();
  },
  decorators: [
    (Story) => (
      <CachedAnswers signedInAs="editor" application="comp" settings={{ baseCurrency: 'GBP' }} answers={[]}>
        <MemoryRouter>
          <AllOptionSources>
            <Feedback>
              <main>
                <Story />
              </main>
            </Feedback>
          </AllOptionSources>
        </MemoryRouter>
      </CachedAnswers>
    ),
  ],
};
export default meta;
type Story = StoryObj;

export const Award: Story = {
  name: 'An award has no pay type that belongs to another dialog, and starts with the currency of the pay',
  render: () => <EmployeeAwards id="nina" />,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add award' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add award' }));
    await expect(dialog.getByRole('combobox', { name: /^Currency/ })).toHaveValue('Pound Sterling');
    await userEvent.click(dialog.getByRole('combobox', { name: /^Pay type/ }));
    await expect(await screen.findByRole('option', { name: 'Annual bonus' })).toBeVisible();
    await expect(screen.getByRole('option', { name: 'Other pay' })).toBeVisible();
    await expect(screen.queryByRole('option', { name: /Salary|Deferred pay/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
  },
};

export const Grant: Story = {
  name: 'The first save without input marks the blank fields of a tranche too',
  render: () => <DeferredActions employeeId="nina" />,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Grant deferred award' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant deferred award' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Grant' }));
    await expect(await dialog.findByText('Amount is required')).toBeVisible();
    for (const title of ['Vest date', 'Percent', 'Pay date'])
      await expect(dialog.getByText(`${title} is required`)).toBeVisible();
  },
};
