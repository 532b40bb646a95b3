import type { MenuGroup, OwnModule } from './menu.ts';

/** The parts of a manifest, which names what an area adds to the product: kinds of records, permissions and operations of the audit log. */
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

/** Groups of applications. */
export const carryOnly = ['carry'] as const;
export const compOnly = ['comp'] as const;
/** Applications of managers and of their investors. */
export const bothPerformance = ['performance', 'performance-lp'] as const;
/** The modules of people who work in the firm. The portal is for people who read only their own data. */
export const staffModules = ['carry', 'comp', 'performance', 'performance-lp', 'reporting'] as const;
/** Modules that import files. */
export const importingModules = ['carry', 'comp', 'performance', 'performance-lp'] as const;

/** The applications of an action, and the lowest role in one of them. */
export interface Requirement {
  readonly applications: readonly Application[];
  readonly role: Role;
  /** An alternative requirement. */
  readonly or?: Requirement;
}
export interface PermissionConcept {
  readonly applications: readonly Application[];
  /** A role in the concept's applications, or a separate requirement of the action. */
  readonly acts: Readonly<Record<string, Role | Requirement>>;
}

/** Settings that carry's figures depend on: everyone reads them, and carry's administrators change them. */
export const changedByCarryAdministrators = { applications: carryOnly, role: 'administrator' } as const;
/** The corresponding requirement for pay. */
export const changedByPayAdministrators = { applications: compOnly, role: 'administrator' } as const;
/** The editors of these applications. */
export const editors = (apps: readonly Application[]) => ({ applications: apps, role: 'editor' }) as const;
/** The usual actions on a record, and the role that each needs. */
export const record = (apps: readonly Application[]) =>
  ({
    applications: apps,
    acts: { view: 'viewer', edit: 'editor', delete: 'administrator' },
  }) as const satisfies PermissionConcept;
/** The actions on a document that editors may delete. */
export const run = <const M extends Readonly<Record<string, Role>>>(apps: readonly Application[], more?: M) =>
  ({
    applications: apps,
    acts: { view: 'viewer', edit: 'editor', delete: 'editor', ...(more as M) },
  }) as const satisfies PermissionConcept;

/** The properties of a kind of record, other than its fields. */
export interface RecordType {
  /** Its display name, singular and plural. */
  readonly title: string;
  readonly plural: string;
  /** The table of its own columns. If it has a parent, code and name are in the parent's table. */
  readonly table: string;
  readonly parent?: 'container' | 'participant';
  /** The tables of its rows, by the fields that contain them. Each refers to it by a column with its table's name: `fund_id`. */
  readonly rows?: Readonly<Record<string, string>>;
  /** True if the audit log stores its state with another record's, or not at all. */
  readonly isSeparate?: true;
  /** The permission concept to read it (`fund.view`). */
  readonly permission: string;
  /** The kind of usual rights of that concept. Absent if `permissions.ts` defines it, or if it belongs to another record. */
  readonly rights?: 'carry' | 'portfolio' | 'everywhere';
  /** The module of its change events. Defaults to its area's or, for kinds shared by several modules, to the module of the call's address. */
  readonly module?: 'platform' | 'carry' | 'performance' | 'comp';
  /** True if its changes aren't sent to open screens. */
  readonly isUnannounced?: true;
  /** True for a person's pay: messages to open screens don't name it, and the audit log stores it under the employee. */
  readonly isPay?: true;
  /** True if it uses the standard screens, at `listAddress` and below. */
  readonly isPlain?: true;
  /** True if it can have notes and documents. */
  readonly annotated?: true;
  /** The concept with which performance reads it, if different. It also applies to performance's notes and documents on it. */
  readonly performance?: 'fundLedger' | 'valuation';
  /** The call that lists it, the column with a row's name, and the query that finds all records. */
  readonly list?: string;
  readonly name?: string;
  readonly listQuery?: Readonly<Record<string, string>>;
  /** True if the command palette finds it. */
  readonly palette?: true;
  /** The addresses of its list and of a record: `:id`, and `:containerId` for the record it belongs to. */
  readonly listAddress?: string;
  readonly address?: string;
  /** Its entry in a module's menu. */
  readonly menu?: {
    readonly id: string;
    readonly module: 'carry' | 'performance' | 'comp';
    readonly group: MenuGroup;
    readonly icon?: string;
  };
  /** The records and concepts that display some of its data. A change makes them stale too. */
  readonly displayCurrencies?: readonly string[];
}

/**
 * The object of an operation and its past participle. A record's name fits between them, as in 'Distribution Spring exit submitted'. An operation
 * is a decision if it approves, posts, pays, locks or releases something. Nobody may remove it from the audit log afterwards.
 */
export type Action = readonly [thing: string, done: string, weight?: 'decision'];

/** An area as data. `core/registry.ts` composes the manifests; everything else is derived from them. */
export interface Manifest {
  readonly recordTypes: Readonly<Record<string, RecordType>>;
  /** The permissions that differ from the usual rights of a kind of record. */
  readonly permissions: Readonly<Record<string, PermissionConcept>>;
  /** The operations that the audit log describes, except saves, deletions and the steps of lifecycles, which follow from the kinds of records. */
  readonly actions: Readonly<Record<string, Action>>;
  /** The modules of the area, with their menus. */
  readonly modules?: Readonly<Partial<Record<Application, OwnModule>>>;
  /** The settings that only an administrator of one of these applications can change. */
  readonly settings?: Readonly<Record<string, readonly Application[]>>;
}
