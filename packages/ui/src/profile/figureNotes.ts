import { createContext, type ReactNode } from 'react';
import type { NotedFigure } from './explanation.ts';

/** Draws the notes on a figure under its explanation. Without it, explanations have no notes. */
export const FigureNotesContext = createContext<((figure: NotedFigure) => ReactNode) | undefined>(undefined);
