import { defineLifecycle } from '@carrara/domain/kernel/lifecycle';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { moveEndpoints } from './moveEndpoints.ts';

const lifecycle = defineLifecycle({
  states: { DRAFT: 'Draft', POSTED: 'Posted', ARCHIVED: 'Archived' },
  initial: 'DRAFT',
  refusals: { ARCHIVED: { code: 'ARCHIVED', path: [], text: 'It is archived.' } },
  events: {
    saveBooking: { from: ['DRAFT'], permission: 'forecast.edit' },
    postBooking: {
      from: ['DRAFT'],
      to: 'POSTED',
      permission: 'forecast.edit',
      action: 'posted',
      call: { path: 'post', summary: 'Post it', failures: ['PERIOD_NOT_WHOLE'] },
      button: { label: 'Post…', fields: { postedDate: { kind: 'date', title: 'Date', required: true } } },
    },
    archiveBooking: {
      from: ['DRAFT', 'POSTED'],
      to: 'ARCHIVED',
      permission: 'forecast.edit',
      call: { path: 'archive', summary: 'Archive it' },
    },
  },
});

it('a lifecycle event defines a call: its address, permission, body and refusals', () => {
  const { postBooking, ...others } = moveEndpoints(lifecycle, { path: '/api/booking', result: z.object({}) });
  expect(Object.keys(others)).toEqual(['archiveBooking']);
  expect(postBooking).toMatchObject({ method: 'POST', path: '/api/booking/:id/post', permission: 'forecast.edit' });
  expect(postBooking.failures).toEqual(['WRONG_STATE', 'ARCHIVED', 'PERIOD_NOT_WHOLE', 'STALE_VERSION']);
  const accepts = (body: object) => postBooking.body.safeParse(body).success;
  expect(accepts({ rowVersion: 1, postedDate: '2026-03-31' })).toBe(true);
  expect(accepts({ rowVersion: 1, postedDate: '2026-03-31', comment: 'Quarter end' })).toBe(true);
  expect(accepts({ rowVersion: 1 })).toBe(false);
  expect(accepts({ postedDate: '2026-03-31' })).toBe(false);
  expect(accepts({ rowVersion: 1, postedDate: '2026-03-31', amount: '1' })).toBe(false);
});
