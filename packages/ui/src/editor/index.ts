export { EditorScreen } from './EditorScreen.tsx';
