import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';

/** Whether the part that asked is still shown when the answer is there. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}

/** `useNavigate` for what an answer leads to: who has gone elsewhere meanwhile stays there. Answers whether it led on. */
export function useGoOn(): (to: string, options?: NavigateOptions) => Promise<boolean> {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return useCallback(
    async (to, options) => {
      if (!isShown()) return false;
      await navigate(to, options);
      return true;
    },
    [navigate, isShown],
  );
}
