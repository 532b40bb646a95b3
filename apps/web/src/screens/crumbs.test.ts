import { hasPermission, type Permission, permissions } from '@carrara/contract/core/permissions';
import { describe, expect, it } from 'vitest';
import { sectionOfContainer } from '../features/carry/allocation/addresses.ts';
import { screens, sections } from '../screens.ts';
import { buildCrumbs, findSection } from '../frame/crumbs.ts';

const crumbTexts = (path: string, record?: string, view?: string) => {
  const screen = screens.find((candidate) => candidate.path === path);
  const section = sections.find(({ id }) => id === screen?.section);
  const crumb = record === undefined ? undefined : { name: record, href: '#/there' };
  return buildCrumbs(screen, section, crumb, view).map(({ title }) => title);
};

/** The address patterns at which the profiles of each container are edited. */
const addresses = {
  vintage: '^/carry/vintage/:vintageId',
  tranche: '/:containerType/:containerId',
  fundInvestment: '/:containerType/:containerId',
  fund: '^/carry/fund/:fundId',
  entity: '/entity/:entityId',
  coinvestment: '/coinvestment/:coinvestmentId',
} as const;

describe('the breadcrumbs start at Home and end at the current page', () => {
  it('a list', () => expect(crumbTexts('/carry/fund')).toEqual(['Home', 'Funds']));
  it('a new record', () => expect(crumbTexts('/carry/fund/add')).toEqual(['Home', 'Funds', 'Add fund']));
  it('a record being edited', () =>
    expect(crumbTexts('/carry/fund/:id/edit', 'Fund I')).toEqual(['Home', 'Funds', 'Fund I', 'Edit']));
  it('a view of a profile [U-C-008]', () =>
    expect(crumbTexts('/carry/fund/:id/profile', 'Fund I', 'investment')).toEqual([
      'Home',
      'Funds',
      'Fund I',
      'Investments',
    ]));
  it('a viewed upload', () =>
    expect(crumbTexts('/comp/datamanagement/uploads/:uploadId', 'salaries.csv')).toEqual([
      'Home',
      'Data management',
      'salaries.csv',
    ]));
  it('a record in another section than its screen', () => {
    const screen = screens.find(({ path }) => path === '/carry/allocation/:profileId/profile/edit');
    const location = { section: 'participant', listTitle: 'Entity Profiles' };
    const record = { name: 'Founders LP', href: '#/there', location };
    const section = sections.find(({ id }) => id === findSection(screen, record));
    const crumbs = buildCrumbs(screen, section, record, undefined);
    expect(crumbs.map(({ title, href }) => `${title} ${href ?? ''}`)).toEqual([
      'Home #/',
      'Entity Profiles #/carry/participant',
      'Founders LP #/there',
      'Edit Allocation Profile ',
    ]);
  });
  it.each<[keyof typeof addresses, string, string]>([
    ['vintage', 'Vintage Profiles', 'M-C-005'],
    ['tranche', 'Investment Profiles', 'M-C-006'],
    ['fundInvestment', 'Investment Profiles', 'M-C-006'],
    ['fund', 'Fund Profiles', 'M-C-007'],
    ['entity', 'Entity Profiles', 'M-C-008'],
    ['coinvestment', 'Coinvestment Profiles', 'M-C-009'],
  ])('an allocation profile being edited for a %s: %s [U-C-012 M-C-010 M-C-011 M-C-012 %s]', (kind, list) => {
    const record = { name: 'Holder', href: '#/there', location: sectionOfContainer[kind] };
    const editors = screens.filter(({ path }) => new RegExp(`${addresses[kind]}/allocation/`).test(path));
    const ends = editors.map((screen) => {
      const crumbs = buildCrumbs(
        screen,
        sections.find(({ id }) => id === findSection(screen, record)),
        record,
        undefined,
      );
      expect(crumbs.slice(0, -1).map(({ title }) => title)).toEqual(['Home', list, 'Holder']);
      return crumbs.at(-1)?.title;
    });
    expect(ends).toEqual(expect.arrayContaining(['Add', 'Copy', 'Edit'].map((mode) => `${mode} Allocation Profile`)));
  });
  it('a standalone page', () => expect(crumbTexts('/notification')).toEqual(['Home', 'Notifications']));
});

it('breadcrumbs start at Home on every screen, and link behind the hash [U-C-007 M-C-004 U-T-012 U-T-032 M-T-001]', () => {
  const record = { name: 'Record', href: '#/there' };
  for (const screen of screens) {
    const crumbs = buildCrumbs(
      screen,
      sections.find(({ id }) => id === screen.section),
      record,
      undefined,
    );
    expect(crumbs[0]?.title, screen.path).toBe('Home');
    expect(
      crumbs.slice(0, -1).every(({ href }) => href?.startsWith('#/')),
      screen.path,
    ).toBe(true);
  }
});

it('breadcrumbs do not link to the current page', () => {
  expect(buildCrumbs(screens[0], sections[1], undefined, undefined).at(-1)).toEqual({ title: 'Funds' });
});

it('a viewer can open no editor', () => {
  const viewer = { carry: 'viewer', comp: 'viewer', performance: 'viewer' } as const;
  const editors = screens.filter(({ path }) => /\/(add|create|copy|edit)$/.test(path));
  const open = editors.filter(
    ({ permission }) =>
      !permissions.includes(permission as Permission) || hasPermission(viewer, permission as Permission),
  );
  expect(open.map(({ path }) => path)).toEqual([]);
  expect(editors.length).toBeGreaterThan(20);
});
