import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BLOCK_BYTES, createBufferPool } from '../buffer-pool.ts'
import { readFile } from './read-file.ts'

it('lets nobody but its reader hear that it was closed while a block was read ahead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dms-read-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'a'), Buffer.alloc(4 * BLOCK_BYTES))
  const object = readFile(await open(join(folder, 'a'), 'r'), createBufferPool())
  const blocks = object[Symbol.asyncIterator]()
  await blocks.next()

  object.close()
  // The block that was being read; the one after it is refused while this one is on its way.
  await blocks.next()
  // An unhandled rejection, which would end the process, is told now.
  await new Promise(setImmediate)

  await expect(blocks.next()).rejects.toThrow('closed')
})
