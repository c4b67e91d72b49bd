import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FOLDERS = '{services,packages,deploy,e2e}'
const GENERATED = /(^|\/)(node_modules|dist|coverage|\.local)(\/|$)/

/** Every TypeScript file of the workspace, as paths from the root, sorted. */
export async function sourceFiles(root: URL): Promise<readonly string[]> {
  const files: string[] = []
  const found = glob(`${FOLDERS}/**/*.{ts,tsx}`, {
    cwd: fileURLToPath(root),
    exclude: (path) => GENERATED.test(path),
  })
  for await (const file of found) files.push(file.replaceAll('\\', '/'))
  return files.filter((file) => !GENERATED.test(file)).toSorted()
}

/** Pages that people write; the one made of the titles of tests is not. */
export async function documentFiles(root: URL): Promise<readonly string[]> {
  const files: string[] = []
  const found = glob('{*.md,{docs,services,packages,deploy,e2e}/**/*.md}', {
    cwd: fileURLToPath(root),
    exclude: (path) => GENERATED.test(path),
  })
  for await (const file of found) files.push(file.replaceAll('\\', '/'))
  return files.filter((file) => !GENERATED.test(file) && file !== 'docs/requirements.md').toSorted()
}
