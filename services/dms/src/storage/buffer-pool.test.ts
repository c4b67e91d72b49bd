import { describe, expect, it } from 'vitest'
import { createBufferPool } from './buffer-pool.ts'
import { collected, splitAt } from './owned-bytes.ts'

describe('bytes of a buffer pool', () => {
  it('are read by their owner alone: not after they were handed on, nor after a release', () => {
    const block = createBufferPool().take()
    block.buffer.write('hello')
    const owned = block.handOn(5)

    expect(() => block.buffer).toThrow('another owner')
    expect(() => block.handOn(5)).toThrow('another owner')
    expect(Buffer.from(owned.bytes).toString()).toBe('hello')
    owned.release()
    expect(() => owned.bytes).toThrow('another owner')
  })

  it('are lent to one at a time, however often they are released', () => {
    const pool = createBufferPool()
    const owned = pool.take().handOn(10)
    const { buffer } = owned.bytes
    owned.release()
    owned.release()

    const [first, second] = [pool.take(), pool.take()]
    expect(first.buffer.buffer).toBe(buffer)
    expect(second.buffer.buffer).not.toBe(buffer)
  })

  it('leave a view alone that somebody kept of a block nobody keeps', () => {
    const pool = createBufferPool()
    const many = Array.from({ length: 100 }, () => pool.take().handOn(3))
    const views = many.map(({ bytes }) => bytes)
    for (const each of many) each.release()

    expect(views.every((view) => view.length === 3)).toBe(true)
  })
})

it('bytes cut in two have two owners', () => {
  let released = 0
  const bytes = Buffer.from('hello')
  const { first, rest } = splitAt({ bytes, release: () => void (released += 1) }, 2)
  first.release()
  bytes.fill(0)

  expect(released).toBe(1)
  expect(Buffer.from(rest?.bytes ?? []).toString()).toBe('llo')
  expect(splitAt(collected(bytes), 5).rest).toBeUndefined()
})
