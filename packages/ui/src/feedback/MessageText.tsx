import { useSyncExternalStore } from 'react';
import { messageHelp, onMessageHelp } from './messageHelp.ts';
import { MessageLinks } from './MessageLinks.tsx';
import styles from './feedback.module.css';

/** A message, followed by a link to its help page if there is one. */
export function MessageText({ text }: { readonly text: string }) {
  const address = useSyncExternalStore(onMessageHelp, () => messageHelp(text));
  return (
    <>
      {text}
      {address === undefined ? null : (
        <>
          {' '}
          <a className={styles.messageHelp} href={address} aria-label="Help on this message">
            Help
          </a>
        </>
      )}
      <MessageLinks text={text} />
    </>
  );
}
