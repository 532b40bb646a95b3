/**
 * Who may do what. A person has, per tenant, a set of applications and in each a role. A permission names a concept and an act; it is
 * held by anyone whose role in one of the concept's applications is at least the act's role. The usual rights over a kind of record are
 * those that `recordTypes` names.
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
/** Of managers, and of the investors in their funds. */
const performance = ['performance', 'performance-lp'] as const;
/** The modules of those who work in the firm; the portal is of those who read what is their own. */
const everywhere = ['carry', 'comp', 'performance', 'performance-lp', 'reporting'] as const;
/** Whose files are imported. */
const importing = ['carry', 'comp', 'performance', 'performance-lp'] as const;

/** The applications and the least role in one of them that an act asks for. */
interface Requirement {
  readonly applications: readonly Application[];
  readonly role: Role;
  /** Another requirement that suffices as well. */
  readonly or?: Requirement;
}
interface Concept {
  readonly applications: readonly Application[];
  /** A role in the concept's applications, or a requirement of the act's own. */
  readonly acts: Readonly<Record<string, Role | Requirement>>;
}
/** What carry's figures go by is read everywhere and changed by carry's own administrators. */
const ofCarryAdministrators = { applications: carry, role: 'administrator' } as const;
/** The same of pay. */
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

/** Whose rights a kind of record's are. */
const audiences: Readonly<Record<NonNullable<RecordType['rights']>, readonly Application[]>> = {
  carry,
  portfolio: ['carry', ...performance],
  everywhere,
};

type RecordTypes = typeof recordTypes;
/** The concepts of the records that have the usual rights. */
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
  /** Carry's letters need addresses. Everything else personal of an employee is for compensation, and for carry's administrators. */
  employee: {
    applications: carry,
    acts: {
      ...record(carry).acts,
      viewAddress: editors(['carry', 'comp']),
      viewPersonalData: { ...editors(comp), or: ofCarryAdministrators },
      /** To hear that one changed: both modules list employees. */
      follow: { applications: ['carry', 'comp'], role: 'viewer' },
    },
  },
  participant: record(carry),
  // Approving is open to any active user with the carry application; whether this user is a listed approver is a rule of the domain.
  distribution: run(carry, { approve: 'viewer', disburse: 'editor' }),
  forecast: run(carry),
  realization: run(carry, { post: 'editor' }),
  // Who made it does not approve it, which is a rule of the domain; approving and posting is for those who may make one.
  ledgerRun: run(carry, { approve: 'editor', post: 'editor' }),
  /** Vehicles as performance knows them, and what is entered of them. */
  fundLedger: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  valuation: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  // What was locked is opened again by an administrator, who says why.
  period: { applications: performance, acts: { view: 'viewer', edit: 'editor', reopen: 'administrator' } },
  /** Indices and statistics of other funds. */
  benchmark: record(performance),
  /** Terms of funds, and ILPA's templates. */
  ilpa: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  /** Figures of funds, investments and investors as they are reported: for who reads reports, and for who enters them. */
  reporting: { applications: [...performance, 'reporting'], acts: { view: 'viewer' } },
  /** Runs of reports that are kept, each with the digest of its figures. */
  reportRun: { applications: performance, acts: { view: 'viewer', edit: 'editor' } },
  /** Data that is handed on with a signature. */
  certifiedData: { applications: performance, acts: { view: 'viewer' } },
  /** What people did, their sign-ins included: of the records that one may read. */
  userActivity: { applications: everywhere, acts: { view: 'administrator' } },
  /** Links with other firms, and what is transferred over them. */
  tenantLink: record(performance),
  dataTransfer: record(performance),
  // What was deleted is brought back by an administrator. Which files is said by the permission of each kind's importer.
  upload: run(importing, { recover: 'administrator' }),
  /** Employees as compensation keeps them, and their pay: what one may do. Whose pay that is about is said by pay access, which no role includes. */
  compEmployee: { applications: comp, acts: { ...record(comp).acts, viewPersonalData: 'editor' } },
  pay: run(comp),
  payAccess: { applications: comp, acts: { view: 'viewer', edit: 'editor' } },
  payRead: { applications: comp, acts: { view: 'viewer' } },
  /** Bank accounts of participants: a change is confirmed by a second person, which is a rule of the domain. */
  bankAccount: { applications: carry, acts: { view: 'editor', edit: 'editor' } },
  /** The wording of letters. */
  letterTemplate: { applications: carry, acts: { view: 'viewer', edit: 'administrator' } },
  /** Who reads as which employee in the portal, and what is read there. */
  portalUser: { applications: carry, acts: { view: 'administrator', edit: 'administrator' } },
  /** Releases and their evidence. The released files carry addresses, so fetching one is for editors. */
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
  /** Tokens of one's own; those of the firm, and its programs. */
  apiToken: { applications: everywhere, acts: { view: 'viewer', edit: 'viewer', manage: 'administrator' } },
  group: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator', delete: 'administrator' } },
  tenant: { applications: everywhere, acts: { view: 'viewer', edit: 'administrator' } },
} as const satisfies Record<string, Concept>;

type Concepts = typeof concepts;
type ConceptName = Extract<keyof Concepts, string>;
export type Permission = { [C in ConceptName]: `${C}.${Extract<keyof Concepts[C]['acts'], string>}` }[ConceptName];

/**
 * `public` needs no sign-in; `signedIn` needs a person but no tenant; `member` any role in the chosen tenant, and answers what is of the person or of
 * the whole firm; `staff` a role in a module of those who work there, so that a participant of the portal reads no list of them.
 */
export type Access = Permission | 'public' | 'signedIn' | 'member' | 'staff';

export const permissions: readonly Permission[] = Object.entries(concepts).flatMap(([concept, definition]) =>
  Object.keys(definition.acts).map((act) => `${concept}.${act}` as Permission),
);

/** The applications and the least role that a permission asks for. */
export function requirementOf(permission: Permission): Requirement {
  const [concept = '', act = ''] = permission.split('.');
  const definition = (concepts as Record<string, Concept>)[concept];
  const asked = definition?.acts[act];
  if (!definition || !asked) throw new Error(`unknown permission ${permission}`);
  return typeof asked === 'string' ? { applications: definition.applications, role: asked } : asked;
}

export type Grants = Partial<Record<Application, Role>>;

/** Whether these roles let somebody at what any member of the tenant may read, or any of its staff. */
export const isAmong = (grants: Grants, access: 'member' | 'staff'): boolean =>
  access === 'member' || everywhere.some((application) => grants[application] !== undefined);

/** Whether these roles include that permission. */
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
