import { z } from 'zod';
import { changedCount, defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';

const taskKinds = [
  'letters',
  'import',
  'recompute',
  'statements',
  'investorDocuments',
  'export',
  'sampleFirm',
  'subscription',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A background job as its owner sees it. */
export const task = z.object({
  id: id(),
  kind: z.enum(taskKinds),
  title: z.string(),
  status: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED']),
  /** The completed part of `total`. Both are 0 until the amount of work is known. */
  done: z.int(),
  total: z.int(),
  /** Remarks on the result, such as a letter that couldn't be created, or the reason of a failure. */
  remarks: z.array(z.string()),
  stopRequested: z.boolean(),
  /** The file name of the result; null if there is none. */
  fileName: z.string().nullable(),
  /** The record that it is about. */
  objectId: id().nullable(),
  createdDate: instant(),
  endedDate: instant().nullable(),
});
export type Task = z.output<typeof task>;

const ofTask = { permission: 'member', params: idParams } as const;

/** Matches an API path: no other host, and no path that would resolve differently. */
const plainAddress = /^\/api(?:\/(?!(?:\.|%2e){1,2}(?:[/?#]|$))[^/?#\\\s]+)+(?:[?#]|$)/i;

const isDecodable = (address: string): boolean => {
  try {
    decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
};

/** The name of a call, and its path with the query that requests the file. */
export const exportAddress = z.strictObject({
  call: z.string().max(100),
  address: z
    .string()
    .max(8000)
    .regex(plainAddress, 'isn’t a path under /api')
    .refine(isDecodable, 'has a percent sign that doesn’t encode a character'),
});

/** A user's own background jobs. Nobody sees those of others, regardless of their role. */
export const taskEndpoints = defineEndpoints({
  listTasks: {
    method: 'GET',
    path: '/api/task',
    summary: 'Background jobs, newest first',
    permission: 'member',
    result: z.array(task),
    tags: ['Task'],
  },
  getTask: {
    ...ofTask,
    method: 'GET',
    path: '/api/task/:id',
    summary: 'Progress of a background job',
    result: task,
    tags: ['Task'],
  },
  startExport: {
    method: 'POST',
    path: '/api/task/export',
    summary: 'Create a call’s file as a background job',
    permission: 'member',
    token: 'closed',
    body: exportAddress,
    result: task,
    failures: ['TOO_MANY_TASKS'],
  },
  stopTask: { ...ofTask, method: 'POST', path: '/api/task/:id/stop', summary: 'Stop a background job', result: task },
  stopTasks: {
    method: 'POST',
    path: '/api/task/stop',
    summary: 'Stop several of your background jobs. Jobs that have ended stay as they are',
    permission: 'member',
    body: z.strictObject({ ids: z.array(id()).min(1).max(50) }),
    result: changedCount,
    tags: ['Task'],
  },
  downloadTask: {
    ...ofTask,
    method: 'GET',
    path: '/api/task/:id/file',
    summary: 'The result of a background job',
    answers: 'file',
    offThread: false,
  },
});
