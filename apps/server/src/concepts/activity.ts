import { readablePapers } from '@carrara/adapters/postgres/platform/note/noteSubjects';
import {
  activityList,
  type StoredActivity,
  viewsOfList,
} from '@carrara/adapters/postgres/platform/activity/activityList';
import type { ActivityEntry, activityEndpoints } from '@carrara/contract/platform/activity/activity';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { isClosedToTokens } from '@carrara/contract/core/tokenAccess';
import { everyRecordType } from '@carrara/contract/core/recordType';
import { mappedList } from '../core/mappedList.ts';
import type { Operations, RequestContext } from '../core/operations.ts';
import type { PageQuery } from '../core/recordOperations.ts';
import { readableLists } from '../usecases/platform/savedView.ts';
import { changesBetween, changeText } from './activityChanges.ts';
import { readableChanges, withheldFieldsByType, withheldOperations } from './personalData.ts';

/** Permission needed to read changes of each record type. Nobody can read changes of other types. */
const readers: Readonly<Record<string, Permission>> = {
  ...Object.fromEntries(everyRecordType.map(([type, { permission }]) => [type, `${permission}.view` as Permission])),
  upload: 'distribution.edit',
  apiToken: 'apiToken.manage',
};
/**
 * Returns the types of records, notes and documents, and the lists with saved views, whose changes this person may read. Tokens can't read changes of
 * types that are closed to them.
 */
export const readableTypes = ({ grants, tx }: RequestContext): string[] => {
  const isPermitted = (permission: Permission) =>
    hasPermission(grants, permission) && !(tx.token && isClosedToTokens(permission));
  return [
    ...Object.keys(readers).filter((type) => isPermitted(readers[type] as Permission)),
    ...readablePapers(isPermitted),
    ...readableLists((access) => (access.includes('.') ? isPermitted(access as Permission) : true)).flatMap(
      viewsOfList,
    ),
  ];
};

/** Returns false for one side of an entry on a view that was private at the time. */
const isShared = (side: unknown): boolean => (side as { readonly isShared: boolean } | null)?.isShared !== false;

type Input = { readonly params: { readonly id: string } };

const list = (filter: 'objectId' | 'containerId') =>
  mappedList<ActivityEntry, PageQuery, Input, StoredActivity>(
    activityList,
    (_query, context, { params }) => ({
      [filter]: params.id,
      types: readableTypes(context),
      withheld: withheldOperations(context.grants),
      withheldFields: JSON.stringify(withheldFieldsByType(context.grants)),
    }),
    ({ before, after, names, isOfOwnView, ...row }, { grants }) => {
      const readsState =
        row.objectType !== 'savedView' ||
        isOfOwnView ||
        (hasPermission(grants, 'savedView.manage') && isShared(before) && isShared(after));
      const all = readsState ? changesBetween(before, after, names ?? {}) : [];
      const { changes, reason } = readableChanges(row, all, grants);
      return { ...row, reason, changes, changeText: changeText(changes) };
    },
  );

export const activityOperations: Operations<typeof activityEndpoints> = {
  listActivity: list('objectId'),
  listContainerActivity: list('containerId'),
  listCarryActivity: list('objectId'),
  listCarryContainerActivity: list('containerId'),
};
