import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The gateway serves the console below this path; `pnpm dev` passes everything else on to it.
const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:8080'
const passedOn = ['/api', '/oauth2', '/.well-known', '/connect', '/signin', '/signout', '/userinfo']

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // Workspace packages are read as sources, as everywhere in the repository.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // A placeholder: whoever serves the page puts a fresh nonce in its place for each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Inlined assets would need `data:` for scripts and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    manifest: true,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: gateway }])),
  },
})
