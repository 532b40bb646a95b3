import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';
import { task } from '../task/task.ts';

const sampleFirm = z.object({
  id: id(),
  name: z.string(),
  createdDate: instant(),
  createdBy: z.string().nullable(),
  /** True if you are its administrator. */
  isMember: z.boolean(),
});

const sampleFirmState = z.object({
  /** The sample firm; null if there is none. */
  firm: sampleFirm.nullable(),
  /** Why none can be added now; null if one can. */
  obstacle: z.string().nullable(),
  /** True while a background job adds one. */
  isComing: z.boolean(),
});
export type SampleFirmState = z.output<typeof sampleFirmState>;

/** A firm of its own with data of a file that comes with the product, to look around in. */
export const sampleFirmEndpoints = defineEndpoints({
  getSampleFirm: {
    method: 'GET',
    path: '/api/sample-firm',
    summary: 'The firm’s sample firm, and whether one can be added',
    permission: 'tenant.edit',
    result: sampleFirmState,
    tags: ['Tenant'],
  },
  addSampleFirm: {
    method: 'POST',
    path: '/api/sample-firm',
    summary: 'Add a sample firm as a background job. You are its only member',
    permission: 'tenant.edit',
    token: 'closed',
    result: task,
    failures: ['WRONG_STATE', 'TOO_MANY_TASKS'],
    tags: ['Tenant'],
  },
  archiveSampleFirm: {
    method: 'POST',
    path: '/api/sample-firm/archive',
    summary: 'Archive the sample firm. Nobody can open it anymore',
    permission: 'tenant.edit',
    token: 'closed',
    result: z.object({ id: id() }),
    failures: ['WRONG_STATE'],
    tags: ['Tenant'],
  },
});
