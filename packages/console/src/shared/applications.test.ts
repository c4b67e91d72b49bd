import { expect, it } from 'vitest'
import { detailAddress } from './applications.ts'

it.each([
  ['http://localhost:8084', '/expenses/1', 'http://localhost:8084/expenses/1'],
  ['https://app.example', '/e/%2F?x=1#y', 'https://app.example/e/%2F?x=1#y'],
  [undefined, '/expenses/1', undefined],
  ['https://app.example', '//evil.example/x', undefined],
  ['https://app.example', 'https://evil.example', undefined],
  ['https://app.example', 'javascript:alert(1)', undefined],
])('of %s, %s is at %s', (application, path, address) => {
  expect(detailAddress(application, path)).toBe(address)
})
