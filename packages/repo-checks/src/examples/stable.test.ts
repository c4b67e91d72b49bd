import { expect, it } from 'vitest'
import { makeStable } from './stable.ts'

it('keeps what was equal equal and what was earlier earlier', () => {
  const [a, b] = ['6f9619ff-8b86-4011-b42d-00c04fc964ff', '7f9619ff-8b86-4011-b42d-00c04fc964ff']
  const call = {
    request: { id: a, due: '2031-05-02T10:00:00.000Z' },
    answer: { id: b, of: a, made: '2030-05-02T10:00:00.000Z', url: `http://127.0.0.1:4711/x/${b}` },
  }
  expect(makeStable(call)).toEqual({
    request: { id: '01938c5e-7a3b-7c3d-8e4f-000000000001', due: '2026-01-31T08:31:00.123Z' },
    answer: {
      id: '01938c5e-7a3b-7c3d-8e4f-000000000002',
      of: '01938c5e-7a3b-7c3d-8e4f-000000000001',
      made: '2026-01-31T08:30:00.123Z',
      url: 'https://platform.example/x/01938c5e-7a3b-7c3d-8e4f-000000000002',
    },
  })
})

it('shows no secret, and words as they are', () => {
  const secret = 'AaIHyq85djW-z-usrSWaX63PtnulHddwNenaUVnCYKzVN-d0VOLP5QrHazbBVZhp'
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(makeStable({ secret, hash })).toEqual({ secret: `${'Example-'.repeat(7)}ExampleA`, hash })
})
