export { default, meta, paths } from '../draft/page.tsx';
