import type { Grants } from '@carrara/contract/core/permissions';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

export { demoPassword } from '../core/demoPassword.ts';

/** Folder with the demo's data, found from src as well as from dist. */
export const demoFolder = fileURLToPath(new URL('../../../../samples/demo', import.meta.url));

export const alderRidge = 'Alder Ridge Partners (demo)';
export const cedarMill = 'Cedar Mill Capital (demo)';
/** A new firm with only its reference data and its administrator. */
export const rowanBridge = 'Rowan Bridge Partners (demo, empty)';
/** An investor of the first firm with its own books. */
export const bellmere = 'Bellmere University Endowment (demo)';

const name = { login: z.string(), firstName: z.string(), lastName: z.string() };
const person = z.strictObject({
  ...name,
  does: z.string(),
  grants: z.record(z.string(), z.record(z.string(), z.string())),
  /** Code of the participant whose portal this person reads. */
  readsAs: z.string().optional(),
});
const keys = z.enum([
  'accountant',
  'priya',
  'noah',
  'viewer',
  'administrator',
  'fundAccountant',
  'fundViewer',
  'hrHead',
  'hrOfficer',
  'manager',
  'portalTrust',
  'portalEntity',
  'portalPartner',
  'controller',
  'partner',
  'founder',
  'endowment',
]);
type DemoPersonKey = z.output<typeof keys>;

/** A person of the demo with their firms and roles. Everybody has the same password, which is printed at startup. */
export type DemoPerson = Omit<z.output<typeof person>, 'grants'> & {
  readonly grants: Readonly<Record<string, Grants>>;
};

const accounts = z
  .strictObject({ people: z.record(keys, person), directory: z.array(z.strictObject({ ...name, home: z.string() })) })
  .parse(parse(readFileSync(`${demoFolder}/accounts.yaml`, 'utf8')));
export const demoPeople = accounts.people as Readonly<Record<DemoPersonKey, DemoPerson>>;
/** People known to the sign-in but in no firm yet. An administrator finds them in the directory. */
export const demoDirectory = accounts.directory;
