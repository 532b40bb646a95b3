import {
  type BaseQueryFn,
  createApi,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import { type ApiBaseQuery, type Call, createBaseQuery } from './baseQuery.ts';
import type { CallArgument } from './request.ts';
import { type Answer, type Argument, callOf, type MutationName, operationNames, type QueryName } from './operations.ts';
import { mayCall, onServerError, onSignedOut, onStepUp, tenantOfTab } from './surroundings.ts';
import { staleAfter, tagsOf, tagTypes } from './tags.ts';

/**
 * The calls that session and downloads make by their own names. Every other one is made through `calls.ts`, which takes its types from the
 * contract: with the types of all of them in the store, the compiler takes a minute and gigabytes.
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

/**
 * Every call of the contract, with its hooks. Nothing is written per call: method, path, names and what is stale afterwards come from the
 * contract.
 */
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
  endpoints: (build) => {
    const defined = operationNames.flatMap((operation) => {
      const call = callOf(operation);
      if (call.answers === 'file') return [];
      const query = (argument: unknown) => ({ operation, argument: argument as CallArgument | undefined });
      const isRead = call.method === 'GET';
      const stale = call.readOnly ? [] : tagsOf(call).flatMap(staleAfter);
      return [
        [
          operation,
          isRead
            ? build.query({ query, providesTags: [...tagsOf(call)] })
            : build.mutation({ query, invalidatesTags: (_result, failure) => (failure ? [] : stale) }),
        ],
      ];
    });
    return Object.fromEntries(defined) as Definitions;
  },
});
