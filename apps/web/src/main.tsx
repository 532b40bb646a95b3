import '@carrara/ui/styles.css';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import { showServerError } from '@carrara/ui/feedback/questions.tsx';
import { CarraraTheme } from '@carrara/ui/theme/CarraraTheme.tsx';
import { StatusTones } from '@carrara/ui/value/StatusBadge.tsx';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { connect } from './api/surroundings.ts';
import { routeHashLinks } from './frame/hashLinks.ts';
import { AllOptionSources } from './record/editor/OptionSources.tsx';
import { confirmBeforeLeaving, closeDialogsOnLeaving } from './frame/leavingPage.ts';
import { createRouter, preloadOpening } from './frame/router.tsx';
import { FigureNotesProvider } from './record/notes/FigureNotesProvider.tsx';
import { statusTones } from './frame/statusTones.ts';
import { followHistory, guardTypedAddress } from './frame/typedAddress.ts';
import { startLive } from './live/live.ts';
import { help, redirects, screens, sections } from './screens.ts';
import { removeEarlySignIn } from './session/signIn/earlySignIn.ts';
import { entryRoutes } from './session/signIn/entryRoutes.ts';
import { StoredInputs } from './session/StoredInputs.tsx';
import { rememberPath, rememberTenant } from './session/lastVisit.ts';
import { mayCallNow, sessionEnded } from './session/renewal.ts';
import { startSession } from './session/session.ts';
import type { State } from './session/sessionState.ts';
import { stepUp } from './session/secondFactor/stepUp.ts';
import { SessionEnded } from './session/signIn/SessionEnded.tsx';
import { store } from './store.ts';

guardTypedAddress(() => router);
const router = createRouter({ sections, screens, redirects, help });

/** Stores the requested address, which opens after the sign-in. */
function rememberRequest(): void {
  const { pathname, search } = router.state.location;
  // A link from an email must not be stored in a cookie.
  if (!entryRoutes.some(({ path }) => path === pathname) && !/^\/(login|reset|invitation)(\/|$)/.test(pathname))
    rememberPath(`${pathname}${search}`);
}

/** Opens the firm that an emailed link names. The session still decides whether the person may. */
function rememberFirm(): void {
  const firm = new URLSearchParams(router.state.location.search).get('firm');
  if (firm) rememberTenant(firm);
}

connect({
  tenantOfTab: (state) => (state as State).session.tenantId ?? undefined,
  mayCall: () => mayCallNow(store.getState()),
  onSignedOut: () => {
    rememberRequest();
    return sessionEnded(store.dispatch, store.getState());
  },
  // While the firm is still being opened, a page asks for the second factor instead.
  onStepUp: async () => store.getState().session.phase === 'ready' && stepUp(),
  onServerError: (errorId) => void showServerError(errorId),
  onTaskStarted: async (task) => (await import('./record/task/followTask.tsx')).followTask(task),
});
/** The early sign-in page stays until the React one takes over or another page is certain. */
function removeEarlyPage(): void {
  const { pathname } = router.state.location;
  const { phase } = store.getState().session;
  const leadsToSignIn = pathname === '/login' || phase === 'starting' || phase === 'signedOut';
  if (!leadsToSignIn || /^\/(login|reset|invitation)\//.test(pathname)) removeEarlySignIn();
}
removeEarlyPage();
router.subscribe(removeEarlyPage);
store.subscribe(removeEarlyPage);
followHistory(router);
routeHashLinks(router);
confirmBeforeLeaving(router);
closeDialogsOnLeaving(router);
startLive(store);
rememberRequest();
rememberFirm();
void startSession(store.dispatch);
preloadOpening(router);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <CarraraTheme>
    <Provider store={store}>
      <AllOptionSources>
        <StatusTones value={statusTones}>
          <StoredInputs>
            <Feedback>
              <FigureNotesProvider>
                <RouterProvider router={router} />
              </FigureNotesProvider>
            </Feedback>
            <SessionEnded />
          </StoredInputs>
        </StatusTones>
      </AllOptionSources>
    </Provider>
  </CarraraTheme>,
);
