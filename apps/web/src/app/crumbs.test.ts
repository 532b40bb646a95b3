import { holds, type Permission, permissions } from '@carrara/contract/permissions';
import { describe, expect, it } from 'vitest';
import { screens, sections } from '../screens.ts';
import { crumbsOf, sectionOf } from './crumbs.ts';

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
  it('a record of another section than its screen', () => {
    const screen = screens.find(({ path }) => path === '/carry/allocation/:profileId/profile/edit');
    const place = { section: 'participant', listTitle: 'Entity Profiles' };
    const record = { name: 'Founders LP', href: '#/there', place };
    const section = sections.find(({ id }) => id === sectionOf(screen, record));
    const crumbs = crumbsOf(screen, section, record, undefined);
    expect(crumbs.map(({ title, href }) => `${title} ${href ?? ''}`)).toEqual([
      'Home #/',
      'Entity Profiles #/carry/participant',
      'Founders LP #/there',
      'Edit Allocation Profile ',
    ]);
  });
  it('a page of its own', () => expect(trail('/notification')).toEqual(['Home', 'Notifications']));
});

it('does not link to the page itself', () => {
  expect(crumbsOf(screens[0], sections[1], undefined, undefined).at(-1)).toEqual({ title: 'Funds' });
});

it('lets a viewer into no editor', () => {
  const viewer = { carry: 'viewer', comp: 'viewer', performance: 'viewer' } as const;
  const editors = screens.filter(({ path }) => /\/(add|create|copy|edit)$/.test(path));
  const open = editors.filter(
    ({ permission }) => !permissions.includes(permission as Permission) || holds(viewer, permission as Permission),
  );
  expect(open.map(({ path }) => path)).toEqual([]);
  expect(editors.length).toBeGreaterThan(20);
});
