import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// What a page loads more when it uses the client: bundled and minified as vite does it, and gzipped.

const uses = {
  createClient: 'createClient',
  'createClient, itemsOf, upload, download': 'createClient, itemsOf, upload, download',
  all: '*',
}
const entry = 'virtual-entry'

async function bundle(names: string): Promise<string> {
  const code = `export ${names === '*' ? '*' : `{ ${names} }`} from '@countersign/client'`
  const built = await build({
    root: fileURLToPath(new URL('../', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: entry,
        // Not marked as virtual, so that it finds the package from this folder.
        resolveId: (id) => (id.endsWith(`/${entry}`) ? id : null),
        load: (id) => (id.endsWith(`/${entry}`) ? code : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: `/${entry}`, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

for (const [name, names] of Object.entries(uses)) {
  const code = await bundle(names)
  console.log(`${name}: ${code.length} bytes minified, ${gzipSync(code).length} gzipped`)
}
