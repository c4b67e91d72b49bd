import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { send } from './http.ts'
import type { Bytes } from './service.ts'

export interface Floors {
  /** CPU seconds per GB of what cannot be left out, each alone in a loop that does nothing else. */
  readonly hash: number
  readonly write: number
  /** Sending included, which is another process's work when the service is measured. */
  readonly loopback: number
}

const GB = 1e9

/**
 * What the machine takes for the bytes of one upload at the very least. Writes the file twice: memory
 * of a virtual machine that was never used before is given to it by its host at the first touch, which
 * costs several times what the copy does, and would be counted against whoever comes first.
 */
export async function measureFloors(folder: string, bytes: Bytes): Promise<Floors> {
  const perGb = async (work: () => Promise<void>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6 / (bytes.sizeBytes / GB)
  }
  await writeFile(folder, bytes)
  return {
    write: await perGb(() => writeFile(folder, bytes)),
    hash: await perGb(() => hashAll(bytes)),
    loopback: await perGb(() => sendOver(bytes)),
  }
}

async function hashAll(bytes: Bytes): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of bytes.chunks()) hash.update(chunk)
  hash.digest()
}

async function writeFile(folder: string, bytes: Bytes): Promise<void> {
  const path = join(folder, 'floor.bin')
  const file = await open(path, 'w')
  let position = 0
  for await (const chunk of bytes.chunks()) {
    await file.write(chunk, 0, chunk.length, position)
    position += chunk.length
  }
  await file.datasync()
  await file.close()
  await rm(path)
}

async function sendOver(bytes: Bytes): Promise<void> {
  const server = createServer((request, response) => {
    request.on('data', () => undefined).on('end', () => response.end())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': String(bytes.sizeBytes), connection: 'close' }
  const answer = await send(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers,
    body: bytes.chunks(),
  })
  await answer.resume().toArray()
  server.close()
}
