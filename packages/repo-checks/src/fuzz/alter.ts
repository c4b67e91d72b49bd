import type { Draw } from './random.ts'

/** Bytes at which parsers change their minds: ends of ranges, signs, beginnings of characters of several bytes. */
const telling = Buffer.from([
  0, 1, 9, 10, 13, 32, 34, 39, 44, 45, 46, 47, 48, 57, 58, 59, 60, 62, 91, 92, 93, 123, 125, 127,
  128, 192, 226, 240, 255,
])
const numbers = ['0', '-1', '1e999', '9007199254740993', '00', '65536', '4294967296', '-0', '0.1']

export interface Material {
  readonly inputs: readonly Buffer[]
  readonly words: readonly Buffer[]
  readonly mostBytes: number
}

/** Another input made of one: changed in a few places, one to eight. */
export function alter(input: Buffer, material: Material, draw: Draw): Buffer {
  let altered = input
  for (let left = 1 << draw(4); left > 0; left -= 1) {
    const change = changes[draw(changes.length)]
    if (change !== undefined) altered = change(altered, material, draw)
    if (altered.length > material.mostBytes) altered = altered.subarray(0, material.mostBytes)
  }
  return altered
}

type Change = (input: Buffer, material: Material, draw: Draw) => Buffer

const replace = (input: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, from), by, input.subarray(to)])

/** Where something is, most often short. */
function part({ length }: Buffer, draw: Draw): { readonly from: number; readonly to: number } {
  const from = draw(length + 1)
  const most = draw(4) === 0 ? length : 16
  return { from, to: Math.min(length, from + draw(most + 1)) }
}

const putByte: Change = (input, _, draw) => {
  const at = draw(input.length + 1)
  const byte = draw(2) === 0 ? draw(256) : (telling[draw(telling.length)] ?? 0)
  return replace(input, at, at + draw(2), Buffer.of(byte))
}

const flip: Change = (input, _, draw) => {
  if (input.length === 0) return input
  const at = draw(input.length)
  return replace(input, at, at + 1, Buffer.of((input[at] ?? 0) ^ (1 << draw(8))))
}

const drop: Change = (input, _, draw) => {
  const { from, to } = part(input, draw)
  return replace(input, from, to, Buffer.of())
}

const copy: Change = (input, _, draw) => {
  const { from, to } = part(input, draw)
  const at = draw(input.length + 1)
  return replace(input, at, at, input.subarray(from, to))
}

/** What is there many times is what takes long. */
const repeat: Change = (input, { mostBytes }, draw) => {
  const { from, to } = part(input, draw)
  const length = to - from
  const times = Math.min(1 << draw(12), Math.floor((mostBytes - input.length) / length))
  if (length === 0 || times < 1) return input
  return replace(input, to, to, Buffer.alloc(length * times, input.subarray(from, to)))
}

const putWord: Change = (input, { words }, draw) => {
  const word = words[draw(words.length)] ?? Buffer.of()
  const { from, to } = part(input, draw)
  return replace(input, from, draw(2) === 0 ? from : to, word)
}

const putNumber: Change = (input, _, draw) => {
  const digits = [...input.toString('latin1').matchAll(/\d+/g)]
  const found = digits[draw(digits.length)]
  const number = Buffer.from(numbers[draw(numbers.length)] ?? '')
  if (found === undefined) return input
  return replace(input, found.index, found.index + found[0].length, number)
}

const mix: Change = (input, { inputs }, draw) => {
  const other = inputs[draw(inputs.length)] ?? input
  const { from, to } = part(input, draw)
  const taken = part(other, draw)
  return replace(input, from, to, other.subarray(taken.from, taken.to))
}

const cross: Change = (input, { inputs }, draw) => {
  const other = inputs[draw(inputs.length)] ?? input
  return Buffer.concat([
    input.subarray(0, draw(input.length + 1)),
    other.subarray(draw(other.length + 1)),
  ])
}

const changes: readonly Change[] = [
  putByte,
  flip,
  drop,
  copy,
  repeat,
  putWord,
  putWord,
  putNumber,
  mix,
  cross,
]
