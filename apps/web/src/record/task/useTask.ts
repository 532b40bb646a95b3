import type { Task } from '@carrara/contract/platform/task';
import { useEffect, useRef } from 'react';
import { useRead } from '../../api/calls.ts';

const pollMilliseconds = 400;

export const isEnded = ({ status }: Task): boolean => status !== 'WAITING' && status !== 'RUNNING';

/** Polls a background job until it has ended. */
export function useTask(initial: Task): Task {
  const { currentData, refetch } = useRead('getTask', { params: { id: initial.id } });
  const task = currentData ?? initial;
  const latestRefetch = useRef(refetch);
  useEffect(() => {
    latestRefetch.current = refetch;
  }, [refetch]);
  const isRunning = !isEnded(task);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => latestRefetch.current(), pollMilliseconds);
    return () => clearInterval(timer);
  }, [isRunning]);
  return task;
}
