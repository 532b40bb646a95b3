import { isFulfilled, isRejected, type Middleware } from '@reduxjs/toolkit';
import { api } from './api.ts';
import type { ApiState, Dispatch } from './apiState.ts';
import { callData, type Operation } from './operations.ts';
import { callTags, staleTagsOfCall } from './tags.ts';

interface CallAction {
  readonly type: string;
  readonly meta: {
    readonly arg: { readonly endpointName: string; readonly originalArgs: unknown; readonly queryCacheKey: string };
  };
}
const isEnd = (action: unknown): action is CallAction => isFulfilled(action) || isRejected(action);
const isRead = ({ type }: CallAction) => type.startsWith(`${api.reducerPath}/executeQuery/`);
const isWritten = (action: CallAction) =>
  isFulfilled(action) && action.type.startsWith(`${api.reducerPath}/executeMutation/`);

/** Returns the tags that an action makes stale. */
function staleTags(action: unknown): readonly unknown[] {
  if (api.util.invalidateTags.match(action)) return action.payload;
  return isEnd(action) && isWritten(action) ? staleTagsOfCall(callData(action.meta.arg.endpointName as Operation)) : [];
}

/**
 * Repeats reads that were running when their data changed, because their results may be of the time before. The library alone would ignore the change
 * for them or, by its default, refresh nothing while any call is running. A slow report or check would then stop the refresh of all pages.
 */
export const overtakenReads: Middleware = (store) => {
  const overtaken = new Set<string>();
  return (next) => (action) => {
    const stale = staleTags(action);
    const { queries } = (store.getState() as ApiState)[api.reducerPath];
    for (const [key, read] of stale.length > 0 ? Object.entries(queries) : [])
      if (
        read?.status === 'pending' &&
        callTags(callData(read.endpointName as Operation)).some((tag) => stale.includes(tag))
      )
        overtaken.add(key);
    const result = next(action);
    if (isEnd(action) && isRead(action) && overtaken.delete(action.meta.arg.queryCacheKey)) {
      const { endpointName, originalArgs } = action.meta.arg;
      const { initiate } = api.endpoints[endpointName as 'getSignedInUser'];
      void (store.dispatch as Dispatch)(initiate(originalArgs as never, { subscribe: false, forceRefetch: true }));
    }
    return result;
  };
};
