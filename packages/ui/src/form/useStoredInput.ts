import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Unsaved input of a form. */
export interface StoredInput {
  /** The instant of the last change. */
  readonly at: string;
  /** The version of the record that was being changed. */
  readonly basis?: number | undefined;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly extra?: unknown;
}

/** The storage key of one form's input. */
export interface InputStorage {
  readonly read: () => StoredInput | undefined;
  readonly write: (input: StoredInput) => void;
  readonly drop: () => void;
}

/** Returns the storage of a form by its name. The application adds person, tenant and address. Without it, nothing is stored. */
export const InputStorages = createContext<(name: string) => InputStorage | undefined>(() => undefined);

/** The pause in typing before input is stored. A browser that crashes loses no more than that. */
const pauseMilliseconds = 250;

export interface StoredInputOptions {
  readonly name: string | undefined;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly extra: unknown;
  readonly basis: number | undefined;
  readonly restore: (changes: Readonly<Record<string, unknown>>, extra: unknown) => void;
}

/** Unsaved input from an earlier visit, with the actions for it. */
export type StoredInputState = ReturnType<typeof useStoredInput>;

/** Stores input while it is unsaved, and offers input from an earlier visit. */
export function useStoredInput({ name, changes, extra, basis, restore }: StoredInputOptions) {
  const storageOf = useContext(InputStorages);
  const [storage] = useState(() => (name === undefined ? undefined : storageOf(name)));
  const [offered, setOffered] = useState(() => storage?.read());
  const wrote = useRef(false);
  const save = () => {
    if (!storage) return;
    const isBlank = Object.keys(changes).length === 0 && extra === undefined;
    if (!isBlank) {
      wrote.current = true;
      // Earlier input that was offered but not yet restored or discarded stays stored next to the new input.
      storage.write({
        at: new Date().toISOString(),
        basis,
        changes: { ...offered?.changes, ...changes },
        extra: extra ?? offered?.extra,
      });
    } else if (wrote.current && !offered) {
      wrote.current = false;
      storage.drop();
    }
  };
  const write = useEffectEvent(save);
  useEffect(() => {
    const timer = setTimeout(() => write(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [changes, extra]);
  useEffect(() => {
    const leave = () => write();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  const forget = () => {
    wrote.current = false;
    storage?.drop();
    setOffered(undefined);
  };
  return {
    offered,
    /** True if somebody has changed the record since then. */
    isOlder: offered?.basis !== undefined && basis !== undefined && offered.basis !== basis,
    restore: () => {
      if (offered) restore(offered.changes, offered.extra);
      setOffered(undefined);
    },
    /** Stores the input at once, because the form may be left before the pause in typing is over. */
    save,
    drop: forget,
  };
}
