import { type Application, type Grants, hasPermission, roles } from '@carrara/contract/core/permissions';
import { setupActions } from '@carrara/contract/platform/setupStep/setupActions';
import { setupStepIds } from '@carrara/domain/platform/setupStep';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { screens } from '../screens.ts';
import { afterText, missingText, peopleText, setupTexts } from './setupTexts.ts';

const recordId = '00000000-0000-4000-8000-000000000001';
const staff: readonly Application[] = ['carry', 'comp', 'performance', 'performance-lp', 'reporting'];
const everyRole = staff.flatMap((module) =>
  roles.map((role): [string, Grants] => [`${module} ${role}`, { [module]: role }]),
);
const screenOf = (path: string) =>
  screens.find((screen) =>
    [screen.path, ...(screen.aliases ?? [])].some(
      (pattern) => matchPath({ path: pattern, end: screen.kind !== 'profile' }, path.split('?')[0] ?? '') !== null,
    ),
  );
const actionsOf = (grants: Grants) =>
  setupStepIds.flatMap((id) => [...setupActions(id, null, grants), ...setupActions(id, recordId, grants)]);

describe('the actions of the setup steps', () => {
  it.each(everyRole)('lead a %s only to screens that open', (_, grants) => {
    for (const { path, permission } of actionsOf(grants)) {
      const screen = screenOf(path);
      expect(screen, path).toBeDefined();
      expect(hasPermission(grants, permission), path).toBe(true);
      const needed = screen?.permission ?? 'public';
      if (needed.includes('.')) expect(hasPermission(grants, needed as typeof permission), path).toBe(true);
    }
  });

  it('are none for a viewer', () => {
    for (const module of staff) expect(actionsOf({ [module]: 'viewer' })).toEqual([]);
  });

  it('name each action once, and lead to the record that the step continues with', () => {
    const both: Grants = { carry: 'administrator', performance: 'administrator' };
    expect(setupActions('currencies', null, both).map(({ title }) => title)).toEqual([
      'Upload rates',
      'Add a currency pair',
    ]);
    expect(setupActions('currencies', recordId, both).map(({ title }) => title)).toEqual([
      'Upload rates',
      'Enter rates',
    ]);
    expect(setupActions('distribution', null, both).map(({ title }) => title)).toEqual(['Create distribution']);
    expect(setupActions('distribution', recordId, both).map(({ path }) => path)).toEqual([
      `/carry/distribution/${recordId}`,
    ]);
    expect(setupActions('fund', null, { performance: 'editor' }).map(({ path }) => path)).toEqual([
      '/performance/fund/add',
    ]);
    expect(setupActions('quarter', recordId, { 'performance-lp': 'editor' }).map(({ path }) => path)).toEqual([
      `/performance/fund/${recordId}/ledger`,
    ]);
  });
});

describe('the texts of the setup steps', () => {
  it('are sentences', () => {
    for (const { text } of Object.values(setupTexts)) expect(text).toMatch(/^[A-Z].*[.]$/);
    expect(missingText('firmProfile', ['legalName', 'logo'])).toBe('Missing: legal name, logo.');
    expect(missingText('currencies', ['EUR'])).toBe('No rate yet for EUR.');
    expect(missingText('fund', [])).toBeUndefined();
    expect(afterText(['fund', 'participants'])).toBe('Comes after: carry plan or first fund, participants.');
    expect(peopleText(['Ada', 'Ben', 'Cy'])).toBe('Ada, Ben, or Cy can do this.');
    expect(peopleText([])).toMatch(/^Nobody/);
  });
});
