import '@carrara/ui/styles.css';
import { Feedback, showServerError } from '@carrara/ui/feedback';
import { CarraraTheme } from '@carrara/ui/theme';
import { StatusTones } from '@carrara/ui/value';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { connect } from './api/surroundings.ts';
import { routeHashLinks } from './app/hashLinks.ts';
import { AllOptionSources } from './app/OptionSources.tsx';
import { closeDialogsOnLeaving } from './app/leavingPage.ts';
import { createRouter } from './app/router.tsx';
import { statusTones } from './app/statusTones.ts';
import { type State, store } from './app/store.ts';
import { startLive } from './live/live.ts';
import { entryRoutes } from './session/entryRoutes.ts';
import { rememberPath } from './session/remembered.ts';
import { startSession } from './session/session.ts';
import { signedOut } from './session/sessionSlice.ts';

const router = createRouter();

connect({
  tenantOfTab: (state) => (state as State).session.tenantId ?? undefined,
  onSignedOut: () => {
    const { pathname, search } = router.state.location;
    if (!entryRoutes.some(({ path }) => path === pathname) && !pathname.startsWith('/login'))
      rememberPath(`${pathname}${search}`);
    store.dispatch(signedOut('signedOut'));
  },
  onServerError: (errorId) => void showServerError(errorId),
});
routeHashLinks(router);
closeDialogsOnLeaving(router);
startLive(store);
void startSession(store.dispatch);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <CarraraTheme>
    <Provider store={store}>
      <AllOptionSources>
        <StatusTones value={statusTones}>
          <Feedback>
            <RouterProvider router={router} />
          </Feedback>
        </StatusTones>
      </AllOptionSources>
    </Provider>
  </CarraraTheme>,
);
