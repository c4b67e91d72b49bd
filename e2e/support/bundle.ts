import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Code as a page's own bundler takes it in, with the packages that it imports: files by path. */
export async function bundle(name: string, code: string): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name,
        // Not marked as virtual, so that it finds packages from this folder.
        resolveId: (id) => (id.endsWith(`/${name}`) ? id : null),
        load: (id) => (id.endsWith(`/${name}`) ? code : null),
      },
    ],
    build: { write: false, lib: { entry: name, formats: ['es'], fileName: name } },
  })
  const files = new Map<string, string>()
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!('output' in output)) throw new Error('vite gave a watcher')
    for (const file of output.output) {
      if (file.type === 'chunk') files.set(`/${file.fileName}`, file.code)
    }
  }
  return files
}
