import type { SignedInUser } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { describe, expect, it } from 'vitest';
import { sessionSlice, settingsChanged, signedOut, tenantChosen, tenantOpened } from './sessionSlice.ts';

const { reducer } = sessionSlice;
const user = { id: 'ada' } as SignedInUser;
const settingsOf = (tenantId: string) => ({ tenantId, name: tenantId }) as TenantSettings;
const inFirm = (tenantId: string) => {
  const chosen = reducer(undefined, tenantChosen(tenantId));
  return reducer(chosen, tenantOpened({ user, settings: settingsOf(tenantId) }));
};

describe('late settings', () => {
  it('of another firm do not replace those of the current firm', () => {
    const later = reducer(inFirm('harbour'), tenantChosen('quay'));
    expect(reducer(later, settingsChanged(settingsOf('harbour')))).toBe(later);
    expect(reducer(later, tenantOpened({ user, settings: settingsOf('harbour') }))).toBe(later);
  });

  it('do not reopen the firm after signing out', () => {
    const out = reducer(inFirm('harbour'), signedOut('signedOut'));
    expect(reducer(out, tenantOpened({ user, settings: settingsOf('harbour') })).phase).toBe('signedOut');
  });

  it('of the current firm are applied without changing the person', () => {
    const renamed = { ...settingsOf('harbour'), name: 'Harbour Lane' };
    const after = reducer(inFirm('harbour'), settingsChanged(renamed));
    expect([after.settings?.name, after.user?.id, after.phase]).toEqual(['Harbour Lane', 'ada', 'ready']);
  });
});
