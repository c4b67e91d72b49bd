import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { type Entry, fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipEntries } from './zip.ts'

const entry = (name: string, bytes: Buffer, sizeBytes = bytes.length): ZipEntry => ({
  name,
  modifiedAt: new Date('2026-03-02T09:00:00Z'),
  sizeBytes,
  open: async () => Readable.from([bytes]),
})

const zipOf = async (entries: Iterable<ZipEntry>) => buffer(await zipEntries(entries))

/** Read by a program that is not the one that wrote it. */
async function list(zip: Buffer): Promise<Entry[]> {
  const file = await fromBufferPromise(zip)
  const entries: Entry[] = []
  for await (const each of file.eachEntry()) entries.push(each)
  return entries
}

it('[DMS-16] has each entry with its name, size and time', async () => {
  const bytes = randomBytes(100_000)
  const zip = await zipOf([entry('a.bin', bytes), entry('ü/空.txt', Buffer.alloc(0))])

  expect(await list(zip)).toMatchObject([
    { fileName: 'a.bin', uncompressedSize: bytes.length, compressedSize: bytes.length },
    { fileName: 'ü/空.txt', uncompressedSize: 0 },
  ])
  expect(zip.includes(bytes)).toBe(true)
})

it.each([-1, 1])('[DMS-05] breaks off at an entry that is %d bytes from its size', async (more) => {
  const bytes = randomBytes(1000)
  const entries = [entry('a', bytes), entry('b', bytes, bytes.length + more), entry('c', bytes)]

  await expect(zipOf(entries)).rejects.toThrow('unexpected number of bytes')
})

it('[DMS-05] breaks off at an entry that cannot be opened, or breaks off itself', async () => {
  const refused = { ...entry('b', Buffer.alloc(1)), open: () => Promise.reject(new Error('gone')) }
  await expect(zipOf([entry('a', Buffer.alloc(9)), refused])).rejects.toThrow('gone')
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(1)
        throw new Error('broken off')
      })(),
    )
  const half = { ...entry('b', Buffer.alloc(9)), open: async () => broken() }
  await expect(zipOf([half])).rejects.toThrow('broken off')
})

it('opens one entry at a time, and lets it go when nobody reads on', async () => {
  const opened: Readable[] = []
  const endless = () => {
    const stream = new Readable({ read: () => stream.push(Buffer.alloc(65_536)) })
    opened.push(stream)
    return stream
  }
  const entries = ['a', 'b'].map((name) => ({
    ...entry(name, Buffer.alloc(0), 2 ** 40),
    open: async () => endless(),
  }))
  const zip = await zipEntries(entries)
  await zip.iterator({ destroyOnReturn: false }).next()

  expect(opened).toHaveLength(1)
  zip.destroy()
  await expect.poll(() => opened[0]?.destroyed).toBe(true)
})
