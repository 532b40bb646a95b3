import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { EmploymentSteps } from '../../../record/profile/EmploymentSteps.tsx';
import { MoveButton } from '../../../record/profile/Moves.tsx';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { leavingCorrection } from './leavingCorrection.tsx';

type Step = Answer<'getCompEmployee'>['employment'][number];
const step = (kind: Step['kind'], eventDate: string, reason: string | null, isCorrected = false): Step => ({
  kind,
  eventDate,
  reason,
  isCorrected,
  recordedBy: 'Ada Example',
  recordedDate: '2026-10-01T12:00:00.000Z',
});
const employee = {
  id: 'lou',
  rowVersion: 3,
  name: 'Lou Test',
  terminationDate: '2026-08-31',
  leaverKind: 'Good leaver',
  employment: [
    step('HIRED', '2020-01-01', null),
    step('TERMINATED', '2026-08-31', 'Retired'),
    step('TERMINATED', '2026-09-30', 'Left', true),
  ],
} as Answer<'getCompEmployee'>;

function Leaver() {
  const { id, rowVersion } = employee;
  return (
    <CachedAnswers signedInAs="editor" application="comp" answers={[]}>
      <MemoryRouter>
        <main>
          <MoveButton
            lifecycle="employee"
            event="correctEmployeeLeaving"
            record={{ id, rowVersion, name: 'Lou Test' }}
            own={leavingCorrection(employee)}
          />
          <EmploymentSteps steps={employee.employment} />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'compensation/Correct leaving', component: Leaver } satisfies Meta<typeof Leaver>;
export default meta;

export const Correction: StoryObj<typeof meta> = {
  name: 'A dialog that starts with the recorded values, and a history with each version',
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Terminated (corrected later)')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Correct leaving' }));
    await expect(await screen.findByRole('dialog', { name: /^Correct the leaving of \S/ })).toBeVisible();
    await expect(await screen.findByRole('textbox', { name: /Reason/ })).toHaveValue('Retired');
    await expect(screen.getByRole('textbox', { name: /Termination date/ })).toHaveValue('08/31/2026');
    await expect(screen.getByRole('combobox', { name: /Leaver type/ })).toHaveValue('Good leaver');
  },
};

const warning =
  '13 pay records are dated after 08/31/2015: 2 salaries, 1 award, 10 payroll payments. Check the last day of employment, or confirm it to save the leaving.';
const sent = fn<(body: unknown) => void>();
export const BeforePayRecords: StoryObj<typeof meta> = {
  name: 'A last day before pay records is saved once somebody confirms the warning',
  beforeEach: () => {
    sent.mockClear();
    const before = window.fetch;
    window.fetch = async (request, init) => {
      const text = request instanceof Request ? await request.clone().text() : String(init?.body ?? '{}');
      const body = JSON.parse(text || '{}') as { readonly WarningsConfirmed?: boolean };
      sent(body);
      const errors = [{ Code: 'WARNINGS_NOT_CONFIRMED', Path: 'TerminationDate', Message: warning }];
      return body.WarningsConfirmed
        ? Response.json({ Id: 'lou', RowVersion: 4, Name: 'Lou Test' })
        : Response.json({ Message: warning, Errors: errors }, { status: 422 });
    };
    return () => {
      window.fetch = before;
    };
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Correct leaving' }));
    const day = await screen.findByRole('textbox', { name: /Termination date/ });
    await userEvent.clear(day);
    await userEvent.type(day, '08/31/2015');
    const dialog = within(screen.getByRole('dialog', { name: /^Correct the leaving of/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Correct leaving' }));
    await expect(await screen.findByText(warning)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(sent).toHaveBeenLastCalledWith(
        expect.objectContaining({ TerminationDate: '2015-08-31', WarningsConfirmed: true }),
      ),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
