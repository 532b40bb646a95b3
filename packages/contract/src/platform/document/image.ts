import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { imageTypes } from '../../core/fileTypes.ts';
import type { Permission } from '../../core/permissions.ts';
import { id } from '../../core/schema.ts';

/** The maximum number of pixels, per side and in total. Otherwise, a small file could require gigabytes to decode. */
export const largestImageSide = 8_192;
export const largestImagePixels = 40_000_000;

const stored = z.object({ id: id(), containerId: id().nullable(), mimeType: z.enum(imageTypes) });
const failures = ['TOO_LARGE', 'TOO_MANY_FILES', 'UNSUPPORTED_TYPE', 'NOT_FOUND'] as const;

const upload = (path: string) =>
  ({
    method: 'POST',
    path,
    summary: 'Keep a picture',
    permission: 'document.edit' satisfies Permission,
    accepts: 'upload',
    result: stored,
    failures,
  }) as const;
/** Uploads the picture of an employee, the logo of an investment or, by its own id, the logo of the tenant. */
const uploadFor = (path: string) =>
  ({ ...upload(path), summary: 'Set a record’s picture or logo', params: idParams }) as const;

const logoOf = <const P extends Permission>(path: string, permission: P) =>
  ({
    method: 'POST',
    path,
    summary: 'Set an investment’s logo from a data URL. An empty URL removes it',
    permission,
    bodySize: 'huge',
    body: z.strictObject({
      id: id(),
      rowVersion: z.int().nullish(),
      /** 4 MB is a third longer in base64, plus the prefix of the data URL. */
      logo: z.string().max(5_700_000).nullish(),
    }),
    result: z.object({ id: id(), logo: z.string().nullable() }),
    failures: [...failures, 'STALE_VERSION'],
  }) as const;

/** Served under /api and, as aliases, under /api/carry. */
export const imageEndpoints = defineEndpoints({
  uploadImage: upload('/api/image'),
  uploadContainerImage: uploadFor('/api/image/container/:id'),
  uploadCarryImage: upload('/api/carry/image'),
  uploadCarryContainerImage: uploadFor('/api/carry/image/container/:id'),
  removeContainerImage: {
    method: 'DELETE',
    path: '/api/image/container/:id',
    summary: 'Remove a record’s picture or logo',
    permission: 'document.edit',
    params: idParams,
    result: z.object({ id: id() }),
    failures: ['NOT_FOUND'],
  },
  getImage: {
    method: 'GET',
    path: '/api/image/:id',
    summary: 'A picture',
    permission: 'document.view',
    params: idParams,
    answers: 'file',
    offThread: false,
  },
  changeInvestmentLogo: logoOf('/api/carry/investment/changelogo', 'investment.edit'),
  changePerformanceInvestmentLogo: logoOf('/api/performance/investment/changelogo', 'valuation.edit'),
});
