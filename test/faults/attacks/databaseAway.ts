import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { dataFolder, killProcess, readPostmaster } from '../product.ts';

/** If the database is unavailable, the response says so and does not report an internal error. */
export const attack: Attack = {
  label: 'a database killed between requests',
  long: true,
  async run({ startAnother, tried }) {
    const folder = dataFolder();
    const { baseUrl } = await startAnother({}, folder);
    const signIn = async () => {
      const answer = await fetch(`${baseUrl}/api/signin/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Login: `nobody-${Math.random()}@example.test`, Password: 'no password of anybody' }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    killProcess(readPostmaster(folder));
    const answers = await Promise.all(Array.from({ length: 12 }, signIn));
    tried('12 sign-ins at once', answers.map(({ status }) => status).join(' '));
    const away = answers.filter(({ status }) => status === 503);
    for (const { text } of away) expect(text).toContain('The database can’t be reached right now.');
    expect(answers.filter(({ status }) => status !== 401 && status !== 429 && status !== 503)).toEqual([]);
    expect(away.length).toBeGreaterThan(0);
    await expect.poll(async () => (await fetch(`${baseUrl}/health/ready`)).status, { timeout: 60_000 }).toBe(200);
  },
};
