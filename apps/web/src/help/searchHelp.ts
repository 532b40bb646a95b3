/** A part of a page with a heading, or an entry of the glossary. */
export interface HelpSection {
  readonly id: string;
  readonly title: string;
  /** Its plain text. */
  readonly text: string;
}

export interface HelpEntry {
  /** Its address after `#/help/`, such as `user/carry-run`. */
  readonly path: string;
  readonly title: string;
  readonly sections: readonly HelpSection[];
}

export interface HelpResult {
  readonly path: string;
  readonly section: string;
  readonly title: string;
  /** The kind of the page and, for a section, its title, such as "Guide: Close a quarter". */
  readonly detail: string;
  /** A part of the text with the first found word. */
  readonly excerpt: string;
}

const mostResults = 30;
const textBefore = 60;
const excerptLength = 180;

const kinds: readonly (readonly [prefix: string, title: string])[] = [
  ['glossary', 'Glossary'],
  ['user', 'Guide'],
  ['calculations', 'Calculation'],
  ['operate', 'Operation'],
];
const kindOf = (path: string): string => kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Reference';

/** Splits a search into lower-case terms. */
export const searchTerms = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns the sections that contain every term of a search, in their title, text or page title. Matches in titles come first. */
export function searchHelp(entries: readonly HelpEntry[], query: string): readonly HelpResult[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  return entries
    .flatMap(({ path, title, sections }) =>
      sections.map((section, at) => {
        const isPage = at === 0;
        const [own, page, text] = [section.title.toLowerCase(), title.toLowerCase(), section.text.toLowerCase()];
        const found = terms.map((term) => rankOf(term, { own, page, text }));
        const kind = kindOf(path);
        return {
          rank: found.includes(0) ? 0 : found.reduce((sum, rank) => sum + rank, own === terms.join(' ') ? 20 : 0),
          result: {
            path,
            section: isPage ? '' : section.id,
            title: section.title,
            detail: isPage || kind === 'Glossary' ? kind : `${kind}: ${title}`,
            excerpt: excerptOf(section.text, terms),
          },
        };
      }),
    )
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, mostResults)
    .map(({ result }) => result);
}

const rankOf = (term: string, { own, page, text }: Readonly<Record<'own' | 'page' | 'text', string>>): number =>
  (startsWord(own, term) ? 8 : own.includes(term) ? 4 : 0) +
  (text.includes(term) ? 2 : 0) +
  (page.includes(term) ? 1 : 0);

const startsWord = (text: string, term: string): boolean => ` ${text}`.includes(` ${term}`);

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0), text.length);
  const start = first === text.length ? 0 : Math.max(0, first - textBefore);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? '…' : ''}${part}${from + excerptLength < text.length ? '…' : ''}`;
}

/** Splits a text at the found terms, so that these can be marked. */
export function markTerms(
  text: string,
  terms: readonly string[],
): readonly { readonly text: string; readonly isFound: boolean }[] {
  if (terms.length === 0) return [{ text, isFound: false }];
  const pattern = new RegExp(`(${terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'i');
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
