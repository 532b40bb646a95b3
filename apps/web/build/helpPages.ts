import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, Renderer } from 'marked';
import type { Plugin } from 'vite';
import { helpHref, helpPermission } from '../src/frame/helpAddress.ts';
import type { HelpEntry, HelpSection } from '../src/help/searchHelp.ts';

interface HelpPage extends HelpEntry {
  readonly html: string;
}

const docsFolder = fileURLToPath(new URL('../../../docs/', import.meta.url));
const pathOf = (file: string): string => file.replace(/\.md$/, '').replace(/\/README$/, '');
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const plainTextOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:;)])/g, '$1')
    .trim();

/** Returns the address of a linked page in the product; undefined if the help doesn't contain it. */
function linkedAddress(from: string, href: string): string | undefined {
  const [file = '', section] = href.split('#');
  const path = file === '' ? pathOf(from) : pathOf(posix.join(posix.dirname(from), file));
  return helpPermission(path) && helpHref(section ? `${path}?section=${section}` : path);
}

/** Headings and entries get ids that don't collide with those of the screen next to them. */
const idAttribute = (id: string): string => `id="help-${id}"`;

function createRenderer(file: string): Renderer {
  const renderer = new Renderer();
  renderer.heading = (text, level, raw, slugger) =>
    `<h${String(level)} ${idAttribute(slugger.slug(raw))}>${text}</h${String(level)}>\n`;
  renderer.link = (href, _title, text) => {
    if (href === null || href.startsWith('mailto:')) return text;
    if (/^https?:/.test(href)) return `<a href="${escapeText(href)}" target="_blank" rel="noreferrer">${text}</a>`;
    const address = linkedAddress(file, href);
    return address ? `<a href="${address}">${text}</a>` : text;
  };
  renderer.table = (header, body) =>
    `<div role="region" aria-label="Table" tabindex="0"><table><thead>${header}</thead><tbody>${body}</tbody></table></div>\n`;
  renderer.code = (code) => `<pre tabindex="0"><code>${escapeText(code)}</code></pre>\n`;
  renderer.listitem = (text) => {
    const term = /^<(strong|code)>(.+?)<\/\1>: /.exec(text);
    const isEntry = term !== null && (file === 'glossary.md' || file === 'reference/failures.md');
    return `<li${isEntry ? ` ${idAttribute(entryId(term[2] ?? ''))}` : ''}>${text}</li>\n`;
  };
  renderer.html = escapeText;
  renderer.image = (_href, _title, text) => text;
  return renderer;
}

const entryId = (term: string): string =>
  term
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Splits a page at its headings and, in the glossary, at its entries. */
function sectionsOf(html: string): readonly HelpSection[] {
  const starts = [...html.matchAll(/<(h[1-6]|li) id="help-([^"]+)">/g)];
  return starts.map((start, at) => {
    const whole = html.slice(start.index, starts[at + 1]?.index);
    const [, head = '', text = ''] =
      (start[1] === 'li' ? /<(?:strong|code)>(.+?)<\/(?:strong|code)>: ([^]*)/ : /<h\d[^>]*>(.*?)<\/h\d>([^]*)/).exec(
        whole,
      ) ?? [];
    return { id: start[2] ?? '', title: plainTextOf(head), text: plainTextOf(text) };
  });
}

function createPage(file: string, text: string): HelpPage {
  const html = marked.parse(text, { renderer: createRenderer(file), headerIds: true, mangle: false });
  const sections = sectionsOf(html);
  return { path: pathOf(file), title: sections[0]?.title ?? file, sections, html };
}

/** Reads the documentation pages that the product contains as its help. */
export async function readHelpPages(): Promise<readonly HelpPage[]> {
  const files = (await readdir(docsFolder, { recursive: true })).map((file) => file.replaceAll('\\', '/')).toSorted();
  const pages = files
    .filter((file) => file.endsWith('.md') && helpPermission(pathOf(file)))
    .map(async (file) => createPage(file, await readFile(`${docsFolder}${file}`, 'utf8')));
  return Promise.all(pages);
}

const prefix = 'virtual:help/';

/**
 * Serves the help as modules: `virtual:help/index` for the search, and a module for each page. They are rendered from `docs/` during the build, so the
 * browser loads neither Markdown nor its parser.
 */
export function helpModules(): Plugin {
  let pages: Promise<readonly HelpPage[]> | undefined;
  return {
    name: 'carrara-help',
    resolveId(id) {
      return id.startsWith(prefix) ? { id: `\0${id}`, moduleSideEffects: false } : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      pages ??= readHelpPages();
      const name = id.slice(prefix.length + 1);
      const all = await pages;
      if (name === 'index') {
        const entries = all.map(({ html: _html, ...entry }) => entry);
        const loads = all.map(
          ({ path }) => `${JSON.stringify(path)}: () => import(${JSON.stringify(`${prefix}page/${path}`)})`,
        );
        return `export const entries = ${JSON.stringify(entries)};\nexport const pages = { ${loads.join(', ')} };`;
      }
      const page = all.find(({ path }) => name === `page/${path}`);
      return page && `export const html = ${JSON.stringify(page.html)};`;
    },
    watchChange(id) {
      if (id.startsWith(docsFolder)) pages = undefined;
    },
  };
}
