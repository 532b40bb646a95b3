import { SearchBox } from '@carrara/ui/list/SearchBox.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useEffect, useRef, useState } from 'react';
import { ReadState } from '../record/ReadState.tsx';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import { HelpArticle } from './HelpArticle.tsx';
import { type HelpAddress, helpHref, helpPermission } from '../frame/helpAddress.ts';
import { HelpStart } from './HelpStart.tsx';
import { isTyping } from '../frame/isTyping.ts';
import { type HelpEntry, markTerms, searchHelp, searchTerms } from './searchHelp.ts';
import styles from './help.module.css';
import { useHelpPart } from './useHelpPart.ts';

const loadIndex = () => import('virtual:help/index');

export interface HelpBrowserProps {
  readonly address: HelpAddress;
  /** True if the help is the whole page. */
  readonly isPage?: boolean;
}

/** The help: a search, and the start or the page at the address. */
export function HelpBrowser({ address, isPage = false }: HelpBrowserProps) {
  const session = useSession();
  const { data: index, error, retry } = useHelpPart(loadIndex);
  const [query, setQuery] = useState('');
  const [searchedAt, setSearchedAt] = useState(address);
  const box = useRef<HTMLInputElement>(null);
  // A followed result or link ends the search.
  if (searchedAt !== address) {
    setSearchedAt(address);
    setQuery('');
  }
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', focusOnSlash);
    return () => window.removeEventListener('keydown', focusOnSlash);
  }, []);
  const entries = index?.entries.filter(({ path }) => allows(session, helpPermission(path) ?? 'public'));
  return (
    <div className={styles.browser}>
      <div className={styles.search} data-only-shows>
        <SearchBox
          label="Search help"
          value={query}
          onSearch={setQuery}
          inputRef={box}
          isFirstInDialog={address.path === undefined}
        />
      </div>
      {entries && index ? (
        <HelpContent {...{ address, isPage, query, entries }} pages={index.pages} />
      ) : (
        <ReadState error={error} onRetry={retry} />
      )}
    </div>
  );
}

interface HelpContentProps extends Required<HelpBrowserProps> {
  readonly query: string;
  readonly entries: readonly HelpEntry[];
  readonly pages: typeof import('virtual:help/index').pages;
}

function HelpContent({ address, isPage, query, entries, pages }: HelpContentProps) {
  if (query !== '') return <Results query={query} entries={entries} />;
  const { path, section } = address;
  if (path === undefined) return <HelpStart entries={entries} isPage={isPage} />;
  const load = entries.some((entry) => entry.path === path) ? pages[path] : undefined;
  return load ? (
    <HelpArticle key={path} load={load} section={section} isPage={isPage} />
  ) : (
    <Panel title={isPage ? 'Help' : 'Page not found'} isPage={isPage}>
      <p className={styles.plain}>There is no such help page. Search the help, or open its start.</p>
    </Panel>
  );
}

function Results({ query, entries }: Pick<HelpContentProps, 'query' | 'entries'>) {
  const results = searchHelp(entries, query);
  const terms = searchTerms(query);
  return (
    <section aria-label="Search results">
      <p className={styles.plain} role="status">
        {results.length === 0
          ? 'Nothing found. Try another word, for example one from the glossary.'
          : `${String(results.length)} ${results.length === 1 ? 'result' : 'results'}`}
      </p>
      <ul className={styles.results}>
        {results.map(({ path, section, title, detail, excerpt }) => (
          <li key={`${path} ${section}`}>
            <a href={helpHref(section ? `${path}?section=${section}` : path)}>{title}</a>
            <span>{detail}</span>
            <p>
              {markTerms(excerpt, terms).map(({ text, isFound }, at) =>
                // The parts of an excerpt never change their order.
                isFound ? <mark key={`${String(at)} ${text}`}>{text}</mark> : text,
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
