import { useMemo } from 'react';
import { useStoredInput } from './useStoredInput.ts';

/** Keeps one text that is typed outside of a form, as a comment: what differs from where it began. */
export function useStoredText(name: string, text: string, change: (text: string) => void, start = '') {
  const changes = useMemo(() => (text === start ? {} : { text }), [text, start]);
  return useStoredInput({
    name,
    changes,
    extra: undefined,
    basis: undefined,
    restore: (stored) => change(typeof stored['text'] === 'string' ? stored['text'] : ''),
  });
}
