import { describe, expect, it } from 'vitest';
import { actTitles, conceptTitle, effectivePermissions } from './effectivePermissions.ts';
import { type Grants, hasPermission, permissions } from './permissions.ts';

const allows = (grants: Grants, act: string) =>
  effectivePermissions(grants).find((permission) => permission.act === act)?.concepts ?? [];

describe('effective permissions', () => {
  it('have a title for each concept and each action, and no two concepts share one', () => {
    const concepts = [...new Set(permissions.map((name) => name.split('.')[0] ?? ''))];
    const titles = concepts.map(conceptTitle);
    expect(concepts.filter((concept) => conceptTitle(concept) === undefined)).toEqual([]);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    const acts = new Set(permissions.map((name) => name.split('.')[1]));
    expect(new Set(Object.keys(actTitles))).toEqual(acts);
  });

  it('are those of the permission table', () => {
    const grants: Grants = { carry: 'viewer', performance: 'editor' };
    const count = effectivePermissions(grants).reduce((sum, { concepts }) => sum + concepts.length, 0);
    expect(count).toBe(permissions.filter((permission) => hasPermission(grants, permission)).length);
  });

  it('of a carry viewer include approvals, but no changes of carry records', () => {
    expect(allows({ carry: 'viewer' }, 'approve')).toEqual(['Distributions']);
    expect(allows({ carry: 'viewer' }, 'edit')).not.toContain('Distributions');
    expect(allows({ carry: 'editor' }, 'edit')).toContain('Distributions');
    expect(allows({ carry: 'editor' }, 'edit')).not.toContain('Users');
    expect(allows({ carry: 'administrator' }, 'edit')).toContain('Users');
  });

  it('are none without a role', () => expect(effectivePermissions({})).toEqual([]));
});
