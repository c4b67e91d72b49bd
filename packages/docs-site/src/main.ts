import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildSite } from './site.ts'

// Builds the documentation as static files: `pnpm site [--out folder] [--base /path/]`. On a forge's
// runner links to files that are no pages lead to the forge.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: `${root}.local/site` },
    base: { type: 'string', default: '/' },
  },
})
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
await buildSite({
  root,
  out: values.out,
  base: values.base,
  repository: server === undefined || name === undefined ? undefined : `${server}/${name}`,
})
console.log(`the site is in ${values.out}`)
