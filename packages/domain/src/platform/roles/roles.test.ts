import { expect, it } from 'vitest';
import { administratorFailures, modulesNotAdministered, personFailures, roleFailures } from './index.ts';

const modules = ['carry', 'comp', 'performance', 'performance-lp', 'participant-portal'];
const role = (application: string, name = 'viewer') => ({ application, role: name });

it('carry administrators also administer the portal, and performance administrators LP performance', () => {
  expect(modulesNotAdministered({ carry: 'administrator' }, modules)).toEqual([
    'comp',
    'performance',
    'performance-lp',
  ]);
  expect(modulesNotAdministered({ performance: 'administrator', carry: 'editor' }, modules)).toEqual([
    'carry',
    'comp',
    'participant-portal',
  ]);
  expect(modulesNotAdministered({ 'performance-lp': 'administrator' }, ['performance', 'performance-lp'])).toEqual([
    'performance',
  ]);
});

it('roles change only in modules that the person administers', () => {
  const codes = (...[before, after]: readonly (readonly ReturnType<typeof role>[])[]) =>
    roleFailures({ carry: 'administrator' }, before ?? [], after ?? [], modules).map(
      ({ code, detail }) => `${code} ${detail}`,
    );
  expect(codes([role('comp')], [role('comp'), role('carry'), role('participant-portal')])).toEqual([]);
  expect(codes([role('comp')], [role('performance'), role('comp', 'editor')])).toEqual([
    'ROLE_NOT_ADMINISTERED You don’t administer comp.',
    'ROLE_NOT_ADMINISTERED You don’t administer performance.',
  ]);
  expect(codes([], [role('carry'), role('carry', 'editor')])).toEqual(['DUPLICATE_ROLE List each module only once.']);
});

it('people with other modules are managed by others', () => {
  expect(personFailures({ carry: 'administrator' }, ['carry', 'participant-portal'])).toEqual([]);
  expect(personFailures({ carry: 'administrator' }, ['carry', 'comp', 'performance'])).toMatchObject([
    { code: 'PERSON_NOT_YOURS', detail: 'This person has a role in comp and performance, which you don’t administer.' },
  ]);
});

it('each module always has an administrator', () => {
  expect(administratorFailures(new Set(['carry']), new Set(['carry', 'comp']))).toEqual([]);
  expect(administratorFailures(new Set(['carry', 'comp']), new Set(['comp']))).toMatchObject([
    { code: 'LAST_ADMINISTRATOR', path: ['roles'] },
  ]);
});
