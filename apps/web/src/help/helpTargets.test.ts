import { describe, expect, it } from 'vitest';
import { readHelpPages } from '../../build/helpPages.ts';
import { helpPermission, parseHelpHref } from '../frame/helpAddress.ts';
import { screens } from '../screens.ts';
import { failureHelp } from './failureHelp.ts';
import { firmTopics, moduleTopics } from './helpTopics.ts';
import { helpOfScreen, screenHelp, settingsPath } from './screenHelp.ts';

const pages = await readHelpPages();
const exists = (target: string): boolean => {
  const { path, section } = parseHelpHref(`#/help/${target}`) ?? {};
  const page = pages.find((candidate) => candidate.path === path);
  return page !== undefined && (section === undefined || page.sections.some(({ id }) => id === section));
};
const missing = (targets: readonly (string | undefined)[]) =>
  targets.filter((target) => target !== undefined && !exists(target));

/** Screens that explain themselves, or that no guide covers yet. */
const withoutGuide = [
  'help',
  'reporting',
  'settings',
  'performanceSettings',
  'compSettings',
  '/notification',
  '/task',
  '/navigation/:objectId',
];

describe('the help', () => {
  it('has the guides of the tasks, screens and failures', () => {
    const topics = [...Object.values(moduleTopics).flat(), ...firmTopics];
    expect(missing(topics.map(({ guide }) => guide))).toEqual([]);
    expect(missing(Object.values(screenHelp))).toEqual([]);
    expect(missing(Object.values(failureHelp))).toEqual([]);
  });

  it('offers a guide on every screen, with few exceptions', () => {
    const uncovered = screens
      .filter((screen) => helpOfScreen(screen) === undefined)
      .filter(({ path, section }) => !withoutGuide.includes(section) && !withoutGuide.includes(path));
    expect(uncovered.map(({ path, section }) => `${path} (${section})`)).toEqual([]);
  });

  it('has the guide of each module for screens with the same name', () => {
    const guideOf = (path: string) => {
      const screen = screens.find((candidate) => candidate.path === path);
      return screen && helpOfScreen(screen);
    };
    expect(guideOf('/carry/fund')).toBe('calculations/allocation-profile');
    expect(guideOf('/performance/fund')).toBe('user/quarter-close');
    expect(guideOf('/participant-portal/vesting')).toBe('user/your-carry');
    expect(guideOf('/carry/settings/approvals')).toBe('user/carry-run?section=approvals');
    expect(helpOfScreen({ path: '/comp/settings/fx', section: 'compSettings' })).toBe('calculations/fx');
    expect(guideOf('/note/:objectId')).toBe('user/notes');
  });

  it('explains each refusal of an approval policy', () => {
    for (const code of [
      'PAYEE_ALONE',
      'PAYEES_ONLY',
      'QUORUM_UNREACHABLE',
      'SUBSTITUTE_SELF',
      'NOT_YOUR_TURN',
    ] as const)
      expect(failureHelp[code]).toBe('user/carry-run?section=approvals');
  });

  it('names only existing screens and sections', () => {
    const names = new Set(screens.flatMap(({ path, section }) => [path, settingsPath(path), section]));
    expect(Object.keys(screenHelp).filter((name) => !names.has(name))).toEqual([]);
  });

  it('links only to its own pages, and to sections that exist', () => {
    const links = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/<a href="#\/help\/([^"]*)"/g)].map(([, target = '']) => `${path}: ${target}`),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !exists(link.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('has an entry for each term of the glossary, and a link from the hurdle to its calculation', () => {
    const glossary = pages.find(({ path }) => path === 'glossary');
    expect(glossary?.sections.find(({ id }) => id === 'hurdle')).toEqual({
      id: 'hurdle',
      title: 'hurdle',
      text: 'The yearly rate that investors receive before carry is earned.',
    });
    expect(glossary?.html).toMatch(/<li id="help-hurdle">.*<a href="#\/help\/calculations\/waterfall">/);
  });

  it('limits pages for operators to administrators, and the portal to its own', () => {
    expect(helpPermission('operate/security')).toBe('tenant.edit');
    expect(helpPermission('user/carry-run')).toBe('staff');
    expect(pages.map(({ path }) => path).filter((path) => helpPermission(path) === 'member')).toEqual([
      'glossary',
      'user/your-carry',
    ]);
    expect(pages.filter(({ path }) => /^(architecture|decisions|testing|benchmarks)/.test(path))).toEqual([]);
  });

  it('escapes HTML in the documentation', () => {
    for (const { html } of pages) expect(html).not.toMatch(/<(script|img|style|iframe)|\son\w+=|javascript:/i);
  });
});

describe('an address of the help', () => {
  it('contains the page and its section', () => {
    expect(parseHelpHref('#/help')).toEqual({ path: undefined, section: undefined });
    expect(parseHelpHref('#/help/user/carry-run?section=letters')).toEqual({
      path: 'user/carry-run',
      section: 'letters',
    });
    expect(parseHelpHref('#/helpers')).toBeUndefined();
  });
});
