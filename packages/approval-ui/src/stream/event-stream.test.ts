import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createParser } from './event-stream.ts'

const text =
  ': hello\nid: 7\nevent: inbox\ndata: {"a":1}\n\ndata: one\ndata: two\r\n\r\nevent: end\ndata\n\n'
const events = [
  { id: '7', type: 'inbox', data: '{"a":1}' },
  { id: '7', type: 'message', data: 'one\ntwo' },
  { id: '7', type: 'end', data: '' },
]

it('gives the same events wherever the network cuts the text', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const parse = createParser()
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const found = places.flatMap((place, index) => [
        ...parse(text.slice(places[index - 1] ?? 0, place)),
      ])
      expect(found).toEqual(events)
    }),
  )
})

it('says nothing of an event that has not ended', () => {
  expect(createParser()('event: inbox\ndata: {}\n')).toEqual([])
})
