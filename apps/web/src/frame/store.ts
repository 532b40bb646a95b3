import {
  configureStore,
  type EnhancedStore,
  type StoreEnhancer,
  type ThunkDispatch,
  type Tuple,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { showInstantsIn } from '@carrara/ui/value';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/api.ts';
import { liveSlice } from '../live/liveSlice.ts';
import { sessionSlice } from '../session/sessionSlice.ts';

// Written out, because the compiler cannot write a type that holds every call of the contract.
export interface State {
  readonly api: ReturnType<typeof api.reducer>;
  readonly session: ReturnType<typeof sessionSlice.reducer>;
  readonly live: ReturnType<typeof liveSlice.reducer>;
}
export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>;
type Store = EnhancedStore<State, UnknownAction, Tuple<[StoreEnhancer<{ dispatch: Dispatch }>, StoreEnhancer]>>;

export const createStore = (): Store =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, live: liveSlice.reducer },
    middleware: (withDefaults) => withDefaults().concat(api.middleware),
  });
export const store: Store = createStore();
setupListeners(store.dispatch);
// Before any screen draws with the state that changed: times are the firm's, as its days are.
store.subscribe(() => showInstantsIn(store.getState().session.settings?.timeZone));
