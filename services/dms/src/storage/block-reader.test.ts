import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BlockReader } from './block-reader.ts'
import { BLOCK_BYTES, createBufferPool } from './buffer-pool.ts'

const pool = createBufferPool()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A stream of separate buffers of odd sizes, as a socket gives them. */
function streamOf(bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 65_537) {
        yield new Uint8Array(bytes.subarray(at, at + step))
      }
    })(),
    { objectMode: false },
  )
}

describe('blocks of a stream', () => {
  it('hold its bytes in order, while every block is used again and every chunk is freed', async () => {
    const bytes = randomBytes(9 * BLOCK_BYTES + 12_345)
    const hash = createHash('sha256')
    const sizes: number[] = []

    const source = { stream: streamOf(bytes), chunksOf: 'reader' } as const
    for await (const block of new BlockReader(source, { pool })) {
      hash.update(block.bytes)
      sizes.push(block.bytes.length)
      block.bytes.fill(0)
      block.release()
    }

    expect(hash.digest('hex')).toBe(sha256(bytes))
    expect(sizes).toEqual([...Array<number>(9).fill(BLOCK_BYTES), 12_345])
  })

  it('come with what arrived before the stream broke, then with its error', async () => {
    const stream = new PassThrough()
    stream.write(Buffer.from('hello'))
    const reader = new BlockReader({ stream, chunksOf: 'other' }, { pool })
    const got: string[] = []
    const reading = (async () => {
      for await (const block of reader) got.push(Buffer.from(block.bytes).toString())
    })()
    await expect.poll(() => stream.readableLength).toBe(0)
    stream.destroy(new Error('broken'))

    await expect(reading).rejects.toThrow('broken')
    expect(got).toEqual(['hello'])
  })

  it('end when they are interrupted, and leave the stream open', async () => {
    const stream = new PassThrough()
    stream.write(Buffer.from('hello'))
    const reader = new BlockReader({ stream, chunksOf: 'other' }, { pool })
    const reading = Readable.from(reader).toArray()
    await expect.poll(() => reader.waitedMs).toBeGreaterThan(0)
    reader.interrupt(new Error('too slow'))

    await expect(reading).rejects.toThrow('too slow')
    expect(stream.destroyed).toBe(false)
  })

  it('are read ahead by a few and no more', async () => {
    let made = 0
    const endless = new Readable({
      read() {
        made += 65_536
        this.push(Buffer.alloc(65_536))
      },
    })
    const source = { stream: endless, chunksOf: 'reader' } as const
    const reader = new BlockReader(source, { pool })[Symbol.asyncIterator]()
    await reader.next()
    // Long enough for gigabytes, if nothing held it back.
    await pause(50)

    expect(made).toBeLessThan(4 * 1024 * 1024)
    await reader.return?.(undefined)
    endless.destroy()
  })
})
