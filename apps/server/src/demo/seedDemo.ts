import type { Database, WithTenant } from '@carrara/adapters/postgres';
import type { ServedOperations } from '../composition.ts';
import { playAlderRidge } from './alderRidge.ts';
import { playCedarMill } from './cedarMill.ts';
import { makeTenants } from './makeTenants.ts';
import { alderRidge, cedarMill, demoPassword, demoPeople } from './people.ts';
import { stageIn } from './stage.ts';

export interface Seeding {
  readonly database: Database;
  readonly withTenant: WithTenant;
  readonly operations: ServedOperations;
  /** The sample workbook, which is the first firm's present. */
  readonly workbook: string;
}

/** Whether this installation has the demo firms. */
export async function hasDemo(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant WHERE is_demo LIMIT 1');
  return rows.length > 0;
}

/** Whether there is no firm at all yet. */
export async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant LIMIT 1');
  return rows.length === 0;
}

/**
 * Fills an empty installation with two firms and their people, through the product's own operations, so that what the demo shows ties out
 * as anything else does. Always the same figures.
 */
export async function seedDemo({ database, withTenant, operations, workbook }: Seeding): Promise<void> {
  const ground = await makeTenants(database, new Date('2016-01-04T09:00:00Z'));
  const { persons } = ground;
  // Neither firm knows of the other.
  await Promise.all([
    playAlderRidge(
      stageIn(alderRidge, ground, withTenant),
      operations,
      { accountant: 'accountant', approvers: ['priya', 'noah'], persons },
      workbook,
    ),
    playCedarMill(stageIn(cedarMill, ground, withTenant), operations, {
      accountant: 'controller',
      approvers: ['partner'],
      persons,
    }),
  ]);
}

/** The accounts that are printed at start. */
export function demoAccounts(): string {
  const rows = Object.values(demoPeople).map(
    ({ login, does, grants }) => `  ${login.padEnd(26)} ${does.padEnd(28)} ${Object.keys(grants).join(', ')}`,
  );
  return ['Demo accounts (password for all: ' + demoPassword + ')', ...rows].join('\n');
}
