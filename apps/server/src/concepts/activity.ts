import { readablePapers } from '@carrara/adapters/postgres/platform/note';
import { activityList, type StoredActivity } from '@carrara/adapters/postgres/platform/activity';
import type { ActivityEntry, activityEndpoints } from '@carrara/contract/platform/activity';
import { holds, type Permission } from '@carrara/contract/core/permissions';
import { isClosedToTokens } from '@carrara/contract/core/tokenAccess';
import { everyRecordType } from '@carrara/contract/core/recordType';
import { mappedList } from '../mappedList.ts';
import type { Operations, RequestContext } from '../operations.ts';
import type { PageQuery } from '../recordOperations.ts';
import { changesBetween, changeText } from './activityChanges.ts';
import { readableChanges, withheldOperations } from './personalData.ts';

/** What one must hold to read of changes of a kind of record; a kind that is none of these is nobody's to read. */
const readers: Readonly<Record<string, Permission>> = {
  ...Object.fromEntries(everyRecordType.map(([type, { permission }]) => [type, `${permission}.view` as Permission])),
  upload: 'distribution.edit',
  apiToken: 'apiToken.manage',
};
/** The kinds of records whose changes these people may read of, and the notes and documents; to a token the trail of what it does not open is closed as well. */
export const readableTypes = ({ grants, tx }: RequestContext): string[] => {
  const held = (permission: Permission) => holds(grants, permission) && !(tx.token && isClosedToTokens(permission));
  return [...Object.keys(readers).filter((type) => held(readers[type] as Permission)), ...readablePapers(held)];
};

type Input = { readonly params: { readonly id: string } };

const list = (filter: 'objectId' | 'containerId') =>
  mappedList<ActivityEntry, PageQuery, Input, StoredActivity>(
    activityList,
    (_query, context, { params }) => ({
      [filter]: params.id,
      types: readableTypes(context),
      withheld: withheldOperations(context.grants),
    }),
    ({ before, after, names, ...row }, { grants }) => {
      const { changes, reason } = readableChanges(row, changesBetween(before, after, names ?? {}), grants);
      return { ...row, reason, changes, changeText: changeText(changes) };
    },
  );

export const activityOperations: Operations<typeof activityEndpoints> = {
  listActivity: list('objectId'),
  listContainerActivity: list('containerId'),
  listCarryActivity: list('objectId'),
  listCarryContainerActivity: list('containerId'),
};
