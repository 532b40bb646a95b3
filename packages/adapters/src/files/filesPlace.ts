import { err, ok, type Result } from '@carrara/domain/kernel';
import { fileURLToPath } from 'node:url';

/** Where stored files lie. */
export type FilesPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'bucket';
      readonly bucket: string;
      /** Before each key: empty, or ending with a slash. */
      readonly prefix: string;
      /** Of a store that is not Amazon's. */
      readonly endpoint: string | undefined;
      readonly region: string;
    };

const example = 's3://bucket/prefix?region=eu-central-1';

/** Reads an address of stored files. Fails: what the address is not, as the end of a sentence. */
export function readFilesUrl(text: string): Result<FilesPlace, string> {
  const url = urlOf(text);
  if (url?.protocol === 'file:') return folderOf(url);
  if (url?.protocol === 's3:') return bucketOf(url);
  return err(`is neither a folder (file:///srv/carrara/files) nor a bucket (${example})`);
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

function folderOf(url: URL): Result<FilesPlace, string> {
  try {
    if (url.search === '' && url.hash === '') return ok({ kind: 'folder', folder: fileURLToPath(url) });
  } catch {
    // It names a host, or what no path can hold.
  }
  return err('names a folder by its whole path, such as file:///srv/carrara/files');
}

function bucketOf(url: URL): Result<FilesPlace, string> {
  const { hostname: bucket, searchParams } = url;
  // An address is shown and logged.
  if (url.username !== '' || url.password !== '')
    return err('holds no keys: they are S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '' || url.hash !== '')
    return err(`does not name a bucket, as ${example} does`);
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(prefix))
    return err('has a prefix of other than letters, digits, . _ - and /');
  const strange = [...searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (strange !== undefined) return err(`says ${strange}, and may say endpoint and region`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isPlainWebAddress(endpoint))
    return err('has an endpoint that isn’t an http:// or https:// address');
  const region = searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined || !/^[a-z0-9-]+$/.test(region))
    return err(`needs the region of the bucket, as in ${example}`);
  return ok({ kind: 'bucket', bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region });
}

function isPlainWebAddress(text: string): boolean {
  const url = urlOf(text);
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === ''
  );
}

/** Whether files travel to their place as they are, for others to read. */
export function isUnencrypted(place: FilesPlace): boolean {
  if (place.kind === 'folder' || place.endpoint === undefined) return false;
  const { protocol, hostname } = new URL(place.endpoint);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
