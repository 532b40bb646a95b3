import { type ComponentType, useEffect, useState } from 'react';

type Loader<P> = () => Promise<ComponentType<P>>;

const loaded = new Map<object, ComponentType<never>>();

/** Loads the code of a screen or a view; hovering over a link to it calls this early. */
export async function preload<P>(item: { readonly load: Loader<P> }): Promise<ComponentType<P>> {
  const known = loaded.get(item) as ComponentType<P> | undefined;
  if (known) return known;
  const component = await item.load();
  loaded.set(item, component as ComponentType<never>);
  return component;
}

/** The component of a screen or a view: at once when its code is here, else undefined until it is. A failure is thrown to the page. */
export function useComponent<P>(item: { readonly load: Loader<P> }): ComponentType<P> | undefined {
  const [failure, setFailure] = useState<unknown>();
  const [, setReady] = useState<object>();
  const known = loaded.get(item) as ComponentType<P> | undefined;
  useEffect(() => {
    if (!known) preload(item).then(() => setReady(item), setFailure);
  }, [item, known]);
  if (failure) throw failure;
  return known;
}
