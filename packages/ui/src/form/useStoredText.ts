import { useMemo } from 'react';
import { useStoredInput } from './useStoredInput.ts';

/** Stores a text that is typed outside a form, such as a comment, if it differs from its initial text. */
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
