import type { Application } from '@carrara/contract/core/permissions';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect } from 'storybook/test';
import { redirects } from '../screens.ts';
import { CachedAnswers } from '../testing/cachedAnswers.tsx';
import { FilledRedirect } from './FilledRedirect.tsx';

const from = '/performance-lp';

function Opened({ application }: { readonly application: Application }) {
  const redirect = redirects.find((candidate) => candidate.from === from);
  return (
    <MemoryRouter initialEntries={[from]}>
      <CachedAnswers answers={[]} signedInAs="viewer" application={application}>
        <Routes>
          <Route path={from} element={redirect && <FilledRedirect redirect={redirect} />} />
          <Route path="/performance/dashboard" element="The dashboard" />
        </Routes>
      </CachedAnswers>
    </MemoryRouter>
  );
}

const meta: Meta<typeof Opened> = { title: 'frame/The address of an application', component: Opened };
export default meta;
type Story = StoryObj<typeof Opened>;

export const OwnApplication: Story = {
  args: { application: 'performance-lp' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The dashboard')).toBeVisible();
  },
};
export const MissingApplication: Story = {
  args: { application: 'performance' },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText("You don't have access to LP performance. An administrator can give it to you."),
    ).toBeVisible();
    await expect(canvas.queryByText('The dashboard')).toBeNull();
  },
};
