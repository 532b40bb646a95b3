interface Navigator {
  readonly navigate: (path: string) => unknown;
}

/**
 * Sends clicks on plain `#/…` links through the router. The browser would bypass it, and an unsaved form could not ask first.
 * Clicks that open a new tab or window, and clicks that are handled elsewhere, are left alone.
 */
export function routeHashLinks(router: Navigator): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href?.startsWith('#/') || link?.target || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.navigate(href.slice(1));
  });
}
