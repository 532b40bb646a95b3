import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for the build of the web app that `npm start` runs in the meantime. WEB_BUILD_PID is its process. Returns at once
 * if there is none.
 */
export async function webBuild(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const pid = Number(environment['WEB_BUILD_PID']);
  while (pid > 0 && isRunning(pid)) await pause(50);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
