import type { NotedFigure } from '@carrara/ui/profile/explanation.ts';
import { FigureNotesContext } from '@carrara/ui/profile/figureNotes.ts';
import { lazy, type ReactNode, Suspense } from 'react';

const FigureNotes = lazy(async () => ({ default: (await import('./FigureNotes.tsx')).FigureNotes }));

const draw = (figure: NotedFigure) => (
  <Suspense fallback={null}>
    <FigureNotes key={`${figure.objectId} ${figure.figure} ${figure.figureDate ?? ''}`} {...figure} />
  </Suspense>
);

/** Draws notes under the explanations of figures. They load with the first explanation. */
export const FigureNotesProvider = ({ children }: { readonly children: ReactNode }) => (
  <FigureNotesContext value={draw}>{children}</FigureNotesContext>
);
