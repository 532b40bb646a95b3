import { useEffect, useEffectEvent } from 'react';

/** The dialogs over the page, topmost last. A form below a dialog ignores the save key. */
const dialogs = '[role=dialog][aria-modal=true], dialog:modal';

function isCovered(form: string | undefined): boolean {
  const top = [...document.querySelectorAll(dialogs)].at(-1);
  return top !== undefined && !(form !== undefined && top.querySelector(`#${CSS.escape(form)}`));
}

/** Saves on Ctrl+S or Cmd+S, wherever the focus is, instead of opening the browser's own 'save page'. With two forms, the topmost one is saved. */
export function useSaveKey(save: () => void, form?: string): void {
  const saveNow = useEffectEvent(save);
  const isBelow = useEffectEvent(() => isCovered(form));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (isBelow()) return;
      // A field reports its edited value when it loses the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setTimeout(() => saveNow());
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
