import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S or Cmd+S saves, wherever the focus is; the browser's own 'save page' never comes up. */
export function useSaveKey(save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // The field being edited hands over its value when it is left.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setTimeout(() => saveNow());
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
