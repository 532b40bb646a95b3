export { EditorScreen, type EditorScreenProps } from './EditorScreen.tsx';
