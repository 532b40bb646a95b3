import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, spyOn, userEvent, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { EmployeeCompensation } from './EmployeeCompensation.tsx';

const id = 'nina';
const entry = (Id: string, Code: string, Description: string) => ({ Id, RowVersion: 1, Code, Description });
const salary = {
  Id: 'last',
  Name: 'Nina New',
  Currency: entry('gbp', 'GBP', 'Pound Sterling'),
  Frequency: { Code: 'ANNUAL', Description: 'Annual' },
  HoursAWeek: null,
  FtePercent: '80',
};
const answerTo = (address: string): unknown => {
  const rows = /pageSize=1&/i.test(address) ? [salary] : [];
  if (/reference\/currency/.test(address)) return [entry('gbp', 'GBP', 'Pound Sterling')];
  if (/pay-change-reason/.test(address)) return [entry('review', 'REVIEW', 'Annual review')];
  return { PageData: rows, TotalItemCount: rows.length, CurrentPage: 1, PageSize: 20 };
};

const meta: Meta = { title: 'compensation/New hire' };
export default meta;
type Story = StoryObj;

export const FirstSalary: Story = {
  name: 'Pay begins with the salary; its form knows currency and frequency, asks for hours of hourly pay alone, and offers the reasons',
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation((request) => {
      const address = typeof request === 'string' ? request : request instanceof URL ? request.href : request.url;
      return Promise.resolve(Response.json(answerTo(address)));
    });
    return () => fetched.mockRestore();
  },
  render: () => (
    <CachedAnswers
      signedInAs="editor"
      application="comp"
      answers={[
        cachedAnswer('getPayVisibility', { params: { id } }, { canView: true } as never),
        cachedAnswer('chartCompensationsByType', { params: { id } }, { employeeId: id, parts: [] }),
      ]}
    >
      <MemoryRouter initialEntries={[`/comp/employee/${id}/profile/compensation`]}>
        <main>
          <EmployeeCompensation id={id} />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    const add = await canvas.findByRole('button', { name: 'Add salary' });
    await expect(canvas.getAllByRole('heading')[0]).toHaveTextContent('Salary history');
    await expect(canvas.queryByText('Year by year')).toBeNull();
    await userEvent.click(add);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add salary' }));
    await expect(dialog.getByRole('combobox', { name: /^Currency/ })).toHaveValue('Pound Sterling');
    await expect(dialog.getByRole('combobox', { name: /^Frequency/ })).toHaveValue('Annual');
    await expect(dialog.queryByRole('textbox', { name: /^Hours a week/ })).toBeNull();
    await expect(dialog.getByRole('combobox', { name: /^Reason/ })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  },
};
