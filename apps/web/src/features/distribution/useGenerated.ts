import type { Answer, Argument } from '../../api/operations.ts';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
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
  /** Computes the same once more: the records behind it have changed. */
  readonly recompute: () => void;
}

interface Outcome extends Pick<Generation, 'run' | 'refusals'> {
  /** What it answers, and the how manieth time. */
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
  const [times, setTimes] = useState(0);
  const asked = body ? JSON.stringify(body) : '';
  const wanted = asked === '' ? '' : `${String(times)} ${asked}`;
  const call = useEffectEvent(() => generate({ body: JSON.parse(asked) as GenerateBody }));
  useEffect(() => {
    if (wanted === '') return;
    let isLatest = true;
    const settle = (next: (before: Outcome) => Outcome) => (isLatest ? setOutcome(next) : undefined);
    const timer = setTimeout(() => {
      call().then(
        (run) => settle(() => ({ run, refusals: [], of: wanted })),
        (failure: unknown) => settle((before) => ({ ...before, refusals: reasonsOf(failure), of: wanted })),
      );
    }, pauseMilliseconds);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return {
    run: outcome.run,
    refusals: outcome.refusals,
    isComputing: wanted !== '' && outcome.of !== wanted,
    recompute: useCallback(() => setTimes((before) => before + 1), []),
  };
}

function reasonsOf(failure: unknown): readonly string[] {
  if (!isFailure(failure)) return ['It could not be computed.'];
  return failure.errors.length > 0 ? failure.errors.map(({ message }) => message) : [failure.message];
}
