import { describe, expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';
import { eventModule } from './core/events.ts';
import { type Access, hasPermission, type Permission } from './core/permissions.ts';

/** All roles outside carry. */
const elsewhere = {
  comp: 'administrator',
  performance: 'administrator',
  'performance-lp': 'administrator',
  reporting: 'administrator',
  'participant-portal': 'administrator',
} as const;
/** Activity and pictures under carry's paths are the same calls as under /api. The record they belong to decides the access. */
const byRecord = /^\/api\/carry\/(activity|image)(\/|$)/;
const open: readonly Access[] = ['public', 'signedIn', 'member', 'staff'];

describe('carry figures', () => {
  it('are visible to no role of another module', () => {
    const calls = Object.values(callsByConcept).flatMap((endpoints) => Object.values(endpoints));
    const carrys = calls.filter(({ path }) => path.startsWith('/api/carry/') && !byRecord.test(path));
    expect(carrys.length).toBeGreaterThan(100);
    const opened = carrys.filter(
      ({ permission }) => open.includes(permission) || hasPermission(elsewhere, permission as Permission),
    );
    expect(opened.map(({ path }) => path)).toEqual([]);
  });

  it('belong to the carry module, unlike records of the whole product', () => {
    const modules = (types: readonly string[], through?: string) => types.map((type) => eventModule(type, through));
    expect(modules(['fund', 'distribution', 'allocationProfile'])).toEqual(['carry', 'carry', 'carry']);
    expect(modules(['user', 'group', 'tenant', 'exchangeRate', 'note'])).toEqual(Array(5).fill('platform'));
    expect(modules(['fund', 'Note', 'distribution', 'user'], 'performance')).toEqual([
      'performance',
      'performance',
      'carry',
      'platform',
    ]);
  });
});
