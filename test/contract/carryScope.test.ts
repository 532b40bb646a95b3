import { sourceTypes } from '@carrara/contract/carry/run/distributionRun';
import { type Permission, permissions, roles } from '@carrara/contract/core/permissions';
import { describe, expect, it } from 'vitest';
import { calls } from './servedCalls.ts';

const named = new Map(calls.map(({ name, endpoint }) => [name, endpoint]));
const noun = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The records that carry maintains, by the names in their calls. */
const maintained = {
  Vintage: 'Vintages',
  VestingSchedule: 'VestingSchedules',
  TaxProfile: 'TaxProfiles',
  Realization: 'Realizations',
  Forecast: 'Forecasts',
  Distribution: 'Distributions',
} as const;

describe('the scope of carry', () => {
  it.each(Object.entries(maintained))(
    'includes each %s: listed, exported, read, saved, deleted [U-C-001, U-C-003]',
    (singular, many) => {
      const list = named.get(`list${many}`);
      expect(list?.path).toMatch(/^\/api\/carry\//);
      expect(list && 'list' in list && list.list).toBeTruthy();
      // A tax profile is archived through its save.
      const acts = singular === 'TaxProfile' ? ['get', 'save'] : ['get', 'save', 'delete'];
      for (const act of acts) expect(named.has(`${act}${singular}`), act).toBe(true);
    },
  );

  it('saves allocation profiles, and reports allocations in Excel and PDF [U-C-003]', () => {
    expect(named.has('saveAllocationProfile') || named.has('saveContainerAllocation')).toBe(true);
    const report = named.get('reportAllocationsByParticipant');
    const formats = report?.query?.shape['format'];
    for (const format of ['excel', 'application/pdf']) expect(formats?.safeParse(format).success, format).toBe(true);
  });

  it('includes employees, trusts and entities as participants, and carry from funds, coinvestments, investments and tranches [U-C-002]', () => {
    for (const kind of ['employee', 'trust', 'entity'])
      for (const act of ['get', 'save', 'delete'])
        expect(named.has(`${act}${noun(kind)}`), `${act} ${kind}`).toBe(true);
    expect(sourceTypes).toEqual(['Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche']);
  });

  it('requires permissions of a person, never roles [U-C-139]', () => {
    const names = new Set<string>(permissions);
    const carry = calls.filter(({ endpoint }) => endpoint.path.startsWith('/api/carry/'));
    const requested = carry.map(({ endpoint }) => endpoint.permission as Permission);
    expect(requested.filter((permission) => !names.has(permission))).toEqual([]);
    expect(requested.filter((permission) => roles.some((role) => permission.includes(role)))).toEqual([]);
  });
});
