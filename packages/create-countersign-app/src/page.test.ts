import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { expect, it, onTestFinished } from 'vitest'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../template/public/${name}`, import.meta.url)), 'utf8')

/** The page of somebody who has signed in, before an application that answers as it is told. */
function openPage(answerTo: (asked: string) => unknown) {
  const window = new Window({ url: 'http://localhost:8085/callback' })
  onTestFinished(() => window.happyDOM.close())
  const { document, location, history, FormData } = window
  document.write(read('index.html'))
  const profile = { name: 'Ada' }
  class UserManager {
    signinCallback = () => Promise.resolve({ profile })
    getUser = () => Promise.resolve({ expires_in: 600, access_token: 'of Ada' })
  }
  const oidc = { UserManager, InMemoryWebStorage: Object, WebStorageStateStore: Object }
  const asked: string[] = []
  const fetch = async (path: string, { method = 'GET' } = {}) => {
    asked.push(`${method} ${path}`)
    return { json: async () => answerTo(`${method} ${path}`) }
  }
  // A round follows the other at once, for as long as the test goes on.
  let isOver = false
  onTestFinished(() => void (isOver = true))
  const setTimeout = (next: () => void) => isOver || setImmediate(next)
  const globals = { document, location, history, FormData, oidc, fetch, setTimeout }
  runInNewContext(`(async () => {${read('page.js')}})()`, globals)
  return {
    asked,
    said: () => document.getElementById('said')?.textContent,
    lines: () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent.trim()),
    button: () => document.querySelector('li button') as unknown as { click(): void } | null,
  }
}

it('has a trip whose start got no answer submitted again, and makes no second one', async () => {
  const fair = { id: 'fair', reason: 'Trade fair', amount: 900, status: 'DRAFT' }
  const visit = { id: 'visit', reason: 'Visit', amount: 80, status: 'SUBMITTED' }
  let isAway = false
  const { asked, said, lines, button } = openPage((what) => {
    if (what === 'GET /settings.json') return {}
    if (isAway) throw new Error('away')
    if (what.startsWith('POST')) fair.status = 'SUBMITTED'
    return what.startsWith('POST') ? { ...fair, approval: { title: 'Trade fair' } } : [fair, visit]
  })
  await expect.poll(lines).toEqual(['Trade fair, 900: DRAFT Submit again', 'Visit, 80: SUBMITTED'])
  const first = button()
  isAway = true
  first?.click()
  await expect.poll(said).toBe('away')
  isAway = false
  const before = asked.length
  await expect.poll(() => asked.length).toBeGreaterThan(before + 2)
  // What is about to be clicked is not taken away by the next round.
  expect(button()).toBe(first)
  first?.click()
  await expect.poll(lines).toEqual(['Trade fair, 900: SUBMITTED', 'Visit, 80: SUBMITTED'])
  expect(said()).toBe('Trade fair')
  const sent = asked.filter((what) => what.startsWith('POST'))
  expect(sent).toEqual(Array(2).fill('POST /api/trips/fair/approval'))
})
