import { useSyncExternalStore } from 'react';
import { Banner } from './Banner.tsx';

/** Notices about the subject of an open dialog that come from outside the dialog. */
export interface DialogNews {
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => string | undefined;
}

/** Creates the notices for a dialog, and the function that sends one. */
export function createDialogNews(): DialogNews & { readonly notify: (text: string) => void } {
  let latest: string | undefined;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => latest,
    notify: (text) => {
      latest = text;
      for (const listener of listeners) listener();
    },
  };
}

const noNews: DialogNews = { subscribe: () => () => undefined, current: () => undefined };

export interface DialogNoticesProps {
  readonly news: DialogNews | undefined;
  /** Why the action was refused. */
  readonly refusal: string | undefined;
}

/** Notices at the top of a dialog: its subject has changed in the meantime, or the action was refused. */
export function DialogNotices({ news = noNews, refusal }: DialogNoticesProps) {
  const message = useSyncExternalStore(news.subscribe, news.current);
  return (
    <div role="alert">
      {refusal ? <Banner tone="bad">{refusal}</Banner> : null}
      {message ? <Banner tone="warn">{message}</Banner> : null}
    </div>
  );
}
