import { Button } from '@mantine/core';

export interface OfferActionsProps {
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** The two buttons of an offer of unsaved input, with the same labels in every editor. */
export const OfferActions = ({ onRestore, onDiscard }: OfferActionsProps) => (
  <>
    <Button size="compact-sm" onClick={onRestore}>
      Restore
    </Button>
    <Button size="compact-sm" variant="default" onClick={onDiscard}>
      Discard
    </Button>
  </>
);
