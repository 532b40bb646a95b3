import { useSyncExternalStore } from 'react';
import { messageLinks, onMessageHelp } from './messageHelp.ts';
import styles from './feedback.module.css';

/** Links to the records that a message of the server names. Displays nothing if there are none. */
export function MessageLinks({ text }: { readonly text: string }) {
  const links = useSyncExternalStore(onMessageHelp, () => messageLinks(text));
  return links?.map(({ name, href }) => (
    <a key={`${href} ${name}`} className={styles.messageLink} href={href}>
      {name}
    </a>
  ));
}
