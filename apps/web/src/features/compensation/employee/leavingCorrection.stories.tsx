import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
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
