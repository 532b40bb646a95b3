import type { SignedInUser, TenantEntry } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import {
  type Access,
  type Grants,
  hasPermission,
  hasAccessAs,
  isClosedInSampleFirms,
} from '@carrara/contract/core/permissions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The phase of a browser tab between opening and working. `session/signIn/phases.ts` maps each to a page. */
export type Phase =
  | 'starting'
  | 'unreachable'
  | 'signedOut'
  /** The person has a second factor and still has to present it. */
  | 'factorDue'
  /** The firm requires a second factor, which was not presented. */
  | 'factorRequired'
  | 'passwordDue'
  | 'choosing'
  | 'noApplications'
  | 'settingsFailed'
  | 'ready'
  /** The session ended during work. The page stays, with the sign-in over it. */
  | 'expired';

export interface SessionState {
  readonly phase: Phase;
  readonly user: SignedInUser | null;
  readonly tenants: readonly TenantEntry[];
  readonly tenantId: string | null;
  readonly settings: TenantSettings | null;
}

const initialState: SessionState = { phase: 'starting', user: null, tenants: [], tenantId: null, settings: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    phaseChanged: (state, { payload }: PayloadAction<Phase>) => ({ ...state, phase: payload }),
    tenantsLoaded: (state, { payload }: PayloadAction<readonly TenantEntry[]>) => ({ ...state, tenants: payload }),
    tenantChosen: (state, { payload }: PayloadAction<string>) => ({ ...state, tenantId: payload, settings: null }),
    // Ignores a late response for a firm that the person has left.
    tenantOpened: (
      state,
      { payload }: PayloadAction<{ readonly user: SignedInUser; readonly settings: TenantSettings }>,
    ) => (payload.settings.tenantId === state.tenantId ? { ...state, ...payload, phase: 'ready' as const } : state),
    formatsChosen: (state, { payload }: PayloadAction<SignedInUser['formats']>) => ({
      ...state,
      user: state.user && { ...state.user, formats: payload },
    }),
    settingsChanged: (state, { payload }: PayloadAction<TenantSettings>) =>
      payload.tenantId === state.tenantId ? { ...state, settings: payload } : state,
    signedOut: (_state, { payload }: PayloadAction<'signedOut' | 'noApplications' | 'settingsFailed'>) => ({
      ...initialState,
      phase: payload,
    }),
  },
});

export const { phaseChanged, tenantsLoaded, tenantChosen, tenantOpened, formatsChosen, settingsChanged, signedOut } =
  sessionSlice.actions;

/** Returns the role in each application of the tenant. */
export const settingsGrants = (settings: TenantSettings | null): Grants =>
  Object.fromEntries((settings?.applications ?? []).map(({ id, role }) => [id, role]));

/** True if the person has the permission. The browser only hides what the server would refuse anyway. */
export function allows(session: Pick<SessionState, 'settings' | 'phase'>, access: Access): boolean {
  if (access === 'public') return true;
  if (session.settings?.isSample && isClosedInSampleFirms(access)) return false;
  const isIn = session.phase === 'ready' || session.phase === 'expired';
  if (access === 'signedIn') return isIn;
  const grants = settingsGrants(session.settings);
  return access === 'member' || access === 'staff'
    ? isIn && hasAccessAs(grants, access)
    : hasPermission(grants, access);
}
