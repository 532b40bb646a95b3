import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';

/** Returns a function that is true while the calling component is still mounted. */
export function useIsVisible(): () => boolean {
  const wasVisible = useRef(false);
  useEffect(() => {
    wasVisible.current = true;
    return () => {
      wasVisible.current = false;
    };
  }, []);
  return useCallback(() => wasVisible.current, []);
}

/**
 * Returns a `useNavigate` for the time after a response. It does nothing if the person has left the page meanwhile. Resolves to true if it navigated.
 */
export function useContinueTo(): (to: string, options?: NavigateOptions) => Promise<boolean> {
  const navigate = useNavigate();
  const isVisible = useIsVisible();
  return useCallback(
    async (to, options) => {
      if (!isVisible()) return false;
      await navigate(to, options);
      return true;
    },
    [navigate, isVisible],
  );
}
