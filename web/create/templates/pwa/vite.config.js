import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

export default defineConfig({
    base: './', // the built game runs from any folder of a site
    plugins: [
        VitePWA({
            registerType: 'autoUpdate',
            manifest: {
                name: 'NAME',
                short_name: 'NAME',
                display: 'standalone',
                background_color: '#0d1122',
                theme_color: '#0d1122',
                icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
            },
            workbox: {
                globPatterns: ['**/*.{js,css,html,svg,wasm}'],
                // The engine without SIMD: the few phones that need it keep it when they first load it.
                globIgnores: ['**/mica-scalar-*.wasm'],
                runtimeCaching: [{ urlPattern: /mica-scalar-.*\.wasm$/, handler: 'CacheFirst' }],
            },
        }),
    ],
});
