import { useSyncExternalStore } from 'react';
import { messageHelp, onMessageHelp } from './messageHelp.ts';
import styles from './feedback.module.css';

/** A message, followed by a link to its help page if there is one. */
export function MessageText({ text }: { readonly text: string }) {
  const address = useSyncExternalStore(onMessageHelp, () => messageHelp(text));
  return address === undefined ? (
    text
  ) : (
    <>
      {text}{' '}
      <a className={styles.messageHelp} href={address} aria-label="Help on this message">
        Help
      </a>
    </>
  );
}
