import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonObject } from './json-object.ts'

const parse = (text: string) => parseJsonObject(Buffer.from(text))

describe('parseJsonObject', () => {
  it('parses what JSON.stringify makes of any object', () => {
    const shallow = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue({ maxDepth: 4 }),
    )
    fc.assert(
      fc.property(shallow, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(!text.includes('__proto__'))
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses any member twice, however it is spelled', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), name, fc.jsonValue(), (others, twin, value) => {
        const escaped = [...twin]
          .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')
        fc.pre(JSON.parse(`"${escaped}"`) === twin)
        const members = [JSON.stringify(twin), ...others.map((other) => JSON.stringify(other))]
        const list = [...members, `"${escaped}"`].map((key) => `${key}:${JSON.stringify(value)}`)
        expect(parse(`{${list.join(',')}}`)).toBeUndefined()
        expect(parse(`{"x":[{"y":{${list.join(',')}}}]}`)).toBeUndefined()
      }),
    )
  })

  it.each([
    ['no JSON', '{'],
    ['text after it', '{} x'],
    ['a byte order mark', '\uFEFF{}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a member __proto__', '{"__proto__":{}}'],
    ['a member __proto__ within', '{"x":[{"__proto__":1}]}'],
    ['a member __proto__ in disguise', String.raw`{"\u005f_proto__":1}`],
    ['17 levels', `{"x":${'['.repeat(17)}${']'.repeat(17)}}`],
    ['100,000 levels', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('refuses %s', (_, text) => {
    expect(parse(text)).toBeUndefined()
  })

  it('takes 16 levels, of lists and of objects', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"x":', '}'],
    ] as const) {
      const inner = `${open.repeat(15)}{}${close.repeat(15)}`
      expect(parse(`{"x":${inner}}`)).toBeDefined()
      expect(parse(`{"x":${open}${inner}${close}}`)).toBeUndefined()
    }
  })

  it('refuses bytes that are no UTF-8', () => {
    expect(parseJsonObject(Buffer.from('{"x":"\xe9"}', 'latin1'))).toBeUndefined()
    expect(parseJsonObject(Buffer.from('{"x":"é"}'))).toEqual({ x: 'é' })
  })

  it('is not misled by colons and quotes in texts', () => {
    const value = { 'a:"b': String.raw`\":\\`, 'c:': [':', { 'd"': '{"a":1,"a":1}' }] }
    expect(parse(JSON.stringify(value))).toEqual(value)
  })
})
