import type * as S3 from '@aws-sdk/client-s3';
import type { FilesLocation } from './filesLocation.ts';
import { isNoFile, s3Trouble, createTrouble } from './s3Trouble.ts';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
export type Bucket = Extract<FilesLocation, { readonly kind: 'bucket' }>;

/** Sends a request, with a timeout that allows for the given number of bytes. */
export type S3Request = <T>(
  work: (s3: typeof S3, send: S3.S3Client['send'], options: { abortSignal: AbortSignal }) => Promise<T>,
  bytes?: number,
) => Promise<T>;

/** Slowest connection that is tolerated, in bytes per millisecond. */
const slowestLine = 64;
/**
 * Connects to the store of a bucket with the first request.
 *
 * Fails: each request, with StorageTrouble if the store is unreachable, times out or refuses.
 */
export function connectS3({ endpoint, region }: Bucket, keys: S3Keys | undefined, patienceMs: number): S3Request {
  const sdk = createOnce(async () => {
    // Silences the SDK's warning about Node.js versions. The pinned version runs on Node.js 20; newer ones need 22.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(keys === undefined ? {} : { credentials: { ...keys } }),
      // Stores other than Amazon's don't support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 0 },
    });
    return { ...s3, client };
  });
  return async (work, bytes = 0) => {
    const ending = new AbortController();
    const late = new Promise<never>((_, no) => {
      ending.signal.addEventListener('abort', () => no(createTrouble('slow')));
    });
    const timer = setTimeout(() => ending.abort(), patienceMs + bytes / slowestLine);
    try {
      const response = sdk().then((s3) => work(s3, s3.client.send.bind(s3.client), { abortSignal: ending.signal }));
      return await Promise.race([response, late]);
    } catch (error) {
      throw isNoFile(error) ? error : s3Trouble(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

function createOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => (cached ??= create());
}
