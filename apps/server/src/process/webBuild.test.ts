import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { webBuild } from './webBuild.ts';

describe('a start during the build of the web app', () => {
  it('waits until the build ends', async () => {
    const build = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    let isOver = false;
    const waiting = webBuild({ WEB_BUILD_PID: String(build.pid) }).then(() => (isOver = true));
    await pause(150);
    expect(isOver).toBe(false);
    build.stdin.end();
    await once(build, 'exit');
    expect(await waiting).toBe(true);
  });

  it('does not wait without one', async () => {
    await expect(webBuild({})).resolves.toBeUndefined();
  });
});
