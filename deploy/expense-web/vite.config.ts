import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// `pnpm dev` serves the pages alone; what is the application's own it passes on.
const backend = process.env['EXPENSE_URL'] ?? 'http://localhost:8084'

export default defineConfig({
  plugins: [react()],
  // Workspace packages are read as sources, as everywhere in the repository.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    proxy: { '/api': { target: backend }, '/settings.json': { target: backend } },
  },
})
