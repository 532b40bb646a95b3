import { EmptyState } from '@carrara/ui/feedback/states.tsx';

/** Displayed if nothing has been entered from which figures could be computed. */
export const NoReportingData = ({ subject }: { readonly subject: 'fund' | 'investor' }) => (
  <EmptyState
    text={
      subject === 'fund'
        ? 'There is no reporting data for this fund yet. It starts with the first commitment.'
        : 'There is no reporting data for this investor yet. It starts with the first commitment to a fund.'
    }
  />
);
