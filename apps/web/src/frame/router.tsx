import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { type ReactNode, useEffect } from 'react';
import { createHashRouter, Outlet, type RouteObject, useParams, useRouteError } from 'react-router-dom';
import { NoticePage, notices } from '../session/signIn/NoticePage.tsx';
import { SessionGate } from '../session/signIn/SessionGate.tsx';
import { HomePage, PendingToIndexPage } from './edgePages.tsx';
import { brokenPageText, errorDetails } from './brokenPageText.ts';
import { FilledRedirect } from './FilledRedirect.tsx';
import { CrumbBoardProvider } from './RecordCrumb.tsx';
import { ScreenPage } from './ScreenPage.tsx';
import type { Redirect, Screen, ScreenProps } from './screenTypes.ts';
import { displayedView } from './displayedView.ts';
import { preload, useLazyPart } from './lazyParts.ts';
import { type ScreenTables, Tables } from './tables.ts';

const screenRoutes = (screen: Screen): RouteObject[] =>
  [screen.path, ...(screen.aliases ?? [])].map((path) => ({
    path: screen.views && !path.includes(':view') ? `${path}/:view?` : path,
    handle: { screen },
    element: <RecordScreen screen={screen} />,
  }));

/** Mounts a new page for each record, so that no data, choices or input of one record appear with another. */
function RecordScreen({ screen }: ScreenProps) {
  const { view: _ofTheSame, ...record } = useParams();
  return <ScreenPage key={`${screen.path} ${JSON.stringify(record)}`} screen={screen} />;
}

const redirectRoute = (redirect: Redirect): RouteObject => ({
  path: redirect.from,
  element: <FilledRedirect redirect={redirect} />,
});

/** Most visits start signed in, so the code of these pages loads only when they are displayed. */
const signInPage = { load: async () => (await import('../session/signIn/SignInPage.tsx')).SignInPage };
const newPasswordPage = { load: async () => (await import('../session/signIn/NewPasswordPage.tsx')).NewPasswordPage };
const secondFactorPage = {
  load: async () => (await import('../session/signIn/SecondFactorPage.tsx')).SecondFactorPage,
};
const resetPage = { load: async () => (await import('../session/signIn/ResetPage.tsx')).ResetPage };
const invitationPage = { load: async () => (await import('../session/signIn/InvitationPage.tsx')).InvitationPage };
const selectTenantPage = {
  load: async () => (await import('../session/signIn/SelectTenantPage.tsx')).SelectTenantPage,
};

/** The menu, search and bell. They load in parallel with the first requests, and on a sign-in page as soon as that is displayed. */
const shell = { load: async () => (await import('./Shell.tsx')).Shell };
const fetchShell = () => void preload(shell).catch(() => undefined);

function LazyShell({ children }: { readonly children: ReactNode }) {
  return useLazyPart(shell)?.({ children }) ?? <LoadingState lines={3} label="Opening" />;
}

function EntryScreen({ page }: { readonly page: typeof signInPage }) {
  const draw = useLazyPart(page);
  const isDrawn = draw !== undefined;
  useEffect(() => {
    if (isDrawn) fetchShell();
  }, [isDrawn]);
  return draw?.({}) ?? null;
}

function BrokenPage() {
  const error = useRouteError();
  return <ErrorState message={brokenPageText} details={errorDetails(error)} onRetry={() => window.location.reload()} />;
}

/** Returns all routes from the tables. Those before the sign-in are outside of the shell. */
const routesOf = (tables: ScreenTables): RouteObject[] => [
  { path: '/login/:token?', handle: { screen: signInPage }, element: <EntryScreen page={signInPage} /> },
  { path: '/reset/:token?', handle: { screen: resetPage }, element: <EntryScreen page={resetPage} /> },
  { path: '/invitation/:token', handle: { screen: invitationPage }, element: <EntryScreen page={invitationPage} /> },
  { path: '/second-factor', element: <EntryScreen page={secondFactorPage} /> },
  { path: '/new-password', element: <EntryScreen page={newPasswordPage} /> },
  { path: '/select-tenant', element: <EntryScreen page={selectTenantPage} /> },
  ...Object.keys(notices).map((path) => ({ path, element: <NoticePage path={path as keyof typeof notices} /> })),
  {
    element: (
      <SessionGate>
        <Tables value={tables}>
          <CrumbBoardProvider>
            <LazyShell>
              <Outlet />
            </LazyShell>
          </CrumbBoardProvider>
        </Tables>
      </SessionGate>
    ),
    errorElement: <BrokenPage />,
    children: [
      {
        errorElement: <BrokenPage />,
        children: [
          { index: true, path: '/', element: <HomePage /> },
          { path: '/Loading', element: <HomePage /> },
          ...tables.redirects.map(redirectRoute),
          ...tables.screens.flatMap(screenRoutes),
          { path: '*', element: <PendingToIndexPage /> },
        ],
      },
    ],
  },
];

export const createRouter = (tables: ScreenTables) => createHashRouter(routesOf(tables));

/** Loads the code of the initial page while the session is still being looked up. */
export function preloadOpening({ state }: Pick<ReturnType<typeof createRouter>, 'state'>): void {
  const match = state.matches.at(-1);
  // Nested routes are displayed inside the shell.
  if (state.matches.length > 1) fetchShell();
  const { screen } = (match?.route.handle ?? {}) as { readonly screen?: Pick<Screen, 'load' | 'views'> };
  const view = screen?.views && displayedView(screen.views, match?.params['view']);
  // A loading failure is reported where the part is rendered.
  const fetched = [screen && preload(screen), view && preload(view)];
  for (const part of fetched) part?.catch(() => undefined);
}
