import { activeDays, activePeople, userActivityList } from '@carrara/adapters/postgres/platform/userActivity';
import type { userActivityEndpoints } from '@carrara/contract/platform/userActivity';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';
import { listOperation } from '../recordOperations.ts';
import { readableTypes } from './activity.ts';

export const userActivityOperations: Operations<typeof userActivityEndpoints> = {
  listUserActivity: listOperation(userActivityList, ({ user, day }, context) => ({
    user,
    day,
    types: readableTypes(context),
  })),
  listUserActivityDates: async (context) => ok(await activeDays(context.tx, readableTypes(context))),
  listUserActivityNames: async (context) => ok(await activePeople(context.tx, readableTypes(context))),
};
