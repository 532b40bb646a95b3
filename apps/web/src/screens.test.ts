import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { redirects, screens, sections } from './screens.ts';

const addresses = screens.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
const leadsSomewhere = (path: string) => addresses.some((pattern) => matchPath(pattern, path) !== null);
const filled = (path: string) => path.replaceAll(/\/:(\w+)\?/g, '').replaceAll(/:\w+/g, 'x');

describe('the table of screens', () => {
  it('gives each address to one screen', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(sections.map(({ title, path }) => [title, path]))('leads from the menu entry %s to a screen', (_, path) => {
    expect(leadsSomewhere(path)).toBe(true);
  });

  it.each(redirects.map(({ from, to }) => [from, to]))('redirects %s to a screen', (_, to) => {
    expect(leadsSomewhere(filled(to))).toBe(true);
  });

  it('names the views of a profile differently', () => {
    const twice = screens.filter(({ views = [] }) => new Set(views.map(({ id }) => id)).size < views.length);
    expect(twice.map(({ path }) => path)).toEqual([]);
  });

  it('puts every screen into a section, notifications and help apart', () => {
    const known = new Set([...sections.map(({ id }) => id), 'notification', 'help']);
    expect(screens.filter(({ section }) => !known.has(section)).map(({ path }) => path)).toEqual([]);
  });
});
