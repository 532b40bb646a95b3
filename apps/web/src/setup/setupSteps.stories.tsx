import type { Setup, SetupStep } from '@carrara/contract/platform/setupStep/setupStep';
import { setupStepIds } from '@carrara/domain/platform/setupStep';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { CachedAnswers } from '../testing/cachedAnswers.tsx';
import { SetupSteps } from './SetupSteps.tsx';

const fundId = '00000000-0000-4000-8000-000000000001';
const after: Readonly<Record<string, SetupStep['after']>> = {
  allocationProfile: ['fund', 'participants'],
  distribution: ['allocationProfile'],
  quarter: ['fund'],
};
const stepOf = (id: SetupStep['id'], more: Partial<SetupStep> = {}): SetupStep => ({
  id,
  state: after[id] ? 'blocked' : 'open',
  after: after[id] ?? [],
  missing: [],
  recordId: null,
  doneDate: null,
  doneBy: null,
  people: [],
  ...more,
});
const profile = { missing: ['legalName', 'legalAddress', 'logo'] };
const empty: Setup = {
  isFinished: false,
  isDismissed: false,
  steps: setupStepIds.map((id) => stepOf(id, id === 'firmProfile' ? profile : {})),
};
const done: Partial<SetupStep> = {
  state: 'done',
  after: [],
  doneDate: '2026-11-27T15:04:00.000Z',
  doneBy: 'Elena Sorkin',
};
const open: Partial<SetupStep> = { state: 'open', after: [] };
const halfway: Setup = {
  ...empty,
  steps: [
    stepOf('firmProfile', { ...done, doneDate: null, doneBy: null }),
    stepOf('people', done),
    stepOf('currencies', { missing: ['CHF', 'EUR', 'GBP'] }),
    stepOf('fund', done),
    stepOf('participants', done),
    stepOf('allocationProfile', { ...open, recordId: fundId }),
    stepOf('distribution'),
    stepOf('quarter', { ...open, recordId: fundId }),
  ],
};
const people = ['Elena Sorkin', 'Maximiliane Featherstonehaugh-Cholmondeley', 'Noah Okafor'];

const meta: Meta<typeof SetupSteps> = {
  title: 'setup/Setup steps',
  component: SetupSteps,
  args: { setup: empty },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[]} signedInAs="administrator">
        <Story />
      </CachedAnswers>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof SetupSteps>;

const itemOf = (canvas: ReturnType<typeof within>, name: string) =>
  within(canvas.getByRole('heading', { name }).closest('li') as HTMLElement);

export const NewFirm: Story = {
  name: 'A new firm: a step that can’t be done yet says what comes first, and offers nothing',
  play: async ({ canvas }) => {
    await expect(canvas.getByText('0 of 8 done')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Open firm settings' })).toHaveAttribute('href', '#/appsettings');
    await expect(canvas.getByText('Missing: legal name, legal address, logo.')).toBeVisible();
    const blocked = itemOf(canvas, 'First distribution');
    await expect(blocked.getByText('Comes after: first allocation profile.')).toBeVisible();
    await expect(blocked.getByRole('img', { name: 'Not possible yet' })).toBeVisible();
    await expect(blocked.queryByRole('link')).toBeNull();
  },
};
export const Halfway: Story = {
  name: 'Done steps say when and by whom, and each open one leads to its record',
  args: { setup: halfway },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('4 of 8 done')).toBeVisible();
    await expect(itemOf(canvas, 'People and roles').getByText(/11\/27\/2026.*by Elena Sorkin/)).toBeVisible();
    await expect(canvas.getByText('No rate yet for CHF, EUR, GBP.')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Add allocation profile' })).toHaveAttribute(
      'href',
      `#/carry/fund/${fundId}/allocation/create`,
    );
  },
};
export const ByKeyboard: Story = {
  name: 'The keyboard reaches each action, in the order of the steps',
  args: { setup: halfway },
  play: async ({ canvas, userEvent }) => {
    for (const name of ['Upload rates', 'Add a currency pair', 'Add allocation profile']) {
      await userEvent.tab();
      await expect(canvas.getByRole('link', { name })).toHaveFocus();
    }
  },
};
export const ForAViewer: Story = {
  name: 'A viewer reads who can do each step',
  args: {
    setup: {
      ...halfway,
      steps: halfway.steps.map((step) => ({ ...step, people: step.id === 'currencies' ? [] : people })),
    },
  },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[]} signedInAs="viewer">
        <Story />
      </CachedAnswers>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('link')).toBeNull();
    await expect(
      itemOf(canvas, 'First allocation profile').getByText(/^Elena Sorkin, .*, or Noah Okafor can do this\.$/),
    ).toBeVisible();
    await expect(
      itemOf(canvas, 'Currencies and rates').getByText('Nobody in this firm has the role for this step yet.'),
    ).toBeVisible();
  },
};
export const OnAPhone: Story = {
  args: { setup: halfway },
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    for (const item of canvas.getAllByRole('listitem'))
      await expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth + 1);
  },
};
