import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** What the services asked of a database while one test file ran. */
export interface Asked {
  /** Path from the root of the repository, with slashes. */
  readonly file: string
  readonly ms: number
  /** Each shape once, see {@link shapeOf}. */
  readonly statements: readonly string[]
  /** Of each shape, in that order, one as it was sent. */
  readonly texts: readonly string[]
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Writes into a folder what the test file that just ended had asked; each file is one of its own there. */
export async function noteAsked(
  folder: string,
  statements: Iterable<string>,
  ms: number,
): Promise<void> {
  const file = relative(root, expect.getState().testPath ?? '').replaceAll('\\', '/')
  const sent = new Map([...statements].map((text) => [shapeOf(text), text]))
  const asked: Asked = {
    file,
    ms: Math.round(ms),
    statements: [...sent.keys()],
    texts: [...sent.values()],
  }
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16)
  await writeFile(join(folder, `${name}.json`), JSON.stringify(asked))
}

/** A statement without how many values came with it: a list of two is asked as a list of one is. */
export function shapeOf(statement: string): string {
  const unnumbered = statement.replaceAll(/\$\d+/g, '$')
  return unnumbered.replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1').replaceAll(/\$(?:, ?\$)+/g, '$')
}
