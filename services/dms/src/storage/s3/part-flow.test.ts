import { describe, expect, it } from 'vitest'
import { collected } from '../owned-bytes.ts'
import { PartFlow } from './part-flow.ts'

const bytes = (text: string) => Buffer.from(text)
const chunk = (text: string) => collected(bytes(text))
const LONG_MS = 60_000

async function readAll(flow: PartFlow): Promise<string> {
  let text = ''
  for await (const chunk of flow) text += Buffer.from(chunk).toString()
  return text
}

describe('bytes on their way through', () => {
  it('are read while they come, and again from the first', async () => {
    const flow = new PartFlow(6, LONG_MS)
    flow.push(chunk('ab'))
    const first = readAll(flow)
    const iterator = flow[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toEqual(bytes('ab'))

    flow.push(chunk('cd'))
    expect((await iterator.next()).value).toEqual(bytes('cd'))
    flow.push(chunk('ef'))

    expect([await first, await readAll(flow)]).toEqual(['abcdef', 'abcdef'])
    expect(flow.isInterrupted).toBe(false)
  })

  it('are waited for no longer than was said, in all, and read without waiting once whole', async () => {
    const flow = new PartFlow(4, 30)
    flow.push(chunk('ab'))
    await expect(readAll(flow)).rejects.toThrow('too slowly')
    expect(flow.isInterrupted).toBe(true)

    const whole = flow.whole()
    flow.push(chunk('cd'))
    await whole

    expect(flow.isInterrupted).toBe(false)
    expect(await readAll(flow)).toBe('abcd')
  })

  it('end whoever waits when no more come', async () => {
    const flow = new PartFlow(4, LONG_MS)
    flow.push(chunk('ab'))
    const [reading, whole] = [readAll(flow), flow.whole()]

    flow.cut()

    await expect(reading).rejects.toThrow('broke off')
    await expect(whole).rejects.toThrow('broke off')
  })
})
