import { describe, expect, it } from 'vitest';
import { isUnencrypted, readFilesUrl } from './filesLocation.ts';

const refusal = (url: string) => readFilesUrl(url)._unsafeUnwrapErr();
const location = (url: string) => readFilesUrl(url)._unsafeUnwrap();

describe('the address of stored files', () => {
  it('names a folder, or a bucket with everything needed to reach it', () => {
    expect(location('file:///srv/our%20files')).toEqual({ kind: 'folder', folder: '/srv/our files' });
    expect(location('s3://firm-files/carrara/live/?region=eu-central-1')).toEqual({
      kind: 'bucket',
      bucket: 'firm-files',
      prefix: 'carrara/live/',
      endpoint: undefined,
      region: 'eu-central-1',
    });
    expect(location('s3://firm-files?endpoint=https://minio.example:9000')).toMatchObject({
      prefix: '',
      endpoint: 'https://minio.example:9000',
      region: 'us-east-1',
    });
  });

  it('is refused with the reason, and never contains a key', () => {
    for (const url of ['/srv/files', 'https://bucket.example', 's3:bucket', ''])
      expect(refusal(url)).toMatch(/^must (be a folder|name a bucket)/);
    expect(refusal('file://server/files')).toMatch(/absolute path/);
    expect(refusal('s3://key:secret@bucket?region=x')).toMatch(/^must not contain keys/);
    expect(refusal('s3://bucket')).toMatch(/^must contain the region/);
    expect(refusal('s3://bucket/a%2e%2e?region=x')).toMatch(/prefix/);
    expect(refusal('s3://bucket?region=x&secret=1')).toBe('contains secret, but can only contain endpoint and region');
    expect(refusal('s3://bucket?endpoint=ftp://x')).toMatch(/endpoint/);
    expect(refusal('s3://bucket?endpoint=https://key:secret@x')).toMatch(/endpoint/);
  });

  it('is unencrypted over HTTP, except on the same machine', () => {
    const urls = ['http://10.0.0.7:9000', 'http://127.0.0.1:9000', 'http://localhost', 'https://minio.example'];
    expect(urls.map((endpoint) => isUnencrypted(location(`s3://bucket?endpoint=${endpoint}`)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
