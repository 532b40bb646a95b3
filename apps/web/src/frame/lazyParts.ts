import { countRunning } from '@carrara/ui/layout/waitUntilSettled.ts';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Loader<P> = () => Promise<ComponentType<P>>;

const loaded = new Map<object, ComponentType<never>>();

/** Loads the code of a page or view. Hovering over a link calls this early. */
export async function preload<P>(item: { readonly load: Loader<P> }): Promise<ComponentType<P>> {
  const cached = loaded.get(item) as ComponentType<P> | undefined;
  if (cached) return cached;
  const component = await countRunning(item.load());
  loaded.set(item, component as ComponentType<never>);
  return component;
}

/** Returns a function that renders a page or view, or undefined until its code is loaded. Throws a loading failure to the page. */
export function useLazyPart<P extends object>(item: {
  readonly load: Loader<P>;
}): ((props: P) => ReactNode) | undefined {
  const [failure, setFailure] = useState<unknown>();
  const [, setReady] = useState<object>();
  const cached = loaded.get(item) as ComponentType<P> | undefined;
  useEffect(() => {
    if (cached) return;
    preload(item).then(
      () => {
        window.sessionStorage.removeItem(reloaded);
        setReady(item);
      },
      (problem: unknown) => (reloadOnce() ? undefined : setFailure(problem)),
    );
  }, [item, cached]);
  if (failure) throw failure;
  return cached && ((props) => createElement(cached, props));
}

const reloaded = 'carrara.reloaded';

/**
 * Reloads the page once at the requested address, because a new release has removed the files of the previous one. Returns false if that was already
 * tried.
 */
function reloadOnce(): boolean {
  if (window.sessionStorage.getItem(reloaded)) return false;
  window.sessionStorage.setItem(reloaded, 'true');
  window.location.reload();
  return true;
}
