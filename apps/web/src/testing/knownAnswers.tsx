import type { ReactNode } from 'react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api/api.ts';
import type { Answer, Argument, QueryName } from '../api/operations.ts';
import { createStore } from '../frame/store.ts';

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

export interface KnownAnswersProps {
  readonly answers: readonly KnownAnswer[];
  readonly children: ReactNode;
}

/** The product's own store, in which these answers stand, so that a part which reads them asks no server. */
export function KnownAnswers({ answers, children }: KnownAnswersProps) {
  const [store] = useState(() => {
    const made = createStore();
    made.dispatch(api.util.upsertQueryEntries(answers as never));
    return made;
  });
  return <Provider store={store}>{children}</Provider>;
}
