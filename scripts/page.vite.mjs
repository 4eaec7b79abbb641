/** The page as static files: what `npm run build` puts into `dist/page`. It asks nothing of any other server. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/inspector/page',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    // The layout's worker is another project's file, shipped as it is.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
