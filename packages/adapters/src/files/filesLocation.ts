import { err, ok, type Result } from '@carrara/domain/kernel';
import { fileURLToPath } from 'node:url';

/** Parsed location of the stored files. */
export type FilesLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'bucket';
      readonly bucket: string;
      /** Prefix of all keys. Empty, or ends with a slash. */
      readonly prefix: string;
      /** Set for S3-compatible stores other than Amazon's. */
      readonly endpoint: string | undefined;
      readonly region: string;
    };

const example = 's3://bucket/prefix?region=eu-central-1';

/** Parses the address of the file store. Fails: with the end of a sentence that describes the error. */
export function readFilesUrl(text: string): Result<FilesLocation, string> {
  const url = urlOf(text);
  if (url?.protocol === 'file:') return folderOf(url);
  if (url?.protocol === 's3:') return bucketOf(url);
  return err(`must be a folder (file:///srv/carrara/files) or a bucket (${example})`);
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

function folderOf(url: URL): Result<FilesLocation, string> {
  try {
    if (url.search === '' && url.hash === '') return ok({ kind: 'folder', folder: fileURLToPath(url) });
  } catch {
    // The address names a host, or contains characters that no path can have.
  }
  return err('must have the absolute path of the folder, such as file:///srv/carrara/files');
}

function bucketOf(url: URL): Result<FilesLocation, string> {
  const { hostname: bucket, searchParams } = url;
  // Refuses credentials, because the address is displayed and logged.
  if (url.username !== '' || url.password !== '')
    return err('must not contain keys. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY instead');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '' || url.hash !== '')
    return err(`must name a bucket, as in ${example}`);
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(prefix))
    return err('has a prefix with characters other than letters, digits, . _ - and /');
  const strange = [...searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (strange !== undefined) return err(`contains ${strange}, but can only contain endpoint and region`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isPlainWebAddress(endpoint))
    return err('has an endpoint that isn’t an http:// or https:// address');
  const region = searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined || !/^[a-z0-9-]+$/.test(region))
    return err(`must contain the region of the bucket, as in ${example}`);
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

/** True if files travel to the store unencrypted over a network. */
export function isUnencrypted(location: FilesLocation): boolean {
  if (location.kind === 'folder' || location.endpoint === undefined) return false;
  const { protocol, hostname } = new URL(location.endpoint);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
