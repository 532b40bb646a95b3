import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileDigest, type FileStore, isFileKey, newKey, ownKey, type StoredBytes } from './fileStore.ts';
import { type Bucket, connectS3, type S3Keys, type S3Request } from './s3Request.ts';
import { isNoFile, s3Trouble, createTrouble } from './s3Trouble.ts';

/** Bytes of an upload part, the part of a file that is in memory at a time. S3 accepts less than 5 MiB only for the last part. */
const pieceBytes = 8 * 1_048_576;
/** Timeout for the first byte of a response, and for each further chunk. */
const patienceOfStore = 15_000;
/** No upload takes longer than this, so an older unfinished one was left by a crashed process. */
const stillWrittenMs = 86_400_000;

/**
 * Stores files in a bucket of S3 or of a compatible store. A file is complete before its key is returned. Each part is
 * sent with its digest, so that the store refuses data that was changed in transit.
 *
 * Fails: StorageTrouble if the store is unreachable, times out, breaks off or refuses.
 */
export function createS3Files(bucket: Bucket, keys: S3Keys | undefined, patienceMs = patienceOfStore): FileStore {
  const { bucket: Bucket, prefix, endpoint } = bucket;
  const request = connectS3(bucket, keys, patienceMs);
  const at = (key: string) => ({ Bucket, Key: `${prefix}${ownKey(key)}` });
  const { store, abort } = s3Uploads(request, at);

  async function openStored(key: string): Promise<StoredBytes | undefined> {
    if (!isFileKey(key)) return undefined;
    const file = at(key);
    const found = await ifThere(
      request(({ GetObjectCommand }, send, options) => send(new GetObjectCommand(file), options)),
    );
    if (!found) return undefined;
    const { Body, ContentLength: sizeBytes = 0 } = found;
    return { sizeBytes, content: patient(Body as Readable, sizeBytes, patienceMs) };
  }

  return {
    location: `s3://${Bucket}/${prefix}${endpoint === undefined ? '' : ` at ${new URL(endpoint).host}`}`,
    async put(tenantId, content) {
      const key = newKey(tenantId);
      await store(key, content);
      return key;
    },
    store,
    async get(key) {
      const stored = await openStored(key);
      return stored && buffer(stored.content);
    },
    open: openStored,
    async digest(key) {
      const stored = await openStored(key);
      return stored && fileDigest(stored);
    },
    async has(key) {
      if (!isFileKey(key)) return false;
      const file = at(key);
      const response = request(({ HeadObjectCommand }, send, options) => send(new HeadObjectCommand(file), options));
      return (await ifThere(response)) !== undefined;
    },
    async remove(key) {
      const file = at(key);
      await request(({ DeleteObjectCommand }, send, options) => send(new DeleteObjectCommand(file), options));
    },
    async isEmpty() {
      const { KeyCount } = await request(({ ListObjectsV2Command }, send, options) =>
        send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), options),
      );
      return !KeyCount;
    },
    list: () => listFiles(request, bucket),
    async ready() {
      await request(({ HeadBucketCommand }, send, options) => send(new HeadBucketCommand({ Bucket }), options)).catch(
        (error: unknown) => {
          throw isNoFile(error) ? createTrouble('noBucket') : error;
        },
      );
    },
    async removeCut() {
      const { Uploads = [] } = await request(({ ListMultipartUploadsCommand }, send, options) =>
        send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), options),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        // Another server process may still be writing a recent one.
        if (Key && Initiated && Initiated.getTime() < Date.now() - stillWrittenMs)
          await abort({ Bucket, Key, UploadId });
      }
    },
  };
}

