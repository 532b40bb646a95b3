import type { Application, Role } from '@carrara/contract/core/permissions';
import type { SignedInUser } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { type ReactNode, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api/api.ts';
import type { Answer, Argument, QueryName } from '../api/operations.ts';
import { createStore } from '../store.ts';
import { tenantChosen, tenantOpened } from '../session/sessionSlice.ts';

const tenantId = 'harbour';

/** A response of the server that is already in the browser's cache. */
export interface CachedAnswer {
  readonly endpointName: QueryName;
  readonly arg: unknown;
  readonly value: unknown;
}

/** Builds a cached response, typed by the contract. */
export const cachedAnswer = <O extends QueryName>(
  operation: O,
  argument: Argument<O>,
  answer: Answer<O>,
): CachedAnswer => ({
  endpointName: operation,
  arg: argument,
  value: answer,
});

/** Lists wait for their saved views. */
const noViews = cachedAnswer('listSavedViews', undefined, { views: [], lists: [], boards: [], canShare: true });

let drawn: ReturnType<typeof createStore> | undefined;

/** Replaces cached responses, like a change by somebody else. The rendered components update. */
export const printAnswers = (...answers: readonly CachedAnswer[]): void =>
  void drawn?.dispatch(api.util.upsertQueryEntries(answers as never));

export interface CachedAnswersProps {
  readonly answers: readonly CachedAnswer[];
  /** The role of the signed-in person; nobody is signed in without one. */
  readonly signedInAs?: Role;
  /** The application of the role; carry by default. For `performance-lp`, the tenant is an LP tenant. */
  readonly application?: Application;
  /** Settings of the firm that differ from the defaults. */
  readonly settings?: Partial<TenantSettings>;
  readonly children: ReactNode;
}

/** Provides the product's store with these responses in its cache, so that components that read them send no requests. */
export function CachedAnswers({
  answers,
  signedInAs: role,
  application = 'carry',
  settings: own = {},
  children,
}: CachedAnswersProps) {
  const [store] = useState(() => {
    const newStore = createStore();
    newStore.dispatch(api.util.upsertQueryEntries([noViews, ...answers] as never));
    if (role) {
      const settings = {
        tenantId,
        timeZone: 'UTC',
        isLpTenant: application === 'performance-lp',
        applications: [{ id: application, role }],
        ...own,
      } as TenantSettings;
      newStore.dispatch(tenantChosen(tenantId));
      newStore.dispatch(tenantOpened({ user: { id: 'ada' } as SignedInUser, settings }));
    }
    return newStore;
  });
  useEffect(() => {
    drawn = store;
  }, [store]);
  return <Provider store={store}>{children}</Provider>;
}
