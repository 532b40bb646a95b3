import {
  activeDays,
  activePeople,
  activeTypes,
  type ReadableEntries,
} from '@carrara/adapters/postgres/platform/userActivity/userActivityChoices';
import { userActivityList } from '@carrara/adapters/postgres/platform/userActivity/userActivityList';
import { findRecordType } from '@carrara/contract/core/recordType';
import type { userActivityEndpoints } from '@carrara/contract/platform/activity/userActivity';
import { ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../core/operations.ts';
import { listOperation } from '../core/recordOperations.ts';
import { readableTypes } from './activity.ts';
import { withheldOperations } from './personalData.ts';

const titles: Readonly<Record<string, string>> = {
  SIGN_IN: 'Sign-ins',
  DOWNLOAD: 'Downloaded files',
  upload: 'Uploads',
};
const titleOf = (code: string): string => titles[code] ?? findRecordType(code)?.plural ?? code;

const readable = (context: RequestContext): ReadableEntries => ({
  types: readableTypes(context),
  withheld: withheldOperations(context.grants),
});

export const userActivityOperations: Operations<typeof userActivityEndpoints> = {
  listUserActivity: listOperation(userActivityList, ({ user, day, type }, context) => ({
    user,
    day,
    type,
    ...readable(context),
  })),
  listUserActivityDates: async (context) => ok(await activeDays(context.tx, readable(context))),
  listUserActivityTypes: async (context) => {
    const types = await activeTypes(context.tx, readable(context));
    return ok(types.map((code) => ({ code, title: titleOf(code) })).toSorted((a, b) => a.title.localeCompare(b.title)));
  },
  listUserActivityNames: async (context) => ok(await activePeople(context.tx, readable(context))),
};
