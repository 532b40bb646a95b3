import { InputStorages } from '@carrara/ui/form/useStoredInput.ts';
import { type ReactNode, useCallback } from 'react';
import { useStore } from 'react-redux';
import type { State } from './sessionState.ts';
import { createInputStorage } from './inputStorage.ts';

/** Stores the unsaved input of all forms below, for the current person and tenant when a form is opened. */
export function StoredInputs({ children }: { readonly children: ReactNode }) {
  const store = useStore<State>();
  const storageOf = useCallback(
    (form: string) => {
      const { user, tenantId } = store.getState().session;
      const [address = ''] = window.location.hash.split('?');
      return user && tenantId ? createInputStorage({ personId: user.id, tenantId, address }, form) : undefined;
    },
    [store],
  );
  return <InputStorages.Provider value={storageOf}>{children}</InputStorages.Provider>;
}
