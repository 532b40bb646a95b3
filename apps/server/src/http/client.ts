import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../core/operations.ts';
import { pendingCookie } from './openId.ts';
import { sessionCookie, readSessionToken } from './access.ts';

/** Lifetime of the cookie: that of the longest session. The database may end it earlier. */
const cookieSeconds = 7 * 24 * 3600;

export function identifyClient(request: FastifyRequest, reply: FastifyReply, secure: boolean): Client {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    sessionToken: readSessionToken(request, secure),
    cookieToken: request.headers['authtoken'] ? undefined : readSessionToken(request, secure),
    pendingSignIn: request.cookies[pendingCookie],
    host: request.hostname,
    origin: request.headers.origin,
    storeSession: (token) => void reply.setCookie(sessionCookie(secure), token, { ...options, maxAge: cookieSeconds }),
    forgetSession: () => void reply.clearCookie(sessionCookie(secure), options),
  };
}
