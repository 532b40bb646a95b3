import { describe, expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';
import { moduleOf } from './core/events.ts';
import { type Access, holds, type Permission } from './core/permissions.ts';

/** Every role that there is, but for carry's. */
const elsewhere = {
  comp: 'administrator',
  performance: 'administrator',
  'performance-lp': 'administrator',
  reporting: 'administrator',
  'participant-portal': 'administrator',
} as const;
/** Activity and pictures under carry's paths are those of /api; they are answered by the record that they hang on. */
const byRecord = /^\/api\/carry\/(activity|image)(\/|$)/;
const open: readonly Access[] = ['public', 'signedIn', 'member'];

describe('the figures of carry', () => {
  it('are opened by no role of another module', () => {
    const calls = Object.values(callsByConcept).flatMap((endpoints) => Object.values(endpoints));
    const carrys = calls.filter(({ path }) => path.startsWith('/api/carry/') && !byRecord.test(path));
    expect(carrys.length).toBeGreaterThan(100);
    const opened = carrys.filter(
      ({ permission }) => open.includes(permission) || holds(elsewhere, permission as Permission),
    );
    expect(opened.map(({ path }) => path)).toEqual([]);
  });

  it('are told of as carry’s, and what belongs to the whole product is not', () => {
    expect(['fund', 'distribution', 'allocationProfile'].map(moduleOf)).toEqual(['carry', 'carry', 'carry']);
    expect(['user', 'group', 'tenant', 'exchangeRate'].map(moduleOf)).toEqual(Array(4).fill('platform'));
  });
});
