/**
 * Permissions. In each tenant, a person has a set of applications with a role in each. A permission names a concept and an action. A person has it if
 * their role in one of the concept's applications is at least the role of the action. The manifests name the kinds of records with the usual rights, and
 * define all other permissions.
 */
import {
  type Application,
  applications,
  bothPerformance,
  carryOnly,
  staffModules,
  type PermissionConcept,
  record,
  type RecordType,
  type Requirement,
  type Role,
  roles,
} from '../manifests/manifest.ts';
import { ownPermissions, recordTypes } from './registry.ts';

export { type Application, applications, type Role, roles };

/** The applications for each kind of usual rights. */
const audiences: Readonly<Record<NonNullable<RecordType['rights']>, readonly Application[]>> = {
  carry: carryOnly,
  portfolio: [...carryOnly, ...bothPerformance],
  everywhere: staffModules,
};

type RecordTypes = typeof recordTypes;
/** The concepts of the records with the usual rights. */
type RecordConcepts = {
  readonly [T in keyof RecordTypes as RecordTypes[T] extends { readonly rights: string }
    ? RecordTypes[T]['permission']
    : never]: ReturnType<typeof record>;
};
const ofRecords = Object.fromEntries(
  Object.values<RecordType>(recordTypes).flatMap(({ permission, rights }) =>
    rights ? [[permission, record(audiences[rights])]] : [],
  ),
) as RecordConcepts;

export const concepts = { ...ofRecords, ...ownPermissions } as const satisfies Record<string, PermissionConcept>;

/** Returns the modules of a firm's staff. Investor firms have LP performance in place of a manager's performance. */
export const firmModules = (isLpTenant: boolean): readonly Application[] =>
  applications.filter(
    (name) => name !== 'participant-portal' && name !== (isLpTenant ? 'performance' : 'performance-lp'),
  );

type Concepts = typeof concepts;
type ConceptName = Extract<keyof Concepts, string>;
export type Permission = { [C in ConceptName]: `${C}.${Extract<keyof Concepts[C]['acts'], string>}` }[ConceptName];

/**
 * `public` needs no sign-in. `signedIn` needs a person but no tenant. `member` needs any role in the chosen tenant, for data of the person or of the
 * whole firm. `staff` needs a role in a module of the firm's staff, so that portal participants can't read staff lists.
 */
export type Access = Permission | 'public' | 'signedIn' | 'member' | 'staff';

export const permissions: readonly Permission[] = Object.entries(concepts).flatMap(([concept, definition]) =>
  Object.keys(definition.acts).map((act) => `${concept}.${act}` as Permission),
);

/** Permissions that nobody has in a sample firm, which nobody else can join and which has no links to other firms. */
const closedInSampleFirms: readonly Access[] = [
  'user.edit',
  'portalUser.edit',
  'tenantLink.edit',
  'tenantLink.delete',
  'dataTransfer.edit',
];
export const isClosedInSampleFirms = (access: Access): boolean => closedInSampleFirms.includes(access);

/** Returns the applications and the lowest role that a permission needs. */
export function permissionRequirement(permission: Permission): Requirement {
  const [concept = '', act = ''] = permission.split('.');
  const definition = (concepts as Record<string, PermissionConcept>)[concept];
  const required = definition?.acts[act];
  if (!definition || !required) throw new Error(`unknown permission ${permission}`);
  return typeof required === 'string' ? { applications: definition.applications, role: required } : required;
}

export type Grants = Partial<Record<Application, Role>>;

/** Returns true if these roles give access to data for any member of the tenant, or for its staff. */
export const hasAccessAs = (grants: Grants, access: 'member' | 'staff'): boolean =>
  access === 'member' || staffModules.some((application) => grants[application] !== undefined);

/** Returns true if these roles include the permission. */
export function hasPermission(grants: Grants, permission: Permission): boolean {
  return fulfills(grants, permissionRequirement(permission));
}

function fulfills(grants: Grants, { applications: among, role, or }: Requirement): boolean {
  const isEnough = among.some((application) => {
    const granted = grants[application];
    return granted !== undefined && roles.indexOf(granted) >= roles.indexOf(role);
  });
  return isEnough || (or !== undefined && fulfills(grants, or));
}
