import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { ServedOperations } from '../core/operations.ts';
import type { RecordTasks } from '../jobs/recordTasks.ts';

/** Options for creating the demo firms. */
export interface Seeding {
  readonly operations: ServedOperations;
  readonly tasks: RecordTasks;
  readonly database: Database;
  readonly withTenant: WithTenant;
}
