import { useToday } from '../../session/useToday.ts';

/** Warns the editor of a future leaving date that the participant sees it immediately. */
export function PortalNote({ day }: { readonly day: unknown }) {
  const today = useToday();
  return typeof day === 'string' && day > today ? (
    <p>If this person uses the portal, they see this date there at once.</p>
  ) : null;
}
