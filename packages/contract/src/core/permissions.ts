/**
 * Permissions. In each tenant, a person has a set of applications with a role in each. A permission names a concept and an action. A person has it if
 * their role in one of the concept's applications is at least the role of the action. `recordTypes` names the kinds of records with the usual rights.
 */
import { type RecordType, recordTypes } from './recordTypes.ts';

export const applications = [
  'carry',
  'comp',
  'performance',
  'performance-lp',
  'reporting',
  'participant-portal',
] as const;
export type Application = (typeof applications)[number];

export const roles = ['viewer', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

const carry = ['carry'] as const;
const comp = ['comp'] as const;
/** Applications of managers and of their investors. */
const performance = ['performance', 'performance-lp'] as const;
/** The modules of people who work in the firm. The portal is for people who read only their own data. */
const everywhere = ['carry', 'comp', 'performance', 'performance-lp', 'reporting'] as const;
/** Modules that import files. */
const importing = ['carry', 'comp', 'performance', 'performance-lp'] as const;

/** The applications of an action, and the lowest role in one of them. */
interface Requirement {
  readonly applications: readonly Application[];
  readonly role: Role;
  /** An alternative requirement. */
  readonly or?: Requirement;
}
interface Concept {
  readonly applications: readonly Application[];
  /** A role in the concept's applications, or a separate requirement of the action. */
  readonly acts: Readonly<Record<string, Role | Requirement>>;
}
/** Settings that carry's figures depend on: everyone reads them, and carry's administrators change them. */
const ofCarryAdministrators = { applications: carry, role: 'administrator' } as const;
/** The corresponding requirement for pay. */
const ofCompensationAdministrators = { applications: comp, role: 'administrator' } as const;
const editors = (apps: readonly Application[]) => ({ applications: apps, role: 'editor' }) as const;
const record = (apps: readonly Application[]) =>
  ({
    applications: apps,
    acts: { view: 'viewer', edit: 'editor', delete: 'administrator' },
  }) as const satisfies Concept;
const run = <const M extends Readonly<Record<string, Role>>>(apps: readonly Application[], more?: M) =>
  ({
    applications: apps,
    acts: { view: 'viewer', edit: 'editor', delete: 'editor', ...(more as M) },
  }) as const satisfies Concept;

/** The applications for each kind of usual rights. */
const audiences: Readonly<Record<NonNullable<RecordType['rights']>, readonly Application[]>> = {
  carry,
  portfolio: ['carry', ...performance],
  everywhere,
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

export const concepts = {
  ...ofRecords,
  /** Carry's letters need addresses. All other personal data of an employee is for compensation and for carry's administrators. */
  employee: {
    applications: carry,
    acts: {
      ...record(carry).acts,
      viewAddress: editors(['carry', 'comp']),
      viewPersonalData: { ...editors(comp), or: ofCarryAdministrators },
      /** Needed to be notified of a change. Both modules list employees. */
      follow: { applications: ['carry', 'comp'], role: 'viewer' },
    },
  },
  participant: record(carry),
  // Any active user with the carry application can approve. A domain rule checks that the user is a listed approver.
  distribution: run(carry, { approve: 'viewer', disburse: 'editor' }),
  forecast: run(carry),
  realization: run(carry, { post: 'editor' }),
  // A domain rule prevents people from approving their own run. People who may create runs may approve and post them.
  ledgerRun: run(carry, { approve: 'editor', post: 'editor' }),
  /** Vehicles in performance, and their entered data. */
  fundLedger: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  valuation: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  // Only an administrator can reopen a locked quarter, and must give a reason.
  period: { applications: performance, acts: { view: 'viewer', edit: 'editor', reopen: 'administrator' } },
  /** Indices, and statistics of other funds. */
  benchmark: record(performance),
  /** Terms of funds, and ILPA's templates. */
  ilpa: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  /** Reported figures of funds, investments and investors, for people who read reports and for those who enter them. */
  reporting: { applications: [...performance, 'reporting'], acts: { view: 'viewer' } },
  /** Stored report runs, each with the digest of its figures. */
  reportRun: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  /** Signed data for third parties. */
  certifiedData: { applications: performance, acts: { view: 'viewer' } },
  /** User activity, including sign-ins, on the records that the reader may see. */
  userActivity: { applications: everywhere, acts: { view: 'administrator' } },
  /** Links with other firms, and the data transferred over them. */
  tenantLink: record(performance),
  dataTransfer: record(performance),
  // Only an administrator can restore deleted files. The permission of each kind's importer decides which files.
  upload: run(importing, { recover: 'administrator' }),
  /** Employees in compensation, and the actions on their pay. Pay access, which isn't part of any role, decides whose pay. */
  compEmployee: { applications: comp, acts: { ...record(comp).acts, viewPersonalData: 'editor' } },
  pay: run(comp),
  payAccess: { applications: comp, acts: { view: 'viewer', edit: 'editor' } },
  payRead: { applications: comp, acts: { view: 'viewer' } },
  /** Bank accounts of participants. A domain rule requires a second person to confirm a change. */
  bankAccount: { applications: carry, acts: { view: 'editor', edit: 'editor' } },
  /** The wording of letters. */
  letterTemplate: { applications: carry, acts: { view: 'viewer', edit: 'administrator' } },
  /** The employees whose data people can read in the portal, and the portal's content. */
  portalUser: { applications: carry, acts: { view: 'administrator', edit: 'administrator' } },
  /** Releases and their evidence. The released files contain addresses, so only editors may download them. */
  delivery: { applications: carry, acts: { view: 'viewer', fetch: 'editor', edit: 'editor' } },
  portal: { applications: ['participant-portal'], acts: { view: 'viewer' } },
  activity: { applications: everywhere, acts: { view: 'viewer' } },
  reference: {
    applications: everywhere,
    acts: {
      view: 'viewer',
      edit: 'administrator',
      editOfCarry: ofCarryAdministrators,
      editOfCompensation: ofCompensationAdministrators,
    },
  },
  fx: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator' } },
  user: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator', delete: 'administrator' } },
  /** A user's own tokens; and the firm's tokens and programs. */
  apiToken: { applications: everywhere, acts: { view: 'viewer', edit: 'viewer', manage: 'administrator' } },
  group: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator', delete: 'administrator' } },
  tenant: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator' } },
} as const satisfies Record<string, Concept>;

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

/** Returns the applications and the lowest role that a permission needs. */
export function requirementOf(permission: Permission): Requirement {
  const [concept = '', act = ''] = permission.split('.');
  const definition = (concepts as Record<string, Concept>)[concept];
  const asked = definition?.acts[act];
  if (!definition || !asked) throw new Error(`unknown permission ${permission}`);
  return typeof asked === 'string' ? { applications: definition.applications, role: asked } : asked;
}

export type Grants = Partial<Record<Application, Role>>;

/** Returns true if these roles give access to data for any member of the tenant, or for its staff. */
export const isAmong = (grants: Grants, access: 'member' | 'staff'): boolean =>
  access === 'member' || everywhere.some((application) => grants[application] !== undefined);

/** Returns true if these roles include the permission. */
export function holds(grants: Grants, permission: Permission): boolean {
  return fulfills(grants, requirementOf(permission));
}

function fulfills(grants: Grants, { applications: among, role, or }: Requirement): boolean {
  const isEnough = among.some((application) => {
    const granted = grants[application];
    return granted !== undefined && roles.indexOf(granted) >= roles.indexOf(role);
  });
  return isEnough || (or !== undefined && fulfills(grants, or));
}
