import type { SetupStepId } from '@carrara/domain/platform/setupStep';
import { moduleOfPath } from '../../core/modules.ts';
import { type Grants, hasPermission, type Permission } from '../../core/permissions.ts';

/** The screen of a setup step. */
export interface SetupAction {
  readonly title: string;
  /** The screen. `:recordId` is the record that the step continues with. */
  readonly path: string;
  readonly permission: Permission;
  /** True if the action needs the record that the step continues with. False if it is for a step without such a record. */
  readonly needsRecord?: boolean;
}

const uploadPlan = {
  title: 'Upload a carry plan',
  path: '/carry/datamanagement?upload=carry-plan',
  permission: 'distribution.edit',
} as const;

const addPair = { title: 'Add a currency pair', permission: 'reference.edit', needsRecord: false } as const;

/** The actions of each step, the best first. To enter rates by hand, the firm needs a currency pair, which a file of rates adds itself. */
const actions: Readonly<Record<SetupStepId, readonly SetupAction[]>> = {
  firmProfile: [{ title: 'Open firm settings', path: '/appsettings', permission: 'tenant.edit' }],
  people: [{ title: 'Add user', path: '/user/add', permission: 'user.edit' }],
  currencies: [
    { title: 'Upload rates', path: '/carry/datamanagement?upload=exchange-rates', permission: 'fx.edit' },
    { title: 'Upload rates', path: '/performance/datamanagement?upload=exchange-rates', permission: 'fx.edit' },
    { title: 'Enter rates', path: '/carry/settings/fx', permission: 'fx.edit', needsRecord: true },
    { title: 'Enter rates', path: '/performance/settings/fx', permission: 'fx.edit', needsRecord: true },
    { ...addPair, path: '/carry/settings/reference/currency-pair' },
    { ...addPair, path: '/performance/settings/reference/currency-pair' },
  ],
  fund: [
    uploadPlan,
    { title: 'Add fund', path: '/carry/fund/add', permission: 'fund.edit' },
    { title: 'Add fund', path: '/performance/fund/add', permission: 'fundLedger.edit' },
  ],
  participants: [{ title: 'Add employee', path: '/carry/employee/add', permission: 'employee.edit' }, uploadPlan],
  allocationProfile: [
    {
      title: 'Add allocation profile',
      path: '/carry/fund/:recordId/allocation/create',
      permission: 'allocationProfile.edit',
      needsRecord: true,
    },
  ],
  distribution: [
    {
      title: 'Open distribution',
      path: '/carry/distribution/:recordId',
      permission: 'distribution.edit',
      needsRecord: true,
    },
    {
      title: 'Create distribution',
      path: '/carry/distribution/create',
      permission: 'distribution.edit',
      needsRecord: false,
    },
  ],
  quarter: [
    {
      title: 'Open ledger',
      path: '/performance/fund/:recordId/ledger',
      permission: 'fundLedger.edit',
      needsRecord: true,
    },
  ],
};

const investorsPath = (path: string, grants: Grants) =>
  path.startsWith('/performance/') && grants['performance-lp'] !== undefined ? 'performance-lp' : moduleOfPath(path);

/** Returns the actions of a step that a person with these roles can use. */
export function setupActions(id: SetupStepId, recordId: string | null, grants: Grants): readonly SetupAction[] {
  const possible = actions[id].filter(({ path, permission, needsRecord }) => {
    if (needsRecord !== undefined && needsRecord !== (recordId !== null)) return false;
    const module = investorsPath(path, grants);
    return hasPermission(grants, permission) && (module === undefined || grants[module] !== undefined);
  });
  const first = possible.filter(({ title }, at) => possible.findIndex((action) => action.title === title) === at);
  return first.map((action) => ({ ...action, path: action.path.replace(':recordId', recordId ?? '') }));
}
