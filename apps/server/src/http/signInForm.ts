import type { SignInRefusal } from '@carrara/contract/platform/signIn/signInRefusals';
import type { FastifyInstance } from 'fastify';

const refusal: SignInRefusal = 'form';
/** Headers that the rules for sign-ins use: the device and, behind a proxy, the address of the person. */
const passedOn = ['user-agent', 'x-forwarded-for', 'x-forwarded-proto'];
const mostBytes = 4_096;

/**
 * Signs a person in with the form in signIn.html, which a browser can send before the scripts have loaded. Passes it to the call for local accounts and
 * redirects to the product, or back to the sign-in page.
 */
export async function serveSignInForm(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    const formType = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.post('/api/signin/form', async (request, reply) => {
      const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const { remoteAddress } = request.raw.socket;
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        url: '/api/signin/local',
        payload: { Login: sent.get('login') ?? '', Password: sent.get('password') ?? '' },
        headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => passedOn.includes(name))),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      });
      const { 'set-cookie': cookies } = headers;
      if (cookies !== undefined) reply.header('set-cookie', cookies);
      return reply.redirect(statusCode === 200 ? '/' : `/#/login?refused=${refusal}`, 303);
    });
  });
}
