import { demoPassword, demoPeople } from '@carrara/server/demo/people';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { dataFolder } from '../product.ts';

const login = Object.values(demoPeople)[0]!.login;

async function signIn(baseUrl: string) {
  const answer = await fetch(`${baseUrl}/api/signin/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Login: login, Password: demoPassword, AnswerToken: true }),
  });
  return { status: answer.status, body: (await answer.json()) as { AuthToken?: string; Message?: string } };
}

/** The demo's accounts don't work in production. */
export const attack: Attack = {
  label: 'the demo’s data, password and session in production',
  long: true,
  async run({ startAnother, tried }) {
    const folder = dataFolder();
    const demo = await startAnother({ DEMO: 'true' }, folder);
    const before = await signIn(demo.baseUrl);
    expect(before.status).toBe(200);
    demo.child.kill('SIGTERM');
    await once(demo.child, 'exit');
    const { baseUrl } = await startAnother({ DEMO: 'true', NODE_ENV: 'production' }, folder);
    const after = await signIn(baseUrl);
    tried(`sign-in as ${login}`, `${after.status} ${after.body.Message}`);
    expect(after.status).toBe(403);
    expect(after.body.Message).toContain('carrara admin create');
    const session = await fetch(`${baseUrl}/api/signin/`, { headers: { authtoken: before.body.AuthToken ?? '' } });
    tried('the session from before', session.status);
    expect(session.status).toBe(401);
  },
};
