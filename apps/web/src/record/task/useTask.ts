import type { Task } from '@carrara/contract/platform/task/task';
import { useEffect, useRef } from 'react';
import { useRead } from '../../api/calls.ts';

export const isEnded = ({ status }: Task): boolean => status !== 'WAITING' && status !== 'RUNNING';

/** Polls a background job until it has ended. */
export function useTask(initial: Task): Task {
  const { currentData, refetch } = useRead('getTask', { params: { id: initial.id } });
  const task = currentData ?? initial;
  usePolling(!isEnded(task), refetch, 400);
  return task;
}

/** Repeats a read while something runs. */
export function usePolling(isRunning: boolean, refetch: () => unknown, milliseconds: number): void {
  const latestRefetch = useRef(refetch);
  useEffect(() => {
    latestRefetch.current = refetch;
  }, [refetch]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => latestRefetch.current(), milliseconds);
    return () => clearInterval(timer);
  }, [isRunning, milliseconds]);
}
