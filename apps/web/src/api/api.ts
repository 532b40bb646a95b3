import {
  type BaseQueryFn,
  createApi,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import { type ApiBaseQuery, type Call, createBaseQuery } from './baseQuery.ts';
import type { CallArgument } from './request.ts';
import {
  type Answer,
  type Argument,
  callData,
  type MutationName,
  operationNames,
  type QueryName,
} from './operations.ts';
import { mayCall, onServerError, onSignedOut, onStepUp, tenantOfTab } from './surroundings.ts';
import { callTags, staleTagsOfCall, tagTypes } from './tags.ts';

/**
 * The calls that the session and downloads make by name. All other calls go through `calls.ts`, which takes its types from the contract. With the
 * types of every call in the store, the compiler would need a minute and gigabytes of memory.
 */
type Reads = Extract<
  QueryName,
  'getSignedInUser' | 'getTenantSettings' | 'listInvitations' | 'listTenants' | 'signOut'
>;
type Writes = Extract<
  MutationName,
  | 'beginPasskeySignIn'
  | 'createDownloadToken'
  | 'exchangeLoginCode'
  | 'openInvitation'
  | 'openReset'
  | 'signInLocal'
  | 'signInWithPasskey'
  | 'startExport'
  | 'switchTenant'
>;
type Definitions = {
  [O in Reads]: QueryDefinition<Argument<O>, ApiBaseQuery, string, Answer<O>, 'api'>;
} & {
  [O in Writes]: MutationDefinition<Argument<O>, ApiBaseQuery, string, Answer<O>, 'api'>;
};

/** Every call of the contract, with its hooks. The method, the path, the names and the reads that a write invalidates all come from the contract. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery({
    tenantId: tenantOfTab,
    mayCall,
    onSignedOut,
    onStepUp,
    onServerError,
  }) satisfies BaseQueryFn<Call>,
  tagTypes,
  keepUnusedDataFor: 120,
  refetchOnReconnect: true,
  // See `overtakenReads`.
  invalidationBehavior: 'immediately',
  endpoints: (build) => {
    const defined = operationNames.flatMap((operation) => {
      const call = callData(operation);
      if (call.answers === 'file') return [];
      const query = (argument: unknown) => ({ operation, argument: argument as CallArgument | undefined });
      const isRead = call.method === 'GET';
      const stale = staleTagsOfCall(call);
      return [
        [
          operation,
          isRead
            ? build.query({ query, providesTags: [...callTags(call)] })
            : build.mutation({ query, invalidatesTags: (_result, failure) => (failure ? [] : stale) }),
        ],
      ];
    });
    return Object.fromEntries(defined) as Definitions;
  },
});
