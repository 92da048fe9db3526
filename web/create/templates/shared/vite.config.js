import { defineConfig } from 'vite';

export default defineConfig({
    base: './', // the built game runs from any folder of a site
    build: { chunkSizeWarningLimit: 3000 }, // kB; the engine is 700, 280 compressed
});
