import { describe, expect, it } from 'vitest';
import { screens, sections } from '../screens.ts';
import { crumbsOf } from './crumbs.ts';

const trail = (path: string, record?: string, view?: string) => {
  const screen = screens.find((one) => one.path === path);
  const section = sections.find(({ id }) => id === screen?.section);
  const crumb = record === undefined ? undefined : { name: record, href: '#/there' };
  return crumbsOf(screen, section, crumb, view).map(({ title }) => title);
};

describe('the breadcrumbs start at Home and end where the reader is', () => {
  it('a list', () => expect(trail('/carry/fund')).toEqual(['Home', 'Funds']));
  it('a new record', () => expect(trail('/carry/fund/add')).toEqual(['Home', 'Funds', 'Add fund']));
  it('a record that is edited', () =>
    expect(trail('/carry/fund/:id/edit', 'Fund I')).toEqual(['Home', 'Funds', 'Fund I', 'Edit']));
  it('a view of a profile', () =>
    expect(trail('/carry/fund/:id/profile', 'Fund I', 'investment')).toEqual([
      'Home',
      'Funds',
      'Fund I',
      'Investments',
    ]));
  it('a page of its own', () => expect(trail('/notification')).toEqual(['Home', 'Notifications']));
});

it('does not link to the page itself', () => {
  expect(crumbsOf(screens[0], sections[1], undefined, undefined).at(-1)).toEqual({ title: 'Funds' });
});
