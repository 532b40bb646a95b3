import {
  activeDays,
  activePeople,
  activeTypes,
  userActivityList,
} from '@carrara/adapters/postgres/platform/userActivity';
import { recordTypeOf } from '@carrara/contract/core/recordType';
import type { userActivityEndpoints } from '@carrara/contract/platform/userActivity';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';
import { listOperation } from '../recordOperations.ts';
import { readableTypes } from './activity.ts';

const titles: Readonly<Record<string, string>> = { SIGN_IN: 'Sign-ins', DOWNLOAD: 'Fetched files', upload: 'Uploads' };
const titleOf = (code: string): string => titles[code] ?? recordTypeOf(code)?.plural ?? code;

export const userActivityOperations: Operations<typeof userActivityEndpoints> = {
  listUserActivity: listOperation(userActivityList, ({ user, day, type }, context) => ({
    user,
    day,
    type,
    types: readableTypes(context),
  })),
  listUserActivityDates: async (context) => ok(await activeDays(context.tx, readableTypes(context))),
  listUserActivityTypes: async (context) => {
    const types = await activeTypes(context.tx, readableTypes(context));
    return ok(types.map((code) => ({ code, title: titleOf(code) })).toSorted((a, b) => a.title.localeCompare(b.title)));
  },
  listUserActivityNames: async (context) => ok(await activePeople(context.tx, readableTypes(context))),
};
