import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesOptions, readConfiguration, settingNames, configurationWarnings } from './configuration.ts';

const guides = fileURLToPath(new URL('../../../../docs/operate/', import.meta.url));

const refusalsOf = (...args: string[]) => readConfiguration({ environment: {}, args })._unsafeUnwrapErr();

describe('the settings', () => {
  it('are each documented in a guide', () => {
    const text = readdirSync(guides)
      .map((name) => readFileSync(`${guides}${name}`, 'utf8'))
      .join('\n');
    expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it('warn about a server that others reach without encryption, and that a demo is open to them', () => {
    const warnings = (environment: Record<string, string>) =>
      configurationWarnings(readConfiguration({ environment, args: [] })._unsafeUnwrap());
    expect(warnings({})).toEqual([]);
    expect(warnings({ HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^HOST=0\.0\.0\.0 accepts unencrypted connections from other machines/),
      expect.stringContaining('Add other host names to HOSTS'),
      expect.stringContaining('the demo’s accounts can sign in with their public password'),
    ]);
    expect(warnings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://carry.example', NODE_ENV: 'production' })).toEqual([]);
  });

  it('can be set by the existing options, and unknown arguments are refused', () => {
    const read = readConfiguration({ environment: {}, args: ['--port=4700', '--data', '/srv/carrara'] });
    expect(read._unsafeUnwrap()).toMatchObject({ PORT: 4700, DATA_DIR: '/srv/carrara' });
    expect(refusalsOf('--prot', '4700')).toEqual([
      '--prot is not an option. Use --help to list the options.',
      '4700 is not an option. Use --help to list the options.',
    ]);
    expect(refusalsOf('--data')).toEqual(['--data needs a value.']);
    expect(refusalsOf('--data', '--port', '1')).toEqual(['--data needs a value.']);
  });

  it('accept only a web address as the address that people use', () => {
    const read = (PUBLIC_URL: string) => readConfiguration({ environment: { PUBLIC_URL }, args: [] });
    expect(read('http://carry.example:4600')._unsafeUnwrap().PUBLIC_URL).toBe('http://carry.example:4600');
    for (const url of ['javascript:alert(1)', 'ftp://carry.example', 'file:///etc/passwd'])
      expect(read(url)._unsafeUnwrapErr()).toEqual(['PUBLIC_URL: must be an http:// or https:// address']);
  });

  it("state the location of stored files, with a bucket's keys separate from its address", () => {
    const read = (environment: Record<string, string>) => readConfiguration({ environment, args: [] });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const settings = read({ FILES_URL: 's3://firm-files/live?region=eu-central-1', ...keys })._unsafeUnwrap();
    expect([filesOptions(settings), configurationWarnings(settings)]).toEqual([
      { url: 's3://firm-files/live?region=eu-central-1', keys: { accessKeyId: 'id', secretAccessKey: 'secret' } },
      [],
    ]);
    expect(filesOptions(read({})._unsafeUnwrap())).toEqual({});
    expect(read({ FILES_URL: '/srv/files' })._unsafeUnwrapErr()).toEqual([
      'FILES_URL: must be a folder (file:///srv/carrara/files) or a bucket (s3://bucket/prefix?region=eu-central-1)',
    ]);
    expect(read({ FILES_URL: 's3://id:secret@firm-files?region=x' })._unsafeUnwrapErr()).toEqual([
      'FILES_URL: must not contain keys. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY instead',
    ]);
    expect(read({ S3_SECRET_ACCESS_KEY: 'secret' })._unsafeUnwrapErr()).toEqual([
      'S3_ACCESS_KEY_ID: is required with S3_SECRET_ACCESS_KEY',
    ]);
    expect(
      configurationWarnings(read({ FILES_URL: 's3://firm-files?endpoint=http://10.0.0.7:9000' })._unsafeUnwrap()),
    ).toEqual(['FILES_URL names a store without encryption, so files can be intercepted. Use https.']);
  });

  it('list several providers in JSON, each complete with a unique name', () => {
    const provider = {
      name: 'birch',
      title: 'Birch',
      issuer: 'https://id.birch.example',
      clientId: 'c',
      clientSecret: 's',
    };
    const read = (list: unknown, more: Record<string, string> = {}) =>
      readConfiguration({
        environment: {
          OPENID_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list),
          PUBLIC_URL: 'https://carry.example',
          ...more,
        },
        args: [],
      });
    const settings = read([{ ...provider, hosts: ['birch.example'] }], { LOCAL_ACCOUNTS: 'false' })._unsafeUnwrap();
    expect(settings.OPENID_PROVIDERS).toMatchObject([{ hosts: ['birch.example'], scope: 'openid email profile' }]);
    expect(configurationWarnings(settings)).toEqual([
      expect.stringContaining('names birch.example, but the server doesn’t'),
    ]);
    const refusals = (list: unknown, more = {}) => read(list, more)._unsafeUnwrapErr();
    expect(refusals('[{')).toEqual(['OPENID_PROVIDERS: is not JSON']);
    expect(refusals([provider, provider])).toEqual(['OPENID_PROVIDERS: has two providers with the same name']);
    expect(refusals([{ ...provider, name: 'callback' }])).toEqual([
      'OPENID_PROVIDERS.0.name: must be a name of up to 40 characters from a-z, 0-9 and -, other than callback',
    ]);
    expect(refusals([{ ...provider, hosts: ['Birch.example:443'] }])).toEqual([
      'OPENID_PROVIDERS.0.hosts.0: must be a host name in lowercase letters, without a port',
    ]);
    expect(refusals([provider], { PUBLIC_URL: '' })).toEqual(['PUBLIC_URL: is required with OPENID_PROVIDERS']);
  });
});
