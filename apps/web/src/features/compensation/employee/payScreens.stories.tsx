import type { AccessObstacle } from '@carrara/domain/compensation/access';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, spyOn, userEvent } from 'storybook/test';
import { AllOptionSources } from '../../../record/editor/OptionSources.tsx';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { Editor, List } from './SalaryScreens.tsx';

const entry = (Id: string, Code: string, Description: string) => ({ Id, RowVersion: 1, Code, Description });
const [pound, euro] = [entry('gbp', 'GBP', 'Pound Sterling'), entry('eur', 'EUR', 'Euro')];
const nina = { Id: 'nina', RowVersion: 1, Name: 'Nina New' };
const mateo = { Id: 'mateo', RowVersion: 1, Name: 'Mateo Hidden' };
const lastSalary = {
  Id: 'last',
  Name: 'Nina New',
  Currency: euro,
  Frequency: { Code: 'MONTHLY', Description: 'Monthly' },
  HoursAWeek: null,
  FtePercent: '80',
};
const page = (rows: readonly object[]) => ({
  PageData: rows,
  TotalItemCount: rows.length,
  CurrentPage: 1,
  PageSize: 20,
});

interface Firm {
  /** The employees whose pay the person can enter. */
  readonly payable: readonly object[];
  readonly holders: number;
}
function answerTo(address: string, { payable, holders }: Firm): unknown {
  if (/employee\/directory/.test(address)) return page(/payable=true/i.test(address) ? payable : [nina, mateo]);
  if (/pay-access\/standing/.test(address)) {
    const obstacle: AccessObstacle | null = holders === 0 ? 'NO_HOLDER' : 'NOT_A_HOLDER';
    return {
      PersonId: 'ada',
      CanViewAllPay: false,
      IsAdministrator: true,
      Holders: holders,
      Kinds: [],
      Obstacle: obstacle,
    };
  }
  if (/reference\/currency/.test(address)) return [pound, euro];
  if (/pay-change-reason/.test(address)) return [entry('review', 'REVIEW', 'Annual review')];
  return page(/employeeId=nina/i.test(address) ? [lastSalary] : []);
}
const inFirm = (firm: Firm) => () => {
  const fetched = spyOn(window, 'fetch').mockImplementation((request) => {
    const address = typeof request === 'string' ? request : request instanceof URL ? request.href : request.url;
    return Promise.resolve(Response.json(answerTo(address, firm)));
  });
  return () => fetched.mockRestore();
};

const meta: Meta = {
  title: 'compensation/Salaries',
  parameters: { drawsDialogs: true },
  decorators: [
    (Story) => (
      <CachedAnswers signedInAs="editor" application="comp" settings={{ baseCurrency: 'GBP' }} answers={[]}>
        <MemoryRouter initialEntries={['/comp/salary']}>
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

export const Added: Story = {
  name: 'A salary is added with the defaults of the dialog on an employee’s page, for people whose pay is visible',
  beforeEach: inFirm({ payable: [nina], holders: 2 }),
  render: () => <Editor />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('combobox', { name: /^Currency/ })).toHaveValue('Pound Sterling');
    await expect(canvas.getByRole('combobox', { name: /^Frequency/ })).toHaveValue('Annual');
    await expect(canvas.getByRole('textbox', { name: /^FTE/ })).toHaveValue('100.0000');
    await expect(canvas.queryByRole('textbox', { name: /^Hours a week/ })).toBeNull();
    await expect(canvas.getByRole('combobox', { name: /^Reason/ })).toBeVisible();
    await userEvent.click(canvas.getByRole('combobox', { name: /^Employee/ }));
    const chosen = await screen.findByRole('option', { name: 'Nina New' });
    await expect(screen.queryByRole('option', { name: 'Mateo Hidden' })).toBeNull();
    await userEvent.click(chosen);
    await expect(await canvas.findByDisplayValue('Euro')).toBeVisible();
    await expect(canvas.getByRole('combobox', { name: /^Frequency/ })).toHaveValue('Monthly');
    await expect(canvas.getByRole('textbox', { name: /^FTE/ })).toHaveValue('80.0000');
    await userEvent.click(canvas.getByRole('combobox', { name: /^Frequency/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Hourly' }));
    await expect(await canvas.findByRole('textbox', { name: /^Hours a week/ })).toBeVisible();
  },
};

export const WithoutAccess: Story = {
  name: 'In a firm where nobody has access to pay, nobody is offered a salary or sent to people with access',
  beforeEach: inFirm({ payable: [], holders: 0 }),
  render: () => <List />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Nobody has access to pay yet/)).toBeVisible();
    await expect(canvas.queryByText(/People with access to everyone’s pay/)).toBeNull();
    await expect(canvas.queryByRole('link', { name: 'Add salary' })).toBeNull();
    await expect(canvas.getByRole('link', { name: 'Pay access' })).toHaveAttribute('href', '#/comp/settings/payAccess');
  },
};

export const NoAccess: Story = {
  name: 'Without access to pay, no salary is offered',
  beforeEach: inFirm({ payable: [], holders: 2 }),
  render: () => <List />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/People with access to everyone’s pay can request it for you/)).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Add salary' })).toBeNull();
  },
};

export const WithAccess: Story = {
  name: 'With access to somebody’s pay, the first salary is offered',
  beforeEach: inFirm({ payable: [nina], holders: 2 }),
  render: () => <List />,
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByRole('link', { name: 'Add salary' }))[0]).toBeVisible();
    await expect(await canvas.findByText('Nothing here yet. Add the first salary.')).toBeVisible();
  },
};
