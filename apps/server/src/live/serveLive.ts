import { statusOfFailure } from '@carrara/contract/core/failureStatus';
import { principalOfLiveToken } from '@carrara/adapters/identity/liveTokens';
import { principalOfToken } from '@carrara/adapters/identity/principal';
import type { Holder } from '@carrara/adapters/signalr/hub/connection';
import { hubPaths } from '@carrara/contract/core/events';
import type { Grants } from '@carrara/contract/core/permissions';
import { fail, type FailureCode } from '@carrara/domain/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from 'pg';
import { sessionCookie, hasRequiredStrength } from '../http/access.ts';
import type { Border } from '../http/border.ts';
import { errorBody } from '../calls/failures.ts';
import { ignoreUpgrade, requestsWebSocket } from '../http/ignoreUpgrade.ts';
import type { LiveChannel } from './liveChannel.ts';

export interface ServeLiveOptions {
  readonly channel: LiveChannel;
  readonly app: Pool;
  readonly border: Border;
  /** True if people reach the product over https. */
  readonly https: boolean;
  readonly now: () => Date;
}

interface Admitted {
  readonly holder: Holder;
  readonly grants: Grants;
}

/**
 * Serves the live channel under its two paths: negotiation, long polling and web sockets.
 *
 * The session is in the cookie, the AuthToken header, or the bearer token of the official client. The hub's address
 * ends up in logs, so there only a live token is accepted, which is also a bearer token. The tenant is in the TenantId
 * header or in `tenant_id` of the address. Each request is checked again.
 */
export function serveLive(app: FastifyInstance, options: ServeLiveOptions): void {
  const { channel, border } = options;
  const { hub } = channel;
  const admit = (request: LiveUpgrade) => holderOf(request, options);
  const guarded =
    (answer: (admitted: Admitted, token: string, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (border.isForeignPage(request))
        return refuse(reply, 'FOREIGN_ORIGIN', 'Pages of other sites can’t receive live updates.');
      const admitted = await admit({ headers: request.headers, query: new URLSearchParams(request.url.split('?')[1]) });
      if (!admitted) return refuse(reply, 'NOT_SIGNED_IN', 'Sign in to continue.');
      return answer(admitted, tokenOf(request.url) ?? '', request, reply);
    };
  const refuseUnknown = (reply: FastifyReply) => refuse(reply, 'NOT_FOUND', 'There is no such connection.');
  const config = { rateLimit: { max: 3_000, timeWindow: 60_000 } };

  void app.register(async (scope) => {
    // Messages over long polling are text. No other call accepts that.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const path of hubPaths) {
      scope.post(
        `${path}/negotiate`,
        { config },
        guarded(({ holder, grants }, _token, _request, reply) => {
          const answer = hub.negotiate(holder);
          if (!answer) return refuse(reply, 'TOO_MANY_ATTEMPTS', 'Too many connections are open.');
          channel.admitted(holder, grants);
          return reply.send(answer);
        }),
      );
      scope.get(
        path,
        { config },
        guarded(async ({ holder, grants }, token, request, reply) => {
          channel.admitted(holder, grants);
          const poll = hub.poll(token, holder);
          if (!poll) return refuseUnknown(reply);
          request.raw.once('close', poll.abandon);
          const answer = await poll.answer;
          if (answer.kind === 'ended') return reply.code(204).send();
          return reply.type('text/plain; charset=utf-8').send(answer.text);
        }),
      );
      scope.post(
        path,
        { config, bodyLimit: 32_768 },
        guarded(({ holder }, token, request, reply) => {
          const text = typeof request.body === 'string' ? request.body : '';
          return hub.receive(token, holder, text) ? reply.code(200).send('') : refuseUnknown(reply);
        }),
      );
      scope.delete(
        path,
        { config },
        guarded(({ holder }, token, _request, reply) =>
          hub.hangUp(token, holder) ? reply.code(202).send('') : refuseUnknown(reply),
        ),
      );
    }
  });
  app.server.on('upgrade', upgradeHandler(app, options, admit));
  app.addHook('preClose', async () => channel.close());
}

/** Returns a function that turns an admitted request into a web socket. */
const upgradeHandler =
  (
    app: FastifyInstance,
    { channel, border }: ServeLiveOptions,
    admit: (request: LiveUpgrade) => Promise<Admitted | undefined>,
  ) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { hub } = channel;
    socket.on('error', () => socket.destroy());
    if (!requestsWebSocket(request)) return ignoreUpgrade(app.server, request, socket);
    if (!border.isOwnHost(request)) return hangUp(socket, 421);
    if (!isHubPath(request.url ?? '') || border.isForeignPage(request)) return hangUp(socket, 403);
    const token = tokenOf(request.url ?? '') ?? '';
    // Negotiations are limited by address, upgrades aren't: one that wasn't negotiated costs no read.
    if (!hub.awaits(token)) return hangUp(socket, 404);
    admit({ headers: request.headers, query: new URLSearchParams((request.url ?? '').split('?')[1]) }).then(
      (admitted) => {
        if (!admitted) return hangUp(socket, 401);
        channel.admitted(admitted.holder, admitted.grants);
        const isAccepted = hub.upgrade(request, socket, head, token, admitted.holder);
        return isAccepted ? undefined : hangUp(socket, 404);
      },
      () => hangUp(socket, 503),
    );
  };

interface LiveUpgrade {
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
}

async function holderOf(
  { headers, query }: LiveUpgrade,
  { app, https, now }: ServeLiveOptions,
): Promise<Admitted | undefined> {
  const tenantId = textOf(headers['tenantid']) ?? query.get('tenant_id') ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenantId)) return undefined;
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const session = bearer ?? textOf(headers['authtoken']) ?? cookieOf(headers.cookie, sessionCookie(https));
  const live = bearer ?? query.get('access_token');
  const principal =
    (session ? await principalOfToken(app, session, tenantId, now()) : undefined) ??
    (live ? await principalOfLiveToken(app, live, tenantId, now()) : undefined);
  // As for other requests, the second factor and the firm's policy are enforced before anything is sent.
  if (!principal?.membership || principal.passwordDue || principal.factorDue) return undefined;
  if (hasRequiredStrength({ principal, ...principal.membership }, false, now()).isErr()) return undefined;
  const holder = { personId: principal.person.id, tenantId: tenantId.toLowerCase(), sessionId: principal.sessionId };
  return { holder, grants: principal.membership.grants };
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/;\s*/)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const tokenOf = (url: string): string | undefined => new URLSearchParams(url.split('?')[1]).get('id') ?? undefined;
const isHubPath = (url: string): boolean =>
  hubPaths.some((path) => path.toLowerCase() === (url.split('?')[0] ?? '').replace(/\/$/, '').toLowerCase());

function refuse(reply: FastifyReply, code: FailureCode, detail: string): FastifyReply {
  return reply.code(statusOfFailure(code)).send(errorBody([fail(code, [], detail)]));
}

function hangUp(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
