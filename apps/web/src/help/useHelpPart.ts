import { useEffect, useState } from 'react';

/**
 * Returns a lazily loaded part of the help, with the failure if it couldn't be loaded. `load` has to be the same function as long as the part is the
 * same.
 */
export function useHelpPart<T>(load: (() => Promise<T>) | undefined) {
  const [state, setState] = useState<{ readonly load: unknown; readonly data?: T; readonly error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load?.().then(
      (data) => isCurrent && setState({ load, data }),
      (error: unknown) => isCurrent && setState({ load, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const current = state?.load === load ? state : undefined;
  return { data: current?.data, error: current?.error, retry: () => setAttempt((count) => count + 1) };
}
