import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';

/** Returns a function that is true while the calling component is still mounted. */
export function useIsVisible(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}

/**
 * Returns a `useNavigate` for the time after a response. It does nothing if the person has left the page meanwhile. Resolves to true if it navigated.
 */
export function useGoOn(): (to: string, options?: NavigateOptions) => Promise<boolean> {
  const navigate = useNavigate();
  const isShown = useIsVisible();
  return useCallback(
    async (to, options) => {
      if (!isShown()) return false;
      await navigate(to, options);
      return true;
    },
    [navigate, isShown],
  );
}
