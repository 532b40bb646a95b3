import type { Grants } from '@carrara/contract/core/permissions';

/** A person of the demo with their firms and roles. Everybody has the same password, which is printed at startup. */
export interface DemoPerson {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly does: string;
  readonly grants: Readonly<Record<string, Grants>>;
  /** Code of the participant that this person is in the first firm. */
  readonly participant?: string;
  /** Code of the participant whose portal this person reads. */
  readonly readsAs?: string;
}

export const demoPassword = 'carrara-demo-2026';
export const alderRidge = 'Alder Ridge Partners (demo)';
export const cedarMill = 'Cedar Mill Capital (demo)';
/** A new firm with only its reference data and its administrator. */
export const rowanBridge = 'Rowan Bridge Partners (demo, empty)';
/** An investor of the first firm with its own books. */
export const bellmere = 'Bellmere University Endowment (demo)';

const everything = {
  carry: 'administrator',
  comp: 'administrator',
  performance: 'administrator',
  reporting: 'administrator',
} as const;

export const demoPeople = {
  accountant: {
    login: 'accountant@alder.example',
    firstName: 'Clara',
    lastName: 'Voss',
    does: 'carry accountant',
    grants: { [alderRidge]: { carry: 'editor', reporting: 'editor' } },
  },
  priya: {
    login: 'priya@alder.example',
    firstName: 'Priya',
    lastName: 'Raman',
    does: 'approver',
    participant: 'E003',
    grants: { [alderRidge]: { carry: 'viewer', reporting: 'viewer' } },
  },
  noah: {
    login: 'noah@alder.example',
    firstName: 'Noah',
    lastName: 'Okafor',
    does: 'approver',
    participant: 'E002',
    grants: { [alderRidge]: { carry: 'viewer', reporting: 'viewer' } },
  },
  viewer: {
    login: 'viewer@alder.example',
    firstName: 'Hugo',
    lastName: 'Brandt',
    does: 'viewer',
    grants: { [alderRidge]: { carry: 'viewer' } },
  },
  administrator: {
    login: 'admin@alder.example',
    firstName: 'Ada',
    lastName: 'Moreau',
    does: 'administrator, sees no pay',
    grants: { [alderRidge]: everything, [cedarMill]: everything },
  },
  fundAccountant: {
    login: 'fund.accountant@alder.example',
    firstName: 'Jonas',
    lastName: 'Lindahl',
    does: 'fund accountant, enters and locks',
    grants: { [alderRidge]: { performance: 'editor', reporting: 'editor' } },
  },
  fundViewer: {
    login: 'relations@alder.example',
    firstName: 'Hannah',
    lastName: 'Weiss',
    does: 'investor relations, reads',
    grants: { [alderRidge]: { performance: 'viewer', reporting: 'viewer' } },
  },
  hrHead: {
    login: 'hr@alder.example',
    firstName: 'Margaret',
    lastName: 'Ellery',
    does: 'HR head, sees all pay',
    grants: { [alderRidge]: { comp: 'administrator' } },
  },
  hrOfficer: {
    login: 'hr.officer@alder.example',
    firstName: 'Daniel',
    lastName: 'Osei',
    does: 'HR officer, not partners',
    grants: { [alderRidge]: { comp: 'editor' } },
  },
  manager: {
    login: 'amelia@alder.example',
    firstName: 'Amelia',
    lastName: 'Hartmann',
    does: 'manager, sees reports',
    participant: 'E001',
    grants: { [alderRidge]: { comp: 'viewer' } },
  },
  portalTrust: {
    login: 'viktor@alder.example',
    firstName: 'Viktor',
    lastName: 'Petrov',
    does: 'portal: own carry and a trust that holds nothing yet',
    readsAs: 'E012',
    grants: { [alderRidge]: { 'participant-portal': 'viewer' } },
  },
  portalEntity: {
    login: 'farah@alder.example',
    firstName: 'Farah',
    lastName: 'Karim',
    does: 'portal: through an entity',
    readsAs: 'E046',
    grants: { [alderRidge]: { 'participant-portal': 'viewer' } },
  },
  portalPartner: {
    login: 'mateo@alder.example',
    firstName: 'Mateo',
    lastName: 'Alvarez',
    does: 'portal: a partner and the trust, in two currencies',
    readsAs: 'E004',
    grants: { [alderRidge]: { 'participant-portal': 'viewer' } },
  },
  controller: {
    login: 'controller@cedar.example',
    firstName: 'Ben',
    lastName: 'Achterberg',
    does: 'carry accountant',
    grants: { [cedarMill]: { carry: 'editor' } },
  },
  partner: {
    login: 'partner@cedar.example',
    firstName: 'Lucia',
    lastName: 'Marchetti',
    does: 'approver',
    grants: { [cedarMill]: { carry: 'viewer' } },
  },
  founder: {
    login: 'admin@rowan.example',
    firstName: 'Elena',
    lastName: 'Sorkin',
    does: 'administrator, no data yet',
    grants: { [rowanBridge]: everything },
  },
  endowment: {
    login: 'admin@bellmere.example',
    firstName: 'Ruth',
    lastName: 'Abara',
    does: 'investor of the first firm',
    grants: { [bellmere]: { 'performance-lp': 'administrator', reporting: 'administrator' } },
  },
} as const satisfies Readonly<Record<string, DemoPerson>>;
/** People known to the sign-in but in no firm yet. An administrator finds them in the directory. */
export const demoDirectory = [
  { login: 'ravi.menon@alder.example', firstName: 'Ravi', lastName: 'Menon', home: alderRidge },
  { login: 'julia.sandoval@alder.example', firstName: 'Julia', lastName: 'Sandoval', home: alderRidge },
  { login: 'tom.whitaker@alder.example', firstName: 'Tom', lastName: 'Whitaker', home: alderRidge },
  { login: 'anna.brook@cedar.example', firstName: 'Anna', lastName: 'Brook', home: cedarMill },
] as const;
export type DemoPersonKey = keyof typeof demoPeople;
