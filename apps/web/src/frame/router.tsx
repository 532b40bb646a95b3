import { ErrorState } from '@carrara/ui/feedback';
import { createHashRouter, Navigate, Outlet, type RouteObject, useParams, useRouteError } from 'react-router-dom';
import { redirects, screens } from '../screens.ts';
import { NoticePage, notices } from '../session/NoticePage.tsx';
import { SessionGate } from '../session/SessionGate.tsx';
import { HomePage, PendingToIndexPage } from './edgePages.tsx';
import { CrumbBoardProvider } from './RecordCrumb.tsx';
import { ScreenPage } from './ScreenPage.tsx';
import type { Redirect, Screen } from './screenTypes.ts';
import { Shell } from './Shell.tsx';
import { useLazyPart } from './lazyParts.ts';

const screenRoutes = (screen: Screen): RouteObject[] =>
  [screen.path, ...(screen.aliases ?? [])].map((path) => ({
    path: screen.views && !path.includes(':view') ? `${path}/:view?` : path,
    handle: { screen },
    element: <ScreenPage key={screen.path} screen={screen} />,
  }));

const redirectRoute = ({ from, to }: Redirect): RouteObject => ({ path: from, element: <FilledRedirect to={to} /> });

/** The target with the parameters of the address filled in; what has none is left out. */
function FilledRedirect({ to }: { readonly to: string }) {
  const params = useParams();
  const filled = to.replaceAll(/\/:(\w+)\??/g, (_, name: string) => (params[name] ? `/${params[name]}` : ''));
  return <Navigate replace to={filled} />;
}

/** Most visits begin signed in, so the code of these pages is fetched when they are shown. */
const signInPage = { load: async () => (await import('../session/SignInPage.tsx')).SignInPage };
const newPasswordPage = { load: async () => (await import('../session/NewPasswordPage.tsx')).NewPasswordPage };
const selectTenantPage = { load: async () => (await import('../session/SelectTenantPage.tsx')).SelectTenantPage };

function EntryScreen({ page }: { readonly page: typeof signInPage }) {
  return useLazyPart(page)?.({}) ?? null;
}

function BrokenPage() {
  const error = useRouteError();
  return (
    <ErrorState
      message={`This page stopped working${error instanceof Error ? `: ${error.message}` : ''}. Nothing was saved by it; what you typed into a form is kept and offered when you open it again.`}
      onRetry={() => window.location.reload()}
    />
  );
}

/** All routes, from the tables. Those before the sign-in stand outside the shell. */
export const routes: RouteObject[] = [
  { path: '/login/:token?', element: <EntryScreen page={signInPage} /> },
  { path: '/new-password', element: <EntryScreen page={newPasswordPage} /> },
  { path: '/select-tenant', element: <EntryScreen page={selectTenantPage} /> },
  ...Object.keys(notices).map((path) => ({ path, element: <NoticePage path={path as keyof typeof notices} /> })),
  {
    element: (
      <SessionGate>
        <CrumbBoardProvider>
          <Shell>
            <Outlet />
          </Shell>
        </CrumbBoardProvider>
      </SessionGate>
    ),
    errorElement: <BrokenPage />,
    children: [
      {
        errorElement: <BrokenPage />,
        children: [
          { index: true, path: '/', element: <HomePage /> },
          { path: '/Loading', element: <HomePage /> },
          ...redirects.map(redirectRoute),
          ...screens.flatMap(screenRoutes),
          { path: '*', element: <PendingToIndexPage /> },
        ],
      },
    ],
  },
];

export const createRouter = () => createHashRouter(routes);
