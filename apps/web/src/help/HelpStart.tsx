import { modules } from '@carrara/contract/core/modules';
import { type Application, type Role, roles } from '@carrara/contract/core/permissions';
import { roleMeanings } from '@carrara/contract/core/roleMeanings';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Stack } from '../record/Stack.tsx';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import { helpHref } from '../frame/helpAddress.ts';
import { firmTopics, type HelpTopic, moduleTopics } from './helpTopics.ts';
import type { HelpEntry } from './searchHelp.ts';
import styles from './help.module.css';

interface HelpStartProps {
  /** The pages that the person can read. */
  readonly entries: readonly HelpEntry[];
  readonly isPage: boolean;
}

const kinds: readonly (readonly [title: string, includes: (path: string) => boolean])[] = [
  ['Guides', (path) => path.startsWith('user/')],
  ['Figures and terms', (path) => path === 'calculations' || path === 'glossary'],
  ['Operation', (path) => path.startsWith('operate/')],
  ['Integration', (path) => path.startsWith('reference/')],
];

/** The start of the help: the tasks of each role of the person, and the pages that they can read. */
export function HelpStart({ entries, isPage }: HelpStartProps) {
  const session = useSession();
  // Next to a page, the headings are below those of the panel.
  const Heading = isPage ? 'h2' : 'h3';
  const granted = session.settings?.applications ?? [];
  const allowed = (topics: readonly HelpTopic[]) => topics.filter(({ permission }) => allows(session, permission));
  return (
    <Stack>
      <Panel title={isPage ? 'Help' : 'Getting started'} isPage={isPage}>
        {granted.map(({ id, role }) => (
          <section key={id} className={styles.role} aria-label={modules[id].title}>
            <Heading>
              {modules[id].title}: {role}
            </Heading>
            <p className={styles.plain}>{meaningOf(id, role)}</p>
            <Topics topics={allowed(moduleTopics[id])} entries={entries} />
          </section>
        ))}
        <section className={styles.role} aria-label="Your firm and your account">
          <Heading>Your firm and your account</Heading>
          <Topics topics={allowed(firmTopics)} entries={entries} />
        </section>
      </Panel>
      <Panel title="All pages">
        <div className={styles.kinds}>
          {kinds.map(([title, includes]) => {
            const pages = entries.filter(({ path }) => includes(path));
            return pages.length > 0 ? (
              <section key={title} aria-label={title}>
                <Heading>{title}</Heading>
                <ul className={styles.pages}>
                  {pages.map((page) => (
                    <li key={page.path}>
                      <a href={helpHref(page.path)}>{page.title}</a>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null;
          })}
        </div>
        {allows(session, 'staff') ? (
          <p className={styles.plain}>
            Other programs can read and do everything on these screens. See the <a href="/api/docs">API reference</a>.
          </p>
        ) : null}
      </Panel>
    </Stack>
  );
}

/** Returns what a role allows, including the roles before it. In the portal, they are the same. */
const meaningOf = (id: Application, role: Role): string =>
  roles
    .slice(0, id === 'participant-portal' ? 1 : roles.indexOf(role) + 1)
    .map((name) => roleMeanings[id][name])
    .join(' ');

interface TopicsProps extends Pick<HelpStartProps, 'entries'> {
  readonly topics: readonly HelpTopic[];
}

const Topics = ({ topics, entries }: TopicsProps) => (
  <ul className={styles.topics}>
    {topics.map(({ title, text, href, guide }) => (
      <li key={title}>
        <a href={href}>{title}</a>
        <p>
          {text}
          {guide && entries.some(({ path }) => path === guide.split('?')[0]) ? (
            <>
              {' '}
              <a href={helpHref(guide)} aria-label={`Guide: ${title}`}>
                Guide
              </a>
            </>
          ) : null}
        </p>
      </li>
    ))}
  </ul>
);
