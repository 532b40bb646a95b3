import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

/** Stands for the compiler: writes a program for each part. */
const build = `import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const files = { server: 'apps/server/dist/main.js', cli: 'apps/cli/dist/main.js', web: 'apps/web/dist-web/index.html' };
for (const part of process.argv.slice(2)) { mkdirSync(dirname(files[part]), { recursive: true }); writeFileSync(files[part], ''); }`;

it('a start prints once that it builds, whichever parts are outdated', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'carrara-start-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  };
  const start = () => execFileSync(process.execPath, [join(checkout, 'scripts', 'start.mjs')], { encoding: 'utf8' });
  try {
    cpSync(join(root, 'scripts'), join(checkout, 'scripts'), { recursive: true });
    for (const folder of ['packages', 'apps']) mkdirSync(join(checkout, folder));
    write('package-lock.json', '{}');
    write('node_modules/.carrara-installed', createHash('sha256').update('{}').digest('hex'));
    write('scripts/build.mjs', build);
    expect(start()).toBe('Building …\n');
    expect(start()).toBe('');
    rmSync(join(checkout, 'apps', 'web'), { recursive: true });
    expect(start()).toBe('Building …\n');
  } finally {
    rmSync(checkout, { recursive: true });
  }
});
