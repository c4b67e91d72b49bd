import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../run.ts'
import { findContentFaults } from './contents.ts'
import { writeOrigin, type Origin } from './origin.ts'
import { listPublished, type Published } from './published.ts'

export interface Prepared extends Published {
  /** What `npm publish` is given. */
  readonly unpacked: string
}

/**
 * Packs every published package of a checkout, and lays each out as it will be published.
 *
 * @throws with all faults of their contents.
 */
export async function prepare(
  root: string,
  work: string,
  origin: Origin,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = []
  for (const published of await listPublished(root)) {
    const unpacked = await packOne(root, work, published)
    await writeOrigin(root, unpacked, published.folder, origin)
    prepared.push({ ...published, unpacked })
  }
  const faults = await Promise.all(prepared.map(({ unpacked }) => findContentFaults(unpacked)))
  if (faults.flat().length > 0) throw new Error(faults.flat().join('\n'))
  return prepared
}

async function packOne(root: string, work: string, { folder }: Published): Promise<string> {
  const target = join(work, folder)
  await mkdir(target, { recursive: true })
  await must(
    ['npx', '-y', 'pnpm@12.21.0', 'pack', '--pack-destination', target],
    join(root, folder),
  )
  const tarball = (await readdir(target)).find((name) => name.endsWith('.tgz')) ?? ''
  await must(['tar', '-xzf', tarball], target)
  return join(target, 'package')
}

/** Runs a command that has to succeed; gives what it printed. */
export async function must(command: readonly string[], cwd: string): Promise<string> {
  const { exitCode, output, stdout } = await run(command, cwd)
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${output}`)
  return stdout
}
