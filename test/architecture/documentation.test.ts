import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, readSources } from './sources.ts';

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'packages/ui/README.md', ...inDocs];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

/** Returns the anchors of a page's headings, as GitHub writes them. */
const anchorsOf = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)|[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documentation', () => {
  it('links to existing pages and headings', () => {
    const broken = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^(https?|mailto):/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#');
          const target = path === '' ? page : join(dirname(page), path);
          return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('links to every page from the index', () => {
    const linked = (page: string) =>
      [...textOf(page).matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, link = '']) => join(dirname(page), link));
    const found = new Set(['docs/README.md']);
    for (const page of found) if (existsSync(join(root, page))) for (const next of linked(page)) found.add(next);
    expect(inDocs.filter((page) => !page.startsWith('docs/decisions/') && !found.has(page))).toEqual([]);
  });

  it('names existing tests as evidence of security', () => {
    const tests = new Set(
      ['packages', 'apps', 'test'].flatMap((folder) => readSources(folder)).map(({ path }) => basename(path)),
    );
    const named = [...textOf('docs/operate/security.md').matchAll(/[\w.]+\.test\.ts/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !tests.has(name))).toEqual([]);
  });

  it('has every page and decision that the code cites, calculations by their page', () => {
    const texts = ['packages', 'apps', 'test'].flatMap((folder) => readSources(folder, /\.(?:tsx?|css|sql)$/));
    const exists = (cited: string) =>
      cited.startsWith('docs/')
        ? existsSync(join(root, cited))
        : inDocs.some((page) => page.startsWith(`docs/decisions/${cited.slice(-4)}-`));
    const citations = /\bdocs\/[\w/-]+\.md\b|\b[Dd]ecision \d+|\bcalculations,? (?:sections? )?\d/g;
    const cited = texts.flatMap(({ path, text }) =>
      [...text.matchAll(citations)].map(([citation]) => ({ path, citation })),
    );
    expect(cited.length).toBeGreaterThan(200);
    expect(
      cited.filter(({ citation }) => !exists(citation)).map(({ path, citation }) => `${path}: ${citation}`),
    ).toEqual([]);
  });

  it('names buttons that create something as the screens do', () => {
    const screens = readdirSync(join(root, 'apps/web/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.stories.tsx'))
      .map((path) => readFileSync(join(root, 'apps/web/src', path), 'utf8'))
      .join('\n');
    const named = inDocs.flatMap((page) =>
      [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)]
        .flatMap(([, label = '']) => label.split(' > '))
        .filter((label) => /^Create \w+( \w+)?$/.test(label))
        .map((label) => [page, label] as const),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter(([, label]) => !screens.includes(label))).toEqual([]);
  });
});
