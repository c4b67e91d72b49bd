import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type ZipEntry, zipEntries } from '../src/features/versions/zip.ts'

// Archives past the limits of the 32-bit forms, read by Python and by Info-ZIP: too slow for a test.
// `node --conditions=source services/dms/bench/zip64.ts`, some minutes and a few megabytes of disk.

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const zeros = Buffer.alloc(MIB)

const entry = (name: string, sizeBytes: number, filled = false): ZipEntry => ({
  name,
  modifiedAt: new Date('2026-03-02T09:00:00Z'),
  sizeBytes,
  open: async () => Readable.from(filled ? [Buffer.alloc(sizeBytes, 7)] : makeZeros(sizeBytes)),
})

function* makeZeros(sizeBytes: number) {
  for (let left = sizeBytes; left > 0; left -= MIB) yield zeros.subarray(0, Math.min(MIB, left))
}

/** What is zero becomes a hole of the file. */
async function writeSparse(path: string, bytes: Readable): Promise<void> {
  const file = await open(path, 'w')
  let position = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (chunk.length < 4096 || !chunk.equals(zeros.subarray(0, chunk.length))) {
      await file.write(chunk, 0, chunk.length, position)
    }
    position += chunk.length
  }
  await file.truncate(position)
  await file.close()
}

const listing = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    entries = archive.infolist()
    last = entries[-1]
    print(json.dumps({
        'bad': archive.testzip(),
        'count': len(entries),
        'bytes': sum(entry.file_size for entry in entries),
        'lastOffset': last.header_offset,
        'lastIsWhole': archive.read(last) == bytes([7]) * last.file_size,
    }))`

async function check(title: string, entries: readonly ZipEntry[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dms-zip64-'))
  const path = join(folder, 'a.zip')
  const run = promisify(execFile)
  const maxBuffer = 64 * MIB
  try {
    await writeSparse(path, await zipEntries(entries))
    const { stdout } = await run('python3', ['-c', listing, path])
    console.log(`${title}, Python: ${stdout.trim()}`)
    const tested = await run('unzip', ['-tq', path], { maxBuffer })
    console.log(`${title}, Info-ZIP: ${tested.stdout.trim().replace(path, 'a.zip')}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

await check('an entry of more than 4 GiB, and one behind it', [
  entry('large.bin', 4 * GIB + 5),
  entry('small.bin', 1000, true),
])
await check('5 GiB of entries that are each smaller', [
  ...Array.from({ length: 5 }, (_, index) => entry(`${index}.bin`, GIB)),
  entry('last.bin', 1000, true),
])
await check(
  '70,000 entries',
  Array.from({ length: 70_000 }, (_, index) => entry(`${index}.bin`, 3, true)),
)
