import { modules } from '@carrara/contract/core/modules';
import { roleMeanings } from '@carrara/contract/core/roleMeanings';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useSession } from '../../../session/hooks.ts';
import { allows } from '../../../session/sessionSlice.ts';
import { keys, topics } from './helpTopics.ts';
import styles from './help.module.css';

/** `#/help`: instructions, the permissions of the person's role, and keyboard shortcuts. */
export function HelpPage() {
  const session = useSession();
  const granted = session.settings?.applications ?? [];
  return (
    <Stack>
      <Panel isPage title="Help">
        <ul className={styles.topics}>
          {topics
            .filter(({ permission }) => allows(session, permission))
            .map(({ title, text, href }) => (
              <li key={title}>
                <a href={href}>{title}</a>
                <p>{text}</p>
              </li>
            ))}
        </ul>
      </Panel>
      <Panel title="Your permissions">
        <dl className={styles.pairs}>
          {granted.map(({ id, role }) => (
            <div key={id}>
              <dt>
                {modules[id].title}: {role}
              </dt>
              <dd>{roleMeanings[id][role]}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Keyboard">
        <dl className={styles.pairs}>
          {keys.map(({ press, does }) => (
            <div key={press}>
              <dt>
                <kbd>{press}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Other programs">
        <p className={styles.plain}>
          Other programs can read and do everything on these screens. See the <a href="/api/docs">API reference</a>.
          Export lists and reports as Excel and PDF from their own screens.
        </p>
      </Panel>
    </Stack>
  );
}
