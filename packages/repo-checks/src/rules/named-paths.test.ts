import { expect, it } from 'vitest'
import { checkNamedPaths, pathsIn } from './named-paths.ts'

it('finds the paths that a page names, in code and as links', () => {
  const page = `Open \`services/bpm/src/app.ts\`, [terms](terms.md#words), \`pnpm test\`, \`src/app.ts\`.
See [elsewhere](https://example.org/docs).

\`\`\`sh
cat services/none
\`\`\`
`
  expect(pathsIn('docs/guide.md', page)).toEqual(['services/bpm/src/app.ts', 'docs/terms.md'])
})

it('finds a page that is not there', async () => {
  await expect(checkNamedPaths(new URL('file:///nowhere/'))).rejects.toThrow('ENOENT')
})
