import type { Answer, Argument } from '../../api/operations.ts';
import { useEffect, useRef, useState } from 'react';
import { isFailure } from '../../api/failure.ts';
import { useWrite } from '../../api/calls.ts';

export type Generated = Answer<'generateDistributionDetails'>;
export type GenerateBody = Argument<'generateDistributionDetails'>['body'];

/** Typing is over when nothing was typed for this long. */
const pauseMilliseconds = 300;

export interface Generation {
  /** The latest run that could be computed; kept while the next one is on its way. */
  readonly run: Generated | undefined;
  readonly isComputing: boolean;
  /** Why the present input cannot be computed. */
  readonly refusals: readonly string[];
}

/** The whole run as it would be stored, computed by the server after each pause in typing. Undefined input: not complete enough to ask. */
export function useGenerated(body: GenerateBody | undefined): Generation {
  const [generate] = useWrite('generateDistributionDetails');
  const [outcome, setOutcome] = useState<Omit<Generation, 'isComputing'> & { readonly of: string }>({
    run: undefined,
    refusals: [],
    of: '',
  });
  const wanted = body ? JSON.stringify(body) : '';
  const latest = useRef(wanted);
  latest.current = wanted;
  const call = useRef(generate);
  call.current = generate;
  useEffect(() => {
    if (wanted === '') return;
    const timer = setTimeout(() => {
      const isLatest = () => latest.current === wanted;
      call.current({ body: JSON.parse(wanted) as GenerateBody }).then(
        (run) => (isLatest() ? setOutcome({ run, refusals: [], of: wanted }) : undefined),
        (failure: unknown) =>
          isLatest() ? setOutcome((before) => ({ ...before, refusals: reasonsOf(failure), of: wanted })) : undefined,
      );
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { run: outcome.run, refusals: outcome.refusals, isComputing: wanted !== '' && outcome.of !== wanted };
}

function reasonsOf(failure: unknown): readonly string[] {
  if (!isFailure(failure)) return ['It could not be computed.'];
  return failure.errors.length > 0 ? failure.errors.map(({ message }) => message) : [failure.message];
}
