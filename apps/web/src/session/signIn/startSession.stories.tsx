import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Navigate, Route, Routes } from 'react-router-dom';
import { expect, within } from 'storybook/test';
import { createStore } from '../../store.ts';
import { NoticePage } from './NoticePage.tsx';
import { pageOfPhase } from './phases.ts';
import { lastModule, lastPath, rememberModule, rememberPath } from '../lastVisit.ts';
import { SessionGate } from './SessionGate.tsx';
import { startSession } from '../session.ts';
import { SignInPage } from './SignInPage.tsx';

const tenantId = '00000000-0000-4000-8000-000000000001';
const personId = '00000000-0000-4000-8000-0000000000aa';
const carry = { Id: 'carry', Name: 'Carry', ApplicationSettings: { moduleName: 'carry', indexUrl: '#/carry' } };

interface Answered {
  readonly status: number;
  readonly body: unknown;
}
const refused = (status: number, code: string): Answered => ({
  status,
  body: { Message: 'Refused.', Errors: [{ Code: code, Message: 'Refused.' }] },
});
/** The responses of a server that accepts this browser's cookie. */
const answers: Readonly<Record<string, Answered>> = {
  '/api/user/tenant-list': {
    status: 200,
    body: [{ Id: tenantId, Name: 'Harbour Lane', IsLPTenant: false, Applications: ['carry'] }],
  },
  '/api/signin/': { status: 200, body: { Id: personId, FirstName: 'Ada', LastName: 'Moss', Applications: [carry] } },
  '/api/tenant/settings': { status: 200, body: { TenantId: tenantId, Name: 'Harbour Lane', Applications: [] } },
  '/api/signin/signout': { status: 200, body: { LoginUrl: '#/login' } },
  '/api/signin/getloginurls': { status: 200, body: { LocalAccounts: true, Passkeys: false, LoginUrls: [] } },
};

let paths: string[] = [];

/** Simulates that server, with some responses replaced. */
const serveInstead = (instead: Readonly<Record<string, Answered>>) => () => {
  const before = window.fetch;
  paths = [];
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const path = new URL(address, window.location.href).pathname.toLowerCase();
    if (!path.startsWith('/api/')) return before(input, init);
    paths.push(path);
    const { status, body } = instead[path] ?? answers[path] ?? refused(404, 'NOT_FOUND');
    return Promise.resolve(Response.json(body, { status }));
  };
  rememberPath('/carry/fund');
  rememberModule('carry');
  return () => {
    window.fetch = before;
  };
};

/** Starts a tab, which opens the page that its session leads to. */
function Tab() {
  const [store] = useState(createStore);
  useEffect(() => void startSession(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/login']}>
        <Routes>
          <Route path="/login" element={<SignInPage />} />
          <Route
            path="/carry/fund"
            element={
              <SessionGate>
                <h1>Funds</h1>
              </SessionGate>
            }
          />
          <Route path="/settings-load-failure" element={<NoticePage path="/settings-load-failure" />} />
          <Route path="*" element={<Navigate to={pageOfPhase(store.getState().session.phase) ?? '/login'} />} />
        </Routes>
      </MemoryRouter>
    </Provider>
  );
}

const meta = {
  title: 'features/Start of a session',
  parameters: { frameless: true },
  render: () => <Tab />,
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const SavedCookie: Story = {
  name: 'A saved cookie signs in by itself and returns to the last path [U-T-041, U-T-102]',
  beforeEach: serveInstead({}),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('heading', { name: 'Funds' })).toBeVisible();
    await expect(paths).toContain('/api/tenant/settings');
    await expect([lastPath(), lastModule()]).toEqual(['/carry/fund', 'carry']);
  },
};

const endsThere: Story['play'] = async ({ canvasElement }) => {
  const page = within(canvasElement);
  await expect(await page.findByRole('heading', { name: 'Settings couldn’t be loaded' })).toBeVisible();
  await expect(paths).toContain('/api/signin/signout');
};

export const SettingsFail: Story = {
  name: 'Settings that cannot be loaded end the session [U-T-043]',
  beforeEach: serveInstead({ '/api/tenant/settings': refused(500, 'INTERNAL') }),
  play: endsThere,
};

export const TenantMissing: Story = {
  name: 'So does a firm that is not named [U-T-043]',
  beforeEach: serveInstead({ '/api/tenant/settings': refused(400, 'TENANT_REQUIRED') }),
  play: endsThere,
};

export const UserMissing: Story = {
  name: 'A person who isn’t found does so too [U-T-044]',
  beforeEach: serveInstead({ '/api/signin/': refused(404, 'NOT_FOUND') }),
  play: endsThere,
};
