import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const INSTALLED = [
  'pg',
  'undici',
  'oidc-provider',
  'openid-client',
  'ldapts',
  'minio',
  'piscina',
  'jose',
  'web-push',
  'kysely',
  'typebox',
  'vitest',
]
const LINKED = ['service-kit', 'test-kit']

/**
 * Writes a small repository with the given files into a temporary folder, with the dependencies
 * that the rules speak of installed and the workspace packages linked.
 */
export async function plantTree(
  files: Readonly<Record<string, string>>,
): Promise<{ root: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-imports-'))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await write('package.json', '{ "type": "module" }')
  for (const name of INSTALLED) {
    await write(`node_modules/${name}/package.json`, '{ "type": "module", "main": "index.js" }')
    await write(`node_modules/${name}/index.js`, 'export const it = 1\n')
  }
  await mkdir(join(root, 'node_modules/@countersign'), { recursive: true })
  for (const name of LINKED) {
    const exports = { './*': { source: './src/database/*.ts' } }
    await write(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@countersign/${name}`, type: 'module', exports }),
    )
    await write(`packages/${name}/src/database/transaction.ts`, 'export const inTransaction = 1\n')
    await symlink(join('../../packages', name), join(root, 'node_modules/@countersign', name))
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
