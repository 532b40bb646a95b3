import type { Application, Role } from '@carrara/contract/core/permissions';
import type { SignedInUser } from '@carrara/contract/platform/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api/api.ts';
import type { Answer, Argument, QueryName } from '../api/operations.ts';
import { createStore } from '../frame/store.ts';
import { tenantChosen, tenantOpened } from '../session/sessionSlice.ts';

const tenantId = 'harbour';

/** An answer of the server that is known already, as the browser keeps it. */
export interface KnownAnswer {
  readonly endpointName: QueryName;
  readonly arg: unknown;
  readonly value: unknown;
}

/** Typed by the contract: what would be asked, and what the server would answer. */
export const known = <O extends QueryName>(operation: O, argument: Argument<O>, answer: Answer<O>): KnownAnswer => ({
  endpointName: operation,
  arg: argument,
  value: answer,
});

let drawn: ReturnType<typeof createStore> | undefined;

/** What the server answers from now on, as after a change by somebody else: what is drawn hears it. */
export const tellAnswers = (...answers: readonly KnownAnswer[]): void =>
  void drawn?.dispatch(api.util.upsertQueryEntries(answers as never));

export interface KnownAnswersProps {
  readonly answers: readonly KnownAnswer[];
  /** The role; without one nobody is signed in. */
  readonly signedInAs?: Role;
  /** Where that role is one: carry, unless another is named. Who has the performance of LPs is in the tenant of one. */
  readonly application?: Application;
  readonly children: ReactNode;
}

/** The product's own store, in which these answers stand, so that a part which reads them asks no server. */
export function KnownAnswers({ answers, signedInAs: role, application = 'carry', children }: KnownAnswersProps) {
  const [store] = useState(() => {
    const made = createStore();
    made.dispatch(api.util.upsertQueryEntries(answers as never));
    if (role) {
      const settings = {
        tenantId,
        timeZone: 'UTC',
        isLpTenant: application === 'performance-lp',
        applications: [{ id: application, role }],
      } as unknown as TenantSettings;
      made.dispatch(tenantChosen(tenantId));
      made.dispatch(tenantOpened({ user: { id: 'ada' } as SignedInUser, settings }));
    }
    return made;
  });
  useEffect(() => {
    drawn = store;
  }, [store]);
  return <Provider store={store}>{children}</Provider>;
}
