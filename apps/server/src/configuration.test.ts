import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfiguration, settingNames, warningsOf } from './configuration.ts';

const guides = fileURLToPath(new URL('../../../docs/guides/', import.meta.url));

const refusalsOf = (...args: string[]) => readConfiguration({ environment: {}, args })._unsafeUnwrapErr();

describe('the settings', () => {
  it('are each named in a guide', () => {
    const text = readdirSync(guides)
      .map((name) => readFileSync(`${guides}${name}`, 'utf8'))
      .join('\n');
    expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it('warn of a server that others reach without encryption, and that a demo is open to them', () => {
    const warnings = (environment: Record<string, string>) =>
      warningsOf(readConfiguration({ environment, args: [] })._unsafeUnwrap());
    expect(warnings({})).toEqual([]);
    expect(warnings({ HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^HOST=0\.0\.0\.0 serves others than this machine, without encryption/),
      expect.stringContaining('name other names in HOSTS'),
      expect.stringContaining('the demo’s accounts, whose password is public, can sign in'),
    ]);
    expect(warnings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://carry.example', NODE_ENV: 'production' })).toEqual([]);
  });

  it('are given by the options that there are, and no other argument is taken', () => {
    const read = readConfiguration({ environment: {}, args: ['--port=4700', '--data', '/srv/carrara'] });
    expect(read._unsafeUnwrap()).toMatchObject({ PORT: 4700, DATA_DIR: '/srv/carrara' });
    expect(refusalsOf('--prot', '4700')).toEqual([
      '--prot is not an option; --help names them.',
      '4700 is not an option; --help names them.',
    ]);
    expect(refusalsOf('--data')).toEqual(['--data needs a value.']);
    expect(refusalsOf('--data', '--port', '1')).toEqual(['--data needs a value.']);
  });
});
