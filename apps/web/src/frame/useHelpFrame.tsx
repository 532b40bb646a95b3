import { onFirstMessage, setMessageHelp } from '@carrara/ui/feedback/messageHelp.ts';
import type { UserMenuItem } from '@carrara/ui/layout/shellTypes.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session/hooks.ts';
import { allows, type SessionState } from '../session/sessionSlice.ts';
import { type HelpAddress, helpHref, helpPermission, parseHelpHref } from './helpAddress.ts';
import { isTyping } from './isTyping.ts';
import { useLazyPart } from './lazyParts.ts';
import type { HelpParts, Screen } from './screenTypes.ts';
import { useTables } from './tables.ts';

interface HelpFrame {
  readonly menu: readonly UserMenuItem[];
  readonly showShortcuts: () => void;
  readonly element: ReactNode;
}

/**
 * The help of the frame: its menu, the `F1` and `?` keys, and the panel at the side. Links to help pages open in the panel, so that a page with unsaved
 * input stays open.
 */
export function useHelpFrame(screen: Screen | undefined): HelpFrame {
  const { help } = useTables();
  const session = useSession();
  /** The addresses opened in the panel; none while it is closed. */
  const [opened, setOpened] = useState<readonly HelpAddress[]>([]);
  const [hasShortcuts, setHasShortcuts] = useState(false);
  const guide = useGuide(help, screen, session);
  useMessageHelp(help, session);
  const open = (href: string) => {
    // The help page itself displays the address.
    if (isHelpPage()) window.location.hash = href;
    else setOpened((before) => [...before, parseHelpHref(href) ?? {}]);
  };
  const close = () => setOpened([]);

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!parseHelpHref(href) || link?.target || event.button !== 0 || isHelpPage()) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(href);
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && opened.length > 0 && !hasShortcuts) {
      // A dialog below the panel stays open.
      event.stopImmediatePropagation();
      close();
    } else if (event.key === 'F1') {
      event.preventDefault();
      open(helpHref(guide));
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) {
      event.preventDefault();
      setHasShortcuts(true);
    }
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => follow(event);
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('click', onClick, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);

  const address = opened.at(-1);
  const showShortcuts = () => setHasShortcuts(true);
  return {
    menu: [
      ...(guide ? [{ title: 'Help on this page', onSelect: () => open(helpHref(guide)) }] : []),
      { title: 'Search help', onSelect: () => open(helpHref()) },
      { title: 'Keyboard shortcuts', onSelect: showShortcuts },
    ],
    showShortcuts,
    element: (
      <>
        {address ? (
          <Part
            part={help.panel}
            address={address}
            onBack={opened.length > 1 ? () => setOpened((before) => before.slice(0, -1)) : undefined}
            onClose={close}
          />
        ) : null}
        {hasShortcuts ? <Part part={help.shortcuts} onClose={() => setHasShortcuts(false)} /> : null}
      </>
    ),
  };
}

/** Draws a part of the help once its code is loaded. */
function Part<P extends object>({ part, ...props }: { readonly part: Parameters<typeof useLazyPart<P>>[0] } & P) {
  return useLazyPart(part)?.(props as unknown as P) ?? null;
}

const isHelpPage = (): boolean => parseHelpHref(window.location.hash) !== undefined;

const canRead = (session: SessionState, target: string): boolean =>
  allows(session, helpPermission(target.split('?')[0] ?? '') ?? 'public');

/** Returns the guide of a screen if the person can read it. */
function useGuide({ loadGuides }: HelpParts, screen: Screen | undefined, session: SessionState): string | undefined {
  const [guideOf, setGuideOf] = useState<{ readonly find: Awaited<ReturnType<HelpParts['loadGuides']>> }>();
  useEffect(() => {
    // Without it, the menu offers no page.
    loadGuides().then(
      (find) => setGuideOf({ find }),
      () => undefined,
    );
  }, [loadGuides]);
  const guide = screen && guideOf?.find(screen);
  return guide !== undefined && canRead(session, guide) ? guide : undefined;
}

/** Offers help pages with messages of the server. The table of codes loads with the first message. */
function useMessageHelp({ loadFailures }: HelpParts, session: SessionState): void {
  useEffect(() => {
    const stop = onFirstMessage(() => {
      loadFailures().then(
        (targets) =>
          setMessageHelp((code) => {
            const target = targets[code];
            return target !== undefined && canRead(session, target) ? helpHref(target) : undefined;
          }),
        () => undefined,
      );
    });
    return () => {
      stop();
      setMessageHelp(undefined);
    };
  }, [loadFailures, session]);
}
