import { expect, it } from 'vitest'
import { detailAddress, frameAddress } from './applications.ts'

const at = (url: string, framed = true) => ({ url, framed })
const app = at('https://app.example')

it.each([
  [at('http://localhost:8084'), '/expenses/1', 'http://localhost:8084/expenses/1'],
  [app, '/e/%2F?x=1#y', 'https://app.example/e/%2F?x=1#y'],
  [undefined, '/expenses/1', undefined],
  [app, '//evil.example/x', undefined],
  [app, '/\\evil.example/x', undefined],
  [app, 'https://evil.example', undefined],
  [app, 'https://app.example.evil.example/', undefined],
  [app, 'http://app.example/expenses/1', undefined],
  [app, 'javascript:alert(1)', undefined],
  [app, ' java\nscript:alert(1)', undefined],
  [app, 'data:text/html,x', undefined],
  [app, 'blob:https://app.example/5c3a', undefined],
])('of %o, %s is at %s, in a frame as well', (application, path, address) => {
  expect(detailAddress(application, path)).toBe(address)
  expect(frameAddress(application, path)).toBe(address)
})

it('shows in no frame what the gateway was not told to', () => {
  const application = at('https://app.example', false)
  expect(detailAddress(application, '/e/1')).toBe('https://app.example/e/1')
  expect(frameAddress(application, '/e/1')).toBeUndefined()
})
