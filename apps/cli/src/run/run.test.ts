import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { settingsFolder } from '../settings/settingsFolder.ts';
import { serverAddress } from '../settings/serverAddress.ts';
import { closestNames } from './closestNames.ts';
import { progressText, spanText } from './progress.ts';
import { saveFile } from './saveFile.ts';

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-save-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is complete or absent, and is replaced only on request', async () => {
    const file = join(folder, 'a.csv');
    await saveFile(file, 'one');
    await expect(saveFile(file, 'two')).rejects.toThrow('already exists. Use --overwrite to replace it.');
    expect(readFileSync(file, 'utf8')).toBe('one');
    await saveFile(file, 'two', { replace: true });
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('that cannot be written says why and leaves nothing behind', async () => {
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'b', 'x'), '');
    await expect(saveFile(join(folder, 'b'), '1', { replace: true })).rejects.toMatchObject({ outcome: 'notWritten' });
    await expect(saveFile(join(folder, 'none', 'c'), '1')).rejects.toMatchObject({ outcome: 'notWritten' });
    await expect(saveFile('/dev/full/x', '1')).rejects.toThrow('isn’t a folder');
    expect(readdirSync(folder).sort()).toEqual(['a.csv', 'b']);
  });
});

it("stores personal files in the system's standard location", () => {
  const at = (platform: NodeJS.Platform, environment = {}) =>
    settingsFolder({ platform, environment, home: platform === 'win32' ? 'C:\\Users\\ana' : '/home/ana' });
  expect(at('linux')).toBe('/home/ana/.config/carrara');
  expect(at('linux', { XDG_CONFIG_HOME: '/etc/ana' })).toBe('/etc/ana/carrara');
  expect(at('linux', { XDG_CONFIG_HOME: 'relative' })).toBe('/home/ana/.config/carrara');
  expect(at('darwin')).toBe('/home/ana/Library/Application Support/Carrara');
  expect(at('win32', { APPDATA: 'C:\\Users\\ana\\AppData\\Roaming' })).toBe(
    'C:\\Users\\ana\\AppData\\Roaming\\Carrara',
  );
});

it('normalizes a server address', () => {
  expect(serverAddress('HTTPS://Carrara.Example:443/')).toBe('https://carrara.example');
  expect(serverAddress('http://localhost:4600/firm/')).toBe('http://localhost:4600/firm');
  for (const wrong of ['carrara', 'ftp://x', 'http://a:b@x'])
    expect(() => serverAddress(wrong)).toThrow(expect.objectContaining({ outcome: 'misused' }));
});

it('suggests similar names, and nothing if none is similar', () => {
  const names = ['funds', 'firms', 'fund-investments', 'Alder Growth Fund III'];
  expect(closestNames('fudns', names)[0]).toBe('funds');
  expect(closestNames('alder growht fund III', names)).toEqual(['Alder Growth Fund III']);
  expect(closestNames('zebra', names)).toEqual([]);
});

it('reports progress and the remaining time', () => {
  const at = { done: 10, total: 40, noun: 'files', activity: 'Q3', milliseconds: 20_000 };
  expect(progressText(at)).toBe('[#####···············] 10 of 40 files · 1 min 0 s left · Q3');
  expect(progressText({ ...at, done: 40_000, total: 40_000, activity: '' })).toContain(' 40,000 of 40,000 files');
  expect(progressText({ ...at, done: 40, activity: '' })).toBe('[####################] 40 of 40 files');
  expect([spanText(0.2), spanText(75), spanText(7500)]).toEqual(['1 s', '1 min 15 s', '2 h 5 min']);
});