/** Lists the stored files with the times at which they were stored, page by page. */
async function* listFiles(request: S3Request, { bucket: Bucket, prefix }: Bucket) {
  let ContinuationToken: string | undefined;
  do {
    const page = { Bucket, Prefix: prefix, ContinuationToken };
    const { Contents = [], NextContinuationToken } = await request(({ ListObjectsV2Command }, send, options) =>
      send(new ListObjectsV2Command(page), options),
    );
    for (const { Key = '', LastModified } of Contents) {
      const key = Key.slice(prefix.length);
      if (isFileKey(key) && LastModified) yield { key, storedAt: LastModified };
    }
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

interface ObjectPath {
  readonly Bucket: string;
  readonly Key: string;
}

/** Returns how files are written: small ones in one request, others in parts. `abort` drops an unfinished upload. */
function s3Uploads(request: S3Request, at: (key: string) => ObjectPath) {
  const md5 = (piece: Buffer) => createHash('md5').update(piece).digest('base64');

  async function store(key: string, content: Uint8Array | Readable): Promise<void> {
    const pieces = piecesOf(content);
    const { value: first = Buffer.alloc(0) } = await pieces.next();
    if (first.byteLength === pieceBytes) return storeInParts(key, first, pieces);
    const file = { ...at(key), Body: first, ContentMD5: md5(first) };
    await request(({ PutObjectCommand }, send, options) => send(new PutObjectCommand(file), options), first.byteLength);
  }

  async function storeInParts(key: string, first: Buffer, others: AsyncIterable<Buffer>): Promise<void> {
    const file = at(key);
    const { UploadId } = await request(({ CreateMultipartUploadCommand }, send, options) =>
      send(new CreateMultipartUploadCommand(file), options),
    );
    const upload = { ...file, UploadId };
    try {
      const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];
      const add = async (piece: Buffer) => {
        const PartNumber = Parts.length + 1;
        const part = { ...upload, PartNumber, Body: piece, ContentMD5: md5(piece) };
        const { ETag } = await request(
          ({ UploadPartCommand }, send, options) => send(new UploadPartCommand(part), options),
          piece.byteLength,
        );
        Parts.push({ PartNumber, ETag });
      };
      await add(first);
      for await (const piece of others) await add(piece);
      const whole = { ...upload, MultipartUpload: { Parts } };
      await request(({ CompleteMultipartUploadCommand }, send, options) =>
        send(new CompleteMultipartUploadCommand(whole), options),
      );
    } catch (error) {
      await abort(upload).catch(() => undefined);
      throw error;
    }
  }
  const abort = (upload: ObjectPath & { readonly UploadId: string | undefined }) =>
    request(({ AbortMultipartUploadCommand }, send, options) => send(new AbortMultipartUploadCommand(upload), options));
  return { store, abort };
}

const ifThere = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (isNoFile(error)) return undefined;
    throw error;
  });

/** Splits the bytes into pieces of equal size. The last one is shorter, and empty content yields none. */
async function* piecesOf(content: Uint8Array | Readable): AsyncGenerator<Buffer, undefined> {
  let buffered: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (content instanceof Readable ? content : [content]) as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.byteLength; ) {
      const piece = chunk.subarray(from, from + pieceBytes - bytes);
      buffered.push(piece);
      from += piece.byteLength;
      bytes += piece.byteLength;
      if (bytes < pieceBytes) continue;
      yield Buffer.concat(buffered);
      buffered = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(buffered);
}

/** Streams a response. Fails with a sentence if it stalls or its length differs from the announced one. */
function patient(body: Readable, sizeBytes: number, patienceMs: number): Readable {
  // The response may break off before anybody reads it. Readers get the error later.
  body.on('error', () => undefined);
  const pieces = async function* () {
    let bytes = 0;
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const timer = setTimeout(() => body.destroy(createTrouble('slow')), patienceMs);
      const next = await chunks
        .next()
        .catch((error: unknown) => {
          throw s3Trouble(error);
        })
        .finally(() => clearTimeout(timer));
      if (next.done) break;
      bytes += next.value.byteLength;
      yield next.value;
    }
    if (bytes !== sizeBytes) throw createTrouble('cut');
  };
  const content = Readable.from(pieces(), { objectMode: false });
  content.once('close', () => body.destroy());
  return content;
}
