import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeClamd } from '../testing/fake-clamd.ts'
import { createClamdScanner, type Scanner, ScannerUnavailable } from './clamd.ts'

let clamd: Awaited<ReturnType<typeof startFakeClamd>>
let scanner: Scanner

beforeAll(async () => {
  clamd = await startFakeClamd()
  scanner = createClamdScanner(clamd.url, 200)
})
beforeEach(() => {
  clamd.state.mood = 'well'
})
afterAll(() => clamd.close())

const scan = (...chunks: (Buffer | string)[]) =>
  scanner.scan(Readable.from(chunks.map(Buffer.from)))

describe('clamd', () => {
  it('sees every byte once', async () => {
    const bytes = randomBytes(300_001)

    expect(await scan(bytes.subarray(0, 5), bytes.subarray(5))).toEqual({ kind: 'clean' })

    expect(clamd.state.scanned.at(-1)?.equals(bytes)).toBe(true)
  })

  it('names what it finds, also where chunks meet', async () => {
    const verdict = await scan('a vi', 'rus')
    expect(verdict).toEqual({ kind: 'infected', signature: 'Test.Virus' })
  })

  it('has not judged what is larger than it accepts', async () => {
    const verdict = await scan(...Array.from({ length: 64 }, () => randomBytes(100_000)))
    expect(verdict).toEqual({ kind: 'error', detail: 'INSTREAM size limit exceeded. ERROR' })
  })

  it('never takes words it does not know for a clean file', async () => {
    clamd.state.mood = 'confused'
    expect(await scan('x')).toEqual({ kind: 'error', detail: 'what?' })
  })

  it.each(['silent', 'hangs up'] as const)('is unavailable when it %s', async (mood) => {
    clamd.state.mood = mood
    await expect(scan(randomBytes(200_000))).rejects.toThrow(ScannerUnavailable)
    await expect(scanner.ping()).rejects.toThrow(ScannerUnavailable)
  })

  it('is unavailable when nobody listens', async () => {
    const nobody = createClamdScanner('tcp://127.0.0.1:1', 200)
    await expect(nobody.scan(Readable.from([Buffer.from('x')]))).rejects.toThrow(ScannerUnavailable)
  })

  it('passes on that the file cannot be read', async () => {
    const broken = async function* () {
      yield Buffer.from('a')
      throw new Error('disk')
    }
    await expect(scanner.scan(broken())).rejects.toThrow('disk')
  })

  it('answers a ping', async () => {
    await expect(scanner.ping()).resolves.toBeUndefined()
  })
})
