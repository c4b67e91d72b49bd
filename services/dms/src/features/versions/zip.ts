import type { Readable } from 'node:stream'

export interface ZipEntry {
  /** Safe to unpack anywhere, and different from all others. */
  readonly name: string
  readonly modifiedAt: Date
  readonly sizeBytes: number
  readonly open: () => Promise<Readable>
}

/**
 * A zip as it is read: one entry open at a time, stored as they are (documents are mostly compressed
 * already), with the 64-bit forms where sizes, places or numbers need them. An entry that cannot be
 * read to its end, or is longer or shorter than it is said to be, breaks the stream off, so that nobody
 * takes half an archive for a whole one.
 */
export async function zipEntries(entries: Iterable<ZipEntry>): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // Whoever goes away early leaves no object open.
  output.once('close', () => current?.destroy())

  for (const { name, modifiedAt, sizeBytes, open } of entries) {
    const options = { mtime: modifiedAt, mode: 0o100644, compress: false, size: sizeBytes }
    zip.addReadStreamLazy(name, options, (done) => {
      open().then(
        (stream) => {
          current = stream
          if (output.destroyed) stream.destroy()
          stream.on('error', (error) => output.destroy(error))
          done(null, stream)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  return output
}
