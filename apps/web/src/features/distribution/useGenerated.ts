import type { Answer, Argument } from '../../api/operations.ts';
import { useEffect, useEffectEvent, useState } from 'react';
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

interface Outcome extends Omit<Generation, 'isComputing'> {
  /** What it answers. */
  readonly of: string;
}

/** The whole run as it would be stored, computed by the server after each pause in typing. Undefined input: not complete enough to ask. */
export function useGenerated(body: GenerateBody | undefined): Generation {
  const [generate] = useWrite('generateDistributionDetails');
  const [outcome, setOutcome] = useState<Outcome>({
    run: undefined,
    refusals: [],
    of: '',
  });
  const wanted = body ? JSON.stringify(body) : '';
  const call = useEffectEvent((asked: string) => generate({ body: JSON.parse(asked) as GenerateBody }));
  useEffect(() => {
    if (wanted === '') return;
    let isLatest = true;
    const settle = (next: (before: Outcome) => Outcome) => (isLatest ? setOutcome(next) : undefined);
    const timer = setTimeout(() => {
      call(wanted).then(
        (run) => settle(() => ({ run, refusals: [], of: wanted })),
        (failure: unknown) => settle((before) => ({ ...before, refusals: reasonsOf(failure), of: wanted })),
      );
    }, pauseMilliseconds);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return { run: outcome.run, refusals: outcome.refusals, isComputing: wanted !== '' && outcome.of !== wanted };
}

function reasonsOf(failure: unknown): readonly string[] {
  if (!isFailure(failure)) return ['It could not be computed.'];
  return failure.errors.length > 0 ? failure.errors.map(({ message }) => message) : [failure.message];
}
