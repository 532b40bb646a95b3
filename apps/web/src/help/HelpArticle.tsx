import { useLayoutEffect, useMemo, useRef } from 'react';
import { ReadState } from '../record/ReadState.tsx';
import { useSession } from '../session/hooks.ts';
import { allows, type SessionState } from '../session/sessionSlice.ts';
import { helpPermission, parseHelpHref } from '../frame/helpAddress.ts';
import styles from './help.module.css';
import { useHelpPart } from './useHelpPart.ts';

interface HelpArticleProps {
  readonly load: () => Promise<{ readonly html: string }>;
  readonly section: string | undefined;
  readonly isPage: boolean;
}

/** A page of the documentation. It opens at the section, which gets the focus. */
export function HelpArticle({ load, section, isPage }: HelpArticleProps) {
  const session = useSession();
  const { data, error, retry } = useHelpPart(load);
  const article = useRef<HTMLElement>(null);
  const content = useMemo(() => data && { __html: readableHtml(data.html, session, isPage) }, [data, session, isPage]);
  const isLoaded = content !== undefined;
  useLayoutEffect(() => {
    const target = section === undefined ? null : document.getElementById(`help-${section}`);
    const start = target !== null && article.current?.contains(target) ? target : article.current;
    if (!isLoaded || !start) return;
    if (start === target) {
      start.setAttribute('tabindex', '-1');
      start.scrollIntoView({ block: 'start' });
    }
    // Somebody who already types into the search goes on there.
    if (!document.activeElement?.matches('input')) start.focus({ preventScroll: true });
  }, [section, isLoaded]);
  if (!content) return <ReadState error={error} onRetry={retry} />;
  // The HTML was rendered from the product's own documentation during the build, which escapes raw HTML.
  return <article ref={article} className={styles.article} tabIndex={-1} dangerouslySetInnerHTML={content} />;
}

/** Removes links to pages that the reader can't open. Next to another page, headings are one level lower. */
function readableHtml(html: string, session: SessionState, isPage: boolean): string {
  const readable = html.replaceAll(/<a href="(#[^"]*)">(.*?)<\/a>/g, (link, href: string, text: string) => {
    const path = parseHelpHref(href)?.path;
    return path !== undefined && allows(session, helpPermission(path) ?? 'public') ? link : text;
  });
  return isPage
    ? readable
    : readable.replaceAll(/(<\/?h)([1-5])/g, (_, tag: string, level: string) => `${tag}${String(Number(level) + 1)}`);
}
