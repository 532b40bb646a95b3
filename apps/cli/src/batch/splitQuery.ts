import type { Endpoint } from '@carrara/contract/core/endpoint';

type Texts = Readonly<Record<string, string>>;

/** Splits the parameters of a request into those in the path of the call and those in its query. */
export function splitQuery({ params }: Endpoint, values: Texts): { readonly params: Texts; readonly query: Texts } {
  const inPath = new Set(Object.keys(params?.shape ?? {}));
  const among = (isInPath: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => inPath.has(name) === isInPath));
  return { params: among(true), query: among(false) };
}
