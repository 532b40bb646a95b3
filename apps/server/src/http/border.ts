import type { IncomingHttpHeaders } from 'node:http';
import type { Configuration } from '../core/configuration.ts';

/** Parts of a request that are checked first. Web socket upgrades have the same. */
interface Arriving {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly localAddress?: string | undefined };
}

/** Host names that the product accepts, and origins whose pages may write. */
export interface Border {
  /** True if a request names this installation. Names that others point at this machine's address are refused. */
  readonly isOwnHost: (request: Arriving) => boolean;
  /** True if a browser sent the request from a page of another origin. Programs send neither header. */
  readonly isForeignPage: (request: Pick<Arriving, 'headers'>) => boolean;
}

const hostOf = (text: string): string | undefined =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : undefined;
const isLoopback = (host: string): boolean => /^(localhost|(.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(host);
const tokensOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/**
 * Creates the border. Own names are loopback, the address that received the request, and the hosts of PUBLIC_URL,
 * ALLOWED_ORIGINS and HOSTS, each with any port. Own origins are the address that the request was sent to, PUBLIC_URL
 * and ALLOWED_ORIGINS.
 */
export function createBorder({ HOSTS, ALLOWED_ORIGINS, PUBLIC_URL }: Configuration): Border {
  const origins = [...tokensOf(ALLOWED_ORIGINS), ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).origin])];
  const hosts = new Set([
    ...tokensOf(HOSTS).map(hostOf),
    ...origins.map((origin) => (URL.canParse(origin) ? new URL(origin).hostname : undefined)),
  ]);
  return {
    isOwnHost({ headers, socket }) {
      const host = hostOf(headers.host ?? '');
      if (host === undefined) return false;
      return isLoopback(host) || hosts.has(host) || host === addressAsHost(socket.localAddress);
    },
    isForeignPage({ headers: { origin, host, ...headers } }) {
      if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
      if (origins.includes(origin)) return false;
      return !URL.canParse(origin) || new URL(origin).host !== host;
    },
  };
}

/**
 * Returns an address as it is written in a URL: an IPv4 address received over IPv6 without its prefix, an IPv6 address
 * in brackets.
 */
function addressAsHost(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
