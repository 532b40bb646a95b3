import { applications, type Application, type Role } from '@carrara/contract/core/permissions';
import { modules } from '@carrara/contract/core/modules';
import type { SignedInUser } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { expect, it } from 'vitest';
import { sections } from '../screens/sections.ts';
import { sessionSlice, tenantChosen, tenantOpened } from '../session/sessionSlice.ts';
import { offeredSections } from './offeredSections.ts';

/** Returns the start page of somebody with a role in one application. */
function startOf(id: Application, role: Role): string | undefined {
  const { routePrefix } = modules[id];
  const settings = { tenantId: 'harbour', applications: [{ id, role, routePrefix, menuEntries: [] }] };
  const chosen = sessionSlice.reducer(undefined, tenantChosen('harbour'));
  const opened = tenantOpened({ user: { id: 'ada' } as SignedInUser, settings: settings as unknown as TenantSettings });
  return offeredSections(sections, sessionSlice.reducer(chosen, opened))[0]?.path;
}

it("starts in one of the person's modules, even if they can see parts of other modules there", () => {
  const starts = applications.map((id) => [id, startOf(id, 'administrator')]);
  expect(Object.fromEntries(starts)).toEqual({
    carry: '/carry/home',
    comp: '/comp/home',
    performance: '/performance/dashboard',
    'performance-lp': '/performance/dashboard',
    reporting: '/reporting',
    'participant-portal': '/participant-portal',
  });
});
