import type { InSpan } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Tracing {
  readonly inSpan: InSpan;
  /** Makes a span of every request, the parent of what is done for it. */
  readonly traceRequests: (app: FastifyInstance) => void;
}

export interface TracingOptions {
  /** Whether a proxy stands before the server, whose word on the trace that a request belongs to is taken: anybody else could have everything of his kept. */
  readonly behindProxy: boolean;
}

/**
 * Tells the OpenTelemetry SDK that whoever runs the product has loaded before it what is done, and how long it takes; without one nobody is told.
 *
 * Nothing of a person, of pay or of what was asked is in a span: names are those of routes and kinds, and an error is its code alone.
 */
export async function openTracing({ behindProxy }: TracingOptions): Promise<Tracing> {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('carrara');
  const failed = (span: Span, type: string) =>
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
  const inSpan: InSpan = ({ name, asksAnother, facts }, work) =>
    tracer.startActiveSpan(
      name,
      { kind: asksAnother ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...facts } },
      async (span) => {
        try {
          return await work((more) => void span.setAttributes({ ...more }));
        } catch (error) {
          failed(span, codeOf(error));
          throw error;
        } finally {
          span.end();
        }
      },
    );

  const traceRequests = (app: FastifyInstance) => {
    const under = new WeakMap<FastifyRequest, { readonly span: Span; readonly within: Context }>();
    app.addHook('onRequest', (request, _reply, done) => {
      const { url: route } = request.routeOptions;
      if (route !== undefined && /^\/(health|metrics)/.test(route)) return done();
      const outside = context.active();
      // What instruments the server itself has begun a span already.
      const parent = behindProxy && !trace.getSpan(outside) ? propagation.extract(outside, request.headers) : outside;
      const span = tracer.startSpan(
        route === undefined ? request.method : `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            ...(route === undefined ? {} : { 'http.route': route }),
            'carrara.request.id': request.id,
          },
        },
        parent,
      );
      const within = trace.setSpan(parent, span);
      under.set(request, { span, within });
      context.with(within, done);
    });
    // A body arrives by events of the connection, which know nothing of the request.
    app.addHook('preValidation', (request, _reply, done) => {
      const own = under.get(request);
      if (own) context.with(own.within, done);
      else done();
    });
    app.addHook('onResponse', async (request, reply) => {
      const span = under.get(request)?.span;
      if (!span) return;
      const { operation } = request.routeOptions.config as { readonly operation?: string };
      const who = request.admitted?.admission;
      span.setAttributes({
        'http.response.status_code': reply.statusCode,
        ...(operation === undefined ? {} : { 'carrara.operation': operation }),
        ...(who?.kind === 'tenant' ? { 'carrara.tenant.id': who.tenant.id } : {}),
      });
      if (reply.statusCode >= 500) failed(span, String(reply.statusCode));
      span.end();
    });
  };
  return { inSpan, traceRequests };
}

/** What kind of error it is; its words may hold what somebody typed. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
