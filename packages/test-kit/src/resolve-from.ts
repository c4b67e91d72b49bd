import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** What `import.meta.resolve` answers to a module with this address. */
export const resolveFrom = (url: string, name: string): string =>
  pathToFileURL(createRequire(url).resolve(name)).href
