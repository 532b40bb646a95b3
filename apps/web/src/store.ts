import { configureStore } from '@reduxjs/toolkit';
import { showInstantsIn } from '@carrara/ui/value/formatDate.ts';
import { showFormats } from '@carrara/ui/value/personalFormats.ts';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from './api/api.ts';
import { overtakenReads } from './api/overtakenReads.ts';
import { liveSlice } from './live/liveSlice.ts';
import { sessionSlice } from './session/sessionSlice.ts';

export const createStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, live: liveSlice.reducer },
    middleware: (withDefaults) => withDefaults().concat(overtakenReads, api.middleware),
  });
export const store = createStore();
setupListeners(store.dispatch);
// Runs before any page renders the new state, because times are displayed in the firm's time zone, and dates and numbers in the person's format.
const { timeZone: readersZone } = Intl.DateTimeFormat().resolvedOptions();
store.subscribe(() => {
  const { settings, user } = store.getState().session;
  showInstantsIn(settings?.timeZone, readersZone);
  showFormats(user?.formats);
});
